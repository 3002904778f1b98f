import Foundation
import Threads

/// Converts the log lines of child processes for the supervisor's output.
struct LogRelay: Sendable {
  /// True for human-readable output, in which log lines are text and only important ones are shown.
  var isForPeople: Bool
  var isVerbose: Bool
  var ink: Ink

  /// Output for a line of a child; nil if the line is omitted.
  func line(_ text: String, from service: String) -> String? {
    guard let record = LogLine(text) else {
      // This output is not part of the log, for example because the child crashed.
      return isForPeople
        ? "\(head(service))\(DisplayText.safe(text))"
        : LogLine.json(level: "error", message: text, service: service)
    }
    guard isForPeople else { return text }
    guard isVerbose || record.isImportant else { return nil }
    let words = DisplayText.safe(record.message)
    let fields = isVerbose ? record.fields.map { "  " + ink.dim($0.name + "=") + $0.value } : []
    return head(service) + (record.level == "error" ? ink.red(words) : words) + fields.joined()
  }

  private func head(_ service: String) -> String {
    ink.dim(DisplayText.fit(service, 13) + " | ")
  }
}

/// The parsed form of a service's log line.
struct LogLine: Sendable {
  var level: String
  var message: String
  /// Additional fields by name, safe to print.
  var fields: [(name: String, value: String)] = []

  /// A log line in the services' format.
  static func json(level: String, message: String, service: String? = nil) -> String {
    struct Record: Encodable {
      var level: String
      var message: String
      var service: String?
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Strings can always be encoded.
    let data = try? encoder.encode(Record(level: level, message: message, service: service))
    return String(decoding: data ?? Data(), as: UTF8.self)
  }

  /// Parses a log line; nil if the text is not one.
  init?(_ text: String) {
    guard text.hasPrefix("{"),
      let object = try? JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any],
      let level = object["level"] as? String, let message = object["message"] as? String
    else { return nil }
    self.level = level
    self.message = message
    fields = object.filter { !Self.known.contains($0.key) }.sorted { $0.key < $1.key }.map {
      (DisplayText.safe($0.key), Self.text($0.value))
    }
  }

  /// Fields that every line has, and that are printed separately or omitted.
  private static let known: Set = ["time", "level", "service", "message"]

  private static func text(_ value: Any) -> String {
    guard let text = value as? String else {
      // JSON serialization preserves the difference between numbers and booleans.
      let data = try? JSONSerialization.data(withJSONObject: value, options: .fragmentsAllowed)
      return DisplayText.safe(String(decoding: data ?? Data(), as: UTF8.self))
    }
    let isPlain = !text.isEmpty && !text.contains { $0 == " " || $0 == "\"" || $0.isNewline }
    return DisplayText.safe(isPlain ? text : "“\(text)”")
  }

  var isImportant: Bool { level == "warning" || level == "error" }
}

/// Last problem that each child logged. It is reported as the reason if the child dies.
final class Complaints: Sendable {
  private let last = Locked<[String: String]>([:])

  /// Records a line from a child if it is a warning, an error, or not a log line.
  func hear(_ line: String, from name: String) {
    let record = LogLine(line)
    guard record?.isImportant ?? !line.isEmpty else { return }
    last.withLock { $0[name] = record?.message ?? line }
  }

  func last(of name: String) -> String? { last.withLock { $0[name] } }

  func forget(_ name: String) { last.withLock { $0[name] = nil } }
}
