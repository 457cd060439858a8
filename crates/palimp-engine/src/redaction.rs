//! What is taken out of texts, as a home's settings say.

use palimp_core::settings::Settings;
use palimp_redact::Redactor;

/// What takes secrets out under these settings.
pub fn redactor(settings: &Settings) -> Redactor {
    if settings.redaction.enabled { secret_finder(settings) } else { Redactor::disabled() }
}

/// What looks for secrets under these settings, although none may be taken out.
pub fn secret_finder(settings: &Settings) -> Redactor {
    let redactor = Redactor::new(settings.redaction.allow.clone());
    if settings.redaction.keep_authors { redactor } else { redactor.taking_authors() }
}
