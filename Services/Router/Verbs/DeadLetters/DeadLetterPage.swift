import Bus
import Foundation
import RouterAPI

/// Formats dead-letter messages as human-readable text.
struct DeadLetterPage {
  let context: CommandContext

  init(_ context: CommandContext) { self.context = context }

  /// A table of the messages and the reasons for their failure, without their bodies.
  func table(_ letters: [DeadLetter]) -> [String] {
    var table = Table(
      header: ["ID", "AGE", "FROM", "MESSAGE", "ATTEMPTS", "SIZE", "REASON"], flexible: 6)
    table.rows = letters.map {
      [
        DisplayText.safe(String($0.id.prefix(8))), age($0), DisplayText.safe($0.sender),
        DisplayText.safe($0.target), String($0.attempts), size($0),
        DisplayText.safe($0.error.description),
      ]
    }
    return table.lines(width: context.console.width, ink: context.console.ink)
  }

  func lines(_ letter: DeadLetter, showsBody: Bool) throws -> [String] {
    var lines = [
      "ID        \(DisplayText.safe(letter.id))",
      "Time      \(context.page.date(letter.time)), \(age(letter)) ago",
      "From      \(DisplayText.safe(letter.sender))",
      "Message   \(DisplayText.safe(letter.target)), \(DisplayText.count(letter.attempts, "attempt"))",
      "Reason    \(DisplayText.safe(letter.error.description))",
    ]
    if let correlation = letter.correlation {
      lines.append("Trace     standups trace \(DisplayText.safe(String(correlation.prefix(8))))")
    }
    lines.append("Size      \(size(letter))")
    lines.append(
      "Body      \(showsBody ? try body(letter) : "hidden, as it may be private; add --body to print it")"
    )
    return lines
  }

  private func age(_ letter: DeadLetter) -> String {
    Age.text(context.date().timeIntervalSince(letter.time))
  }

  private func size(_ letter: DeadLetter) -> String {
    guard let bytes = letter.bytes else { return "?" }
    return bytes < 10_000 ? "\(bytes) B" : "\(bytes / 1000) kB"
  }

  private func body(_ letter: DeadLetter) throws -> String {
    guard let body = letter.body else { return "(not stored)" }
    return DisplayText.safe(String(decoding: try BusJSON.encode(body), as: UTF8.self))
  }
}
