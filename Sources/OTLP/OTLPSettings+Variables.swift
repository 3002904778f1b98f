public import Configuration

extension OTLPSettings {
  /// The variables, for `--help`.
  public static let variables = [
    EnvironmentVariable(
      "OTEL_EXPORTER_OTLP_ENDPOINT", form: "http or https URL, to which /v1/traces is added",
      fallback: "none: no spans are exported",
      "the OpenTelemetry collector that gets spans (OTLP/HTTP, JSON)"),
    EnvironmentVariable(
      "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", form: "http or https URL, taken as it is",
      fallback: "made of the one before", "the same, with its path"),
    EnvironmentVariable(
      "OTEL_EXPORTER_OTLP_HEADERS", form: "name=value,name=value; values percent-encoded",
      fallback: "none", "headers of each request, such as an authorization"),
    EnvironmentVariable(
      "OTEL_EXPORTER_OTLP_TIMEOUT", form: "milliseconds from 1 to 600000", fallback: "10000",
      "how long a request may take"),
    EnvironmentVariable(
      "OTEL_SERVICE_NAME", form: "text", fallback: "standups",
      "what the names of the services begin with, as in standups-timer"),
    EnvironmentVariable(
      "OTEL_RESOURCE_ATTRIBUTES", form: "key=value,key=value; values percent-encoded",
      fallback: "none", "what is said of each service besides"),
    EnvironmentVariable(
      "OTEL_TRACES_SAMPLER",
      form: "always_on, always_off, traceidratio, or these after parentbased_",
      fallback: "parentbased_always_on", "which traces are exported"),
    EnvironmentVariable(
      "OTEL_TRACES_SAMPLER_ARG", form: "number from 0 to 1", fallback: "1",
      "how many, with traceidratio"),
    EnvironmentVariable(
      "OTEL_BSP_SCHEDULE_DELAY", form: "milliseconds from 10 to 600000", fallback: "5000",
      "how long spans wait for others"),
    EnvironmentVariable(
      "OTEL_BSP_MAX_EXPORT_BATCH_SIZE", form: "whole number from 1 to 4096", fallback: "512",
      "the most spans in a request"),
    EnvironmentVariable(
      "OTEL_TRACES_EXPORTER", form: "otlp or none", fallback: "otlp", "none turns it off"),
    EnvironmentVariable(
      "OTEL_SDK_DISABLED", form: "true or false", fallback: "false", "true turns it off"),
  ]
}
