import Configuration

/// What the router reads from the environment.
struct RouterSettings: ProgramSettings {
  /// How many messages it remembers for traces.
  var traceMessages = 65_536

  static let variables = [
    EnvironmentVariable(
      "STANDUPS_TRACE_MESSAGES", form: "whole number from 0 to 1048576", fallback: "65536",
      "how many messages the router remembers for `standups trace`, at about 250 bytes each")
  ]

  init() {}

  init(_ reader: inout EnvironmentReader) {
    traceMessages = reader.integer("STANDUPS_TRACE_MESSAGES", in: 0...1_048_576, or: 65_536)
  }
}
