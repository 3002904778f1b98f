public import StandupsConfiguration

extension OTLPSettings {
  /// Environment variables, for `--help`.
  public static let variables = [
    EnvironmentVariable(
      "OTEL_EXPORTER_OTLP_ENDPOINT", form: "http or https URL, to which /v1/traces is added",
      fallback: "none; no spans are exported",
      "the OpenTelemetry collector that receives spans (OTLP/HTTP, JSON)"),
    EnvironmentVariable(
      "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", form: "http or https URL, used unchanged",
      fallback: "OTEL_EXPORTER_OTLP_ENDPOINT with its path",
      "the collector's URL including its path"),
    EnvironmentVariable(
      "OTEL_EXPORTER_OTLP_HEADERS", form: "name=value,name=value; values percent-encoded",
      fallback: "none", "headers of each request, such as Authorization"),
    EnvironmentVariable(
      "OTEL_EXPORTER_OTLP_TIMEOUT", form: "milliseconds from 1 to 600000", fallback: "10000",
      "timeout of a request"),
    EnvironmentVariable(
      "OTEL_SERVICE_NAME", form: "text", fallback: "standups",
      "prefix of the service names, as in standups-timer"),
    EnvironmentVariable(
      "OTEL_RESOURCE_ATTRIBUTES", form: "key=value,key=value; values percent-encoded",
      fallback: "none", "additional attributes of each service"),
    EnvironmentVariable(
      "OTEL_TRACES_SAMPLER",
      form: "always_on, always_off or traceidratio, optionally with the prefix parentbased_",
      fallback: "parentbased_always_on", "traces to export"),
    EnvironmentVariable(
      "OTEL_TRACES_SAMPLER_ARG", form: "number from 0 to 1", fallback: "1",
      "share of traces to export with traceidratio"),
    EnvironmentVariable(
      "OTEL_BSP_SCHEDULE_DELAY", form: "milliseconds from 10 to 600000", fallback: "5000",
      "maximum delay before spans are exported"),
    EnvironmentVariable(
      "OTEL_BSP_MAX_EXPORT_BATCH_SIZE", form: "whole number from 1 to 4096", fallback: "512",
      "maximum number of spans per request"),
    EnvironmentVariable(
      "OTEL_TRACES_EXPORTER", form: "otlp or none", fallback: "otlp", "none turns the export off"),
    EnvironmentVariable(
      "OTEL_SDK_DISABLED", form: "true or false", fallback: "false", "true turns the export off"),
  ]
}
