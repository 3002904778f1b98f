import Foundation

/// Turns the lines that a child writes into lines for whoever reads the supervisor's.
struct LogRelay: Sendable {
  /// Whether a person reads: then log lines become text, and only what matters is shown.
  var isForPeople: Bool
  var isVerbose: Bool
  var ink: Ink

  /// What is written of a child's line; nil where it is left out.
  func line(_ text: String, from service: String) -> String? {
    guard let record = LogLine(text) else {
      // Output of a service besides its log, such as that of a crash.
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

/// What is read of a line of a service's log.
struct LogLine: Sendable {
  var level: String
  var message: String
  /// What it says besides, by name; safe to show.
  var fields: [(name: String, value: String)] = []

  /// A line as the services write it.
  static func json(level: String, message: String, service: String? = nil) -> String {
    struct Record: Encodable {
      var level: String
      var message: String
      var service: String?
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Three strings: there is nothing in them that JSON could not have.
    let data = try? encoder.encode(Record(level: level, message: message, service: service))
    return String(decoding: data ?? Data(), as: UTF8.self)
  }

  /// - Returns: nil if it is no such line.
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

  /// What every line has, and what stands before it or in it anyway.
  private static let known: Set = ["time", "level", "service", "message"]

  private static func text(_ value: Any) -> String {
    guard let text = value as? String else {
      // As it was in the line: a number that is no truth value, and the other way round.
      let data = try? JSONSerialization.data(withJSONObject: value, options: .fragmentsAllowed)
      return DisplayText.safe(String(decoding: data ?? Data(), as: UTF8.self))
    }
    let isPlain = !text.isEmpty && !text.contains { $0 == " " || $0 == "\"" || $0.isNewline }
    return DisplayText.safe(isPlain ? text : "“\(text)”")
  }

  var isImportant: Bool { level == "warning" || level == "error" }
}
