public import Foundation

/// One line of the log, before it is written.
public struct LogRecord: Hashable, Sendable {
  public var date: Date
  public var level: LogLevel
  public var service: String
  public var message: String
  /// The correlation id: the command that began it all.
  public var corr: UUID?
  public var fields: [String: LogValue]

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
