public import Foundation

/// What a service is given when it is made.
public struct ServiceContext: Sendable {
  /// Its name on the bus.
  public var name: String
  /// This process; another one after every restart.
  public var instance: UUID
  public var environment: BusEnvironment
  public var log: Log
  /// The switches of the command line.
  public var options: Set<String>

  public init(
    name: String, instance: UUID = UUID(), environment: BusEnvironment, log: Log,
    options: Set<String> = []
  ) {
    self.name = name
    self.instance = instance
    self.environment = environment
    self.log = log
    self.options = options
  }

  /// Whether every change of state is to be printed to standard output.
  public var printsChanges: Bool { options.contains("--print-changes") }
}
