public import Configuration
public import Foundation
public import Logging
public import Metrics

/// What a service is given when it is made.
public struct ServiceContext: Sendable {
  /// Its name on the bus.
  public var name: String
  /// This process; another one after every restart.
  public var instance: UUID
  /// What was read from the environment, checked.
  public var environment: BusEnvironment
  /// The service's log, on standard error when `ServiceRunner.main` made it.
  public var log: Log
  /// The switches of the command line.
  public var options: Set<String>
  /// What the service counts and measures.
  public var metrics: MetricRegistry
  /// What has to hold for it to be alive, and ready.
  public var checks: HealthChecks

  /// A context; a test may leave out all but name, environment and log.
  ///
  /// - Parameters:
  ///   - instance: a random one unless told.
  ///   - options: the switches that were given, with their dashes; none unless told.
  public init(
    name: String, instance: UUID = UUID(), environment: BusEnvironment, log: Log,
    options: Set<String> = [], metrics: MetricRegistry = MetricRegistry(),
    checks: HealthChecks = HealthChecks()
  ) {
    self.name = name
    self.instance = instance
    self.environment = environment
    self.log = log
    self.options = options
    self.metrics = metrics
    self.checks = checks
  }

  /// Whether anybody can see what is measured; otherwise a hot path need not count.
  public var isObserved: Bool { environment.http != nil }

  /// Prints what an action changed to standard output, a line each; nil unless that was asked for.
  public var changePrinter: (@Sendable ([String]) -> Void)? {
    guard options.contains("--print-changes") else { return nil }
    return { lines in
      FileHandle.standardOutput.write(Data((lines.map { $0 + "\n" }.joined()).utf8))
    }
  }
}
