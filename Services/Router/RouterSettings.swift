import Configuration
import Leases
import OTLP

/// What the router reads from the environment.
struct RouterSettings: ProgramSettings {
  /// How many messages it remembers for traces.
  var traceMessages = 65_536
  /// Where it is decided which of two routers is the active one; nil where there is one.
  var lease: LeasePlace?
  /// Where spans are exported to; nil for nowhere.
  var tracing: OTLPSettings?
  /// The name of the cell; nil where there is one installation, which has all standups.
  var cell: String?

  static let variables = [
    EnvironmentVariable(
      "STANDUPS_CELL", form: "1 to 32 letters, digits and hyphens", fallback: "none",
      "the name of this installation among those that share the standups"),
    EnvironmentVariable(
      "STANDUPS_ROUTER_LEASE", form: LeasePlace.form, fallback: "none: there is one router",
      "where it is decided which of two routers is the active one"),
    EnvironmentVariable(
      "STANDUPS_TRACE_MESSAGES", form: "whole number from 0 to 1048576", fallback: "65536",
      "how many messages the router remembers for `standups trace`, at about 250 bytes each"),
  ]

  static let standardVariables = OTLPSettings.variables

  init() {}

  init(_ reader: inout EnvironmentReader) {
    if let text = reader.value("STANDUPS_ROUTER_LEASE") {
      lease = LeasePlace(text)
      // Not repeated: it may hold a password.
      if lease == nil {
        reader.refuse("STANDUPS_ROUTER_LEASE", "it must be \(LeasePlace.form).")
      }
    }
    cell = reader.name("STANDUPS_CELL")
    traceMessages = reader.integer("STANDUPS_TRACE_MESSAGES", in: 0...1_048_576, or: 65_536)
    tracing = OTLPSettings.read(&reader)
    if tracing != nil, traceMessages == 0 {
      reader.refuse(
        "STANDUPS_TRACE_MESSAGES",
        "spans are made of what the router remembers: with OTEL_EXPORTER_OTLP_ENDPOINT it cannot be 0."
      )
    }
    if let cell { tracing?.resource.shared.append(SpanAttribute("standups.cell", cell)) }
  }
}
