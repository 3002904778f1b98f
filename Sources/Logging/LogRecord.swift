public import Foundation

/// One line of the log, before it is written.
public struct LogRecord: Hashable, Sendable {
  /// When it was logged; written in UTC.
  public var date: Date
  /// How much it matters, as it was logged.
  public var level: LogLevel
  /// The service that speaks, by its name on the bus.
  public var service: String
  /// What happened, in a sentence for a person; never what people say.
  public var message: String
  /// The correlation id: the command that began it all.
  public var corr: UUID?
  /// More members of the line, by name; a name of the record's own, such as `time`, gets a `_`.
  public var fields: [String: LogValue]

  /// A record to be written with `line(_:)`; `corr` is nil where no command began the work.
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
