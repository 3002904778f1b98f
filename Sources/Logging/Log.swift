public import Bus
public import Dependencies
public import Foundation

/// The log of a service: lines on standard error that never fail and never wait in a buffer.
///
/// Lines hold ids, codes and counts; never what people say, so no transcripts and no audio.
///
/// ```swift
/// let log = Log(service: "focus")
/// log.info("Loaded what was saved.", ["documents": 3])
/// log.caused(by: header).warning("An answer came late.", ["ms": LogValue(late)])
/// ```
public struct Log: Sendable {
  /// The service that speaks.
  public let service: String
  /// Lines below it are dropped.
  public let level: LogLevel
  private let style: LogStyle
  private let sink: LogSink
  private let date: DateGenerator
  private var corr: UUID?
  private var fields: [String: LogValue] = [:]

  /// A log that writes JSON lines from `info` on to standard error, unless told otherwise.
  ///
  /// - Parameter date: tells when a line is logged; the system's clock unless told.
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

  /// A log that keeps nothing.
  public static let discarded = Log(service: "", level: .error, sink: LogSink { _ in })

  /// The same log, whose lines belong to the command that began the work.
  public func caused(by header: Header) -> Log {
    var log = self
    log.corr = header.corr ?? header.id
    return log
  }

  /// The same log, whose lines belong to a command; nil leaves them to nobody.
  public func caused(by correlation: UUID?) -> Log {
    var log = self
    log.corr = correlation ?? corr
    return log
  }

  /// The same log with more fields in each line.
  public func with(_ fields: [String: LogValue]) -> Log {
    var log = self
    log.fields.merge(fields) { $1 }
    return log
  }

  /// For whoever looks for a defect; the message is not made unless it is wanted.
  public func debug(
    _ message: @autoclosure () -> String, _ fields: @autoclosure () -> [String: LogValue] = [:]
  ) {
    write(.debug, message, fields)
  }

  /// What a person on call wants to have read afterwards.
  public func info(
    _ message: @autoclosure () -> String, _ fields: @autoclosure () -> [String: LogValue] = [:]
  ) {
    write(.info, message, fields)
  }

  /// Something is wrong, and the service goes on.
  public func warning(
    _ message: @autoclosure () -> String, _ fields: @autoclosure () -> [String: LogValue] = [:]
  ) {
    write(.warning, message, fields)
  }

  /// Something failed.
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
