public import StandupsConfiguration
public import Foundation
public import StandupsLogging
public import StandupsMetrics

/// The values with which a service is created: its name, settings, log, metrics and checks.
public struct ServiceContext: Sendable {
  /// Name of the service on the bus.
  public var name: String
  /// Identifies this process; changes with every restart.
  public var instance: UUID
  /// The checked settings from the environment.
  public var environment: BusEnvironment
  /// The service's log; on standard error if `ServiceRunner.main` created it.
  public var log: Log
  /// The given switches of the command line.
  public var options: Set<String>
  /// The metrics of the service.
  public var metrics: MetricRegistry
  /// The conditions for the service to be alive and ready.
  public var checks: HealthChecks

  /// Creates a context; a test needs only name, environment and log.
  ///
  /// - Parameters:
  ///   - name: name of the service on the bus.
  ///   - instance: identifies this process. Default: a random id.
  ///   - environment: the checked settings from the environment.
  ///   - log: the service's log.
  ///   - options: the given switches, with their dashes. Default: none.
  ///   - metrics: the metrics of the service.
  ///   - checks: the conditions for the service to be alive and ready.
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

  /// True if metrics are served; otherwise, a hot path need not count.
  public var isObserved: Bool { environment.http != nil }

  /// Prints the changes of an action to standard output, one line each; nil unless
  /// `--print-changes` was given.
  public var changePrinter: (@Sendable ([String]) -> Void)? {
    guard options.contains("--print-changes") else { return nil }
    return { lines in
      FileHandle.standardOutput.write(Data((lines.map { $0 + "\n" }.joined()).utf8))
    }
  }
}
