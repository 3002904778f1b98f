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
      return isForPeople
        ? "\(head(service))\(DisplayText.safe(text))" : "\(service): \(text)"
    }
    guard isForPeople else { return text }
    guard isVerbose || record.isImportant else { return nil }
    let words = DisplayText.safe(record.message)
    return head(service) + (record.level == "error" ? ink.red(words) : words)
  }

  private func head(_ service: String) -> String {
    ink.dim(DisplayText.fit(service, 13) + " | ")
  }
}

/// What is read of a line of a service's log.
struct LogLine: Sendable {
  var level: String
  var message: String

  /// - Returns: nil if it is no such line.
  init?(_ text: String) {
    guard text.hasPrefix("{"),
      let object = try? JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any],
      let level = object["level"] as? String, let message = object["message"] as? String
    else { return nil }
    self.level = level
    self.message = message
  }

  var isImportant: Bool { level == "warning" || level == "error" }
}
