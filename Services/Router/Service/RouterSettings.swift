import StandupsConfiguration
import Leases
import OTLP

/// Router settings from the environment.
struct RouterSettings: ProgramSettings {
  /// Number of messages kept in memory for traces.
  var traceMessages = 65_536
  /// Lease that decides which of two routers is active; nil for a single router.
  var lease: LeasePlace?
  /// Target of the span export; nil to export none.
  var tracing: OTLPSettings?
  /// Name of the cell; nil for a single installation, which has all standups.
  var cell: String?
  /// Services that this program does not know, with their bindings.
  var outside = OutsideServices()

  static let variables = [
    EnvironmentVariable(
      "STANDUPS_BINDINGS", form: "NAME or MESSAGE=COMMAND, separated by commas", fallback: "none",
      "outside services that store documents, and the commands to which their messages lead"),
    EnvironmentVariable(
      "STANDUPS_CELL", form: "1 to 32 letters, digits and hyphens", fallback: "none",
      "the name of this cell, if several cells share the standups"),
    EnvironmentVariable(
      "STANDUPS_ROUTER_LEASE", form: LeasePlace.form, fallback: "none, for a single router",
      "the lease that decides which of two routers is active"),
    EnvironmentVariable(
      "STANDUPS_TRACE_MESSAGES", form: "whole number from 0 to 1048576", fallback: "65536",
      "number of messages kept in memory for `standups trace`, about 250 bytes each"),
  ]

  static let standardVariables = OTLPSettings.variables

  init() {}

  init(_ reader: inout EnvironmentReader) {
    if let text = reader.value("STANDUPS_ROUTER_LEASE") {
      lease = LeasePlace(text)
      // The message omits the value, which may contain a password.
      if lease == nil {
        reader.refuse("STANDUPS_ROUTER_LEASE", "Invalid lease; expected \(LeasePlace.form).")
      }
    }
    cell = reader.name("STANDUPS_CELL")
    outside = OutsideServices(&reader)
    traceMessages = reader.integer("STANDUPS_TRACE_MESSAGES", in: 0...1_048_576, or: 65_536)
    tracing = OTLPSettings.read(&reader)
    if tracing != nil, traceMessages == 0 {
      reader.refuse(
        "STANDUPS_TRACE_MESSAGES",
        "Invalid value 0; OTEL_EXPORTER_OTLP_ENDPOINT requires at least 1, as spans are created from these messages."
      )
    }
    if let cell { tracing?.resource.shared.append(SpanAttribute("standups.cell", cell)) }
  }
}
