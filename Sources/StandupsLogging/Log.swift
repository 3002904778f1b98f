public import Bus
public import StandupsDependencies
public import Foundation

/// The log of a service: unbuffered lines on standard error. Logging never fails.
///
/// Lines contain ids, codes and counts, but nothing that people said: no transcripts and no audio.
///
/// ```swift
/// let log = Log(service: "focus")
/// log.info("Loaded the snapshot.", ["documents": 3])
/// log.caused(by: header).warning("The reply was late.", ["ms": LogValue(late)])
/// ```
public struct Log: Sendable {
  /// Service that writes the lines.
  public let service: String
  /// Minimum level; lines below it are dropped.
  public let level: LogLevel
  private let style: LogStyle
  private let sink: LogSink
  private let date: DateGenerator
  private var corr: UUID?
  private var fields: [String: LogValue] = [:]

  /// Creates a log. Default: JSON lines from `info` on, to standard error.
  ///
  /// - Parameter date: returns the time of a line. Default: the system's clock.
  public init(
    service: String, level: LogLevel = .info, style: LogStyle = .json,
    sink: LogSink = .standardError, date: DateGenerator = .live
  ) {
    self.service = service
    self.level = level
    self.style = style
    self.sink = sink
    self.date = date
  }

  /// A log that drops every line.
  public static let discarded = Log(service: "", level: .error, sink: LogSink { _ in })

  /// Returns the same log with the correlation id of the command that caused the work.
  public func caused(by header: Header) -> Log {
    var log = self
    log.corr = header.corr ?? header.id
    return log
  }

  /// Returns the same log with a correlation id; nil removes it.
  public func caused(by correlation: UUID?) -> Log {
    var log = self
    log.corr = correlation ?? corr
    return log
  }

  /// Returns the same log with additional fields in each line.
  public func with(_ fields: [String: LogValue]) -> Log {
    var log = self
    log.fields.merge(fields) { $1 }
    return log
  }

  /// Logs a detail for debugging; the message is evaluated only if the level is enabled.
  public func debug(
    _ message: @autoclosure () -> String, _ fields: @autoclosure () -> [String: LogValue] = [:]
  ) {
    write(.debug, message, fields)
  }

  /// Logs an event that the person on call may want to read later.
  public func info(
    _ message: @autoclosure () -> String, _ fields: @autoclosure () -> [String: LogValue] = [:]
  ) {
    write(.info, message, fields)
  }

  /// Logs a problem that does not stop the service.
  public func warning(
    _ message: @autoclosure () -> String, _ fields: @autoclosure () -> [String: LogValue] = [:]
  ) {
    write(.warning, message, fields)
  }

  /// Logs a failure, at the highest level.
  public func error(
    _ message: @autoclosure () -> String, _ fields: @autoclosure () -> [String: LogValue] = [:]
  ) {
    write(.error, message, fields)
  }

  private func write(
    _ level: LogLevel, _ message: () -> String, _ more: () -> [String: LogValue]
  ) {
    guard level >= self.level else { return }
    let record = LogRecord(
      date: date(), level: level, service: service, message: message(), corr: corr,
      fields: fields.merging(more()) { $1 })
    sink.write(record.line(style))
  }
}
