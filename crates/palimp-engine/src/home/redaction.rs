//! Redactors for a home's settings.

use palimp_core::settings::Settings;
use palimp_redact::Redactor;

/// Returns the redactor of these settings.
pub fn redactor(settings: &Settings) -> Redactor {
    if settings.redaction.enabled { secret_finder(settings) } else { Redactor::disabled() }
}

/// Returns a redactor that finds secrets under these settings, even if redaction is disabled.
pub fn secret_finder(settings: &Settings) -> Redactor {
    let redactor = Redactor::new(settings.redaction.allow.clone());
    if settings.redaction.keep_authors { redactor } else { redactor.taking_authors() }
}
