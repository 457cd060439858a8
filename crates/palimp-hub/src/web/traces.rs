//! Traces of requests for a tracing system that the environment names as OpenTelemetry does: route,
//! outcome and time; never the user or the content.

use std::time::{Duration, SystemTime};

use async_trait::async_trait;
use opentelemetry::KeyValue;
use opentelemetry::propagation::TextMapPropagator as _;
use opentelemetry::trace::{Span as _, SpanKind, Status, Tracer as _, TracerProvider as _};
use opentelemetry_http::{Bytes, HeaderExtractor, HttpClient, HttpError, Request, Response};
use opentelemetry_otlp::{SpanExporter, WithHttpConfig as _};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::propagation::TraceContextPropagator;
use opentelemetry_sdk::trace::{SdkTracer, SdkTracerProvider};
use palimp_serve::http::HeaderMap;

/// Environment variables that name the endpoint of traces.
const ENDPOINT_VARS: [&str; 2] =
    ["OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_EXPORTER_OTLP_ENDPOINT"];
/// Maximum time to wait for the tracing system.
const EXPORT_TIMEOUT: Duration = Duration::from_secs(10);

/// A way to a tracing system.
pub(super) struct Traces {
    tracer: SdkTracer,
    /// Provider that sends the pending traces when it is dropped.
    _provider: SdkTracerProvider,
}

impl Traces {
    /// The one that the environment names (`OTEL_EXPORTER_OTLP_ENDPOINT` and its kin), or none.
    ///
    /// # Errors
    ///
    /// When what it names makes no sense.
    pub(super) fn from_environment() -> Result<Option<Traces>, String> {
        if !ENDPOINT_VARS.iter().any(|name| std::env::var_os(name).is_some_and(|it| !it.is_empty()))
        {
            return Ok(None);
        }
        let exporter =
            SpanExporter::builder().with_http().with_http_client(TraceHttpClient::new()).build();
        let exporter = exporter.map_err(|error| format!("{}: {error}", ENDPOINT_VARS[1]))?;
        let provider = SdkTracerProvider::builder()
            .with_batch_exporter(exporter)
            .with_resource(Resource::builder().with_service_name("palimp-hub").build())
            .build();
        Ok(Some(Traces { tracer: provider.tracer("palimp-hub"), _provider: provider }))
    }

    /// Tells of a request that was answered; it belongs to the trace that its headers name, if they do.
    pub(super) fn record_span(
        &self,
        (route, status): (&'static str, u16),
        (headers, took): (&HeaderMap, Duration),
    ) {
        let around = TraceContextPropagator::new().extract(&HeaderExtractor(headers));
        let ended = SystemTime::now();
        let span = self.tracer.span_builder(route).with_kind(SpanKind::Server);
        let span = span.with_start_time(ended - took).with_attributes([
            KeyValue::new("http.route", route),
            KeyValue::new("http.response.status_code", i64::from(status)),
        ]);
        let mut span = span.start_with_context(&self.tracer, &around);
        if status >= 500 {
            span.set_status(Status::error(""));
        }
        span.end_with_timestamp(ended);
    }
}

/// HTTP, as all of palimp speaks it. It is used on a thread of the exporter's own, which may wait.
#[derive(Debug)]
struct TraceHttpClient(ureq::Agent);

impl TraceHttpClient {
    fn new() -> TraceHttpClient {
        let config = ureq::Agent::config_builder().http_status_as_error(false);
        TraceHttpClient(config.timeout_global(Some(EXPORT_TIMEOUT)).build().into())
    }
}

#[async_trait]
impl HttpClient for TraceHttpClient {
    async fn send_bytes(&self, request: Request<Bytes>) -> Result<Response<Bytes>, HttpError> {
        let answer = self.0.run(request.map(|body| body.to_vec()))?;
        let (head, mut body) = answer.into_parts();
        Ok(Response::from_parts(head, body.read_to_vec()?.into()))
    }
}
