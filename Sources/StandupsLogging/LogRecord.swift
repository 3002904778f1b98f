public import Foundation

/// One line of the log, before it is written.
public struct LogRecord: Hashable, Sendable {
  /// Time of the line; written in UTC.
  public var date: Date
  /// Severity of the line.
  public var level: LogLevel
  /// Service that logged it, by its name on the bus.
  public var service: String
  /// A sentence that reports an event, without anything that people said.
  public var message: String
  /// Correlation id: the command that started the work.
  public var corr: UUID?
  /// Additional members of the line, by name. A name that the record uses itself, such as `time`,
  /// gets a trailing `_`.
  public var fields: [String: LogValue]

  /// Creates a record for `line(_:)`; `corr` is nil if no command caused the work.
  public init(
    date: Date, level: LogLevel, service: String, message: String, corr: UUID? = nil,
    fields: [String: LogValue] = [:]
  ) {
    self.date = date
    self.level = level
    self.service = service
    self.message = message
    self.corr = corr
    self.fields = fields
  }
}
