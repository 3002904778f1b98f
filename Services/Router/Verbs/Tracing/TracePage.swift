import Bus
import Foundation
import RouterAPI

/// Formats traces as human-readable text.
struct TracePage {
  var console: Console
  var calendar: Calendar

  /// The trace as a tree, followed by remarks about missing parts.
  func lines(_ trace: WholeTrace) -> [String] {
    let rows = TraceTree(trace).rows(lines: console.isTerminal)
    let start = trace.messages.map(\.clockUs).min() ?? 0
    let texts = rows.map { $0.prefix + text($0.content) }
    let width = min(texts.map { DisplayText.width($0) }.max() ?? 0, 72)
    let lines = zip(rows, texts).map { row, text in
      let filled = text + String(repeating: " ", count: max(0, width - DisplayText.width(text)))
      let line = filled + "  " + facts(row.content, since: start)
      return String(line.reversed().drop { $0 == " " }.reversed())
    }
    let head = "Trace \(trace.correlation)"
    return [console.ink.bold(head)] + lines + trace.remarks.map { console.ink.yellow($0) }
  }

  /// The latest commands as a table.
  func table(_ traces: [TracedMessage]) -> [String] {
    var table = Table(
      header: ["TIME", "COMMAND", "FROM", "OUTCOME", "TOOK", "TRACE"], flexible: 1)
    table.rows = traces.map {
      [
        clock($0.time), DisplayText.safe($0.target), DisplayText.safe($0.from), outcome($0),
        $0.answer.map { Self.duration($0.afterUs) } ?? "", String($0.correlation.prefix(8)),
      ]
    }
    return table.lines(width: console.width, ink: console.ink)
  }

  private func text(_ content: TraceTree.Content) -> String {
    switch content {
    case .message(let message):
      let attempt = message.attempt.map { ", attempt \($0)" } ?? ""
      let to = DisplayText.safe(message.to ?? "no recipient")
      return "\(message.kind.rawValue) \(DisplayText.safe(message.target))"
        + " (\(DisplayText.safe(message.from)) → \(to)\(attempt))"
    case .event(let event): return "event \(DisplayText.safe(event.type)) #\(event.sequence)"
    case .forgotten(let id): return "(\(id.prefix(8)) is no longer available)"
    }
  }

  private func facts(_ content: TraceTree.Content, since start: Int64) -> String {
    switch content {
    case .message(let message):
      var parts = [clock(message.time), "+" + Self.duration(message.clockUs - start)]
      parts.append(outcome(message))
      if let answer = message.answer { parts.append("after " + Self.duration(answer.afterUs)) }
      return parts.joined(separator: "  ")
    case .event(let event): return clock(event.time)
    case .forgotten: return ""
    }
  }

  private func outcome(_ message: TracedMessage) -> String {
    switch message.answer {
    case nil: console.ink.yellow("no reply yet")
    case let answer? where answer.kind == .final: answer.kind.rawValue
    case let answer?: console.ink.red("ERR " + DisplayText.safe(answer.code?.rawValue ?? ""))
    }
  }

  /// The local time of day, with milliseconds.
  private func clock(_ date: Date) -> String {
    // Rounded first, because a date's fractional seconds are inexact.
    let ms = Int64((date.timeIntervalSince1970 * 1000).rounded())
    let whole = Date(timeIntervalSince1970: Double(ms / 1000))
    let parts = calendar.dateComponents([.hour, .minute, .second], from: whole)
    func digits(_ value: Int, _ count: Int) -> String {
      let text = String(value)
      return String(repeating: "0", count: max(0, count - text.count)) + text
    }
    return "\(digits(parts.hour ?? 0, 2)):\(digits(parts.minute ?? 0, 2))"
      + ":\(digits(parts.second ?? 0, 2)).\(digits(Int(ms % 1000), 3))"
  }

  /// Formats a duration: `0.31 ms`, `12.3 ms`, `1.50 s`.
  static func duration(_ us: Int64) -> String {
    func fixed(_ value: Int64, _ digits: Int) -> String {
      let scale: Int64 = digits == 2 ? 100 : 10
      let rest = String(value % scale)
      return "\(value / scale).\(String(repeating: "0", count: digits - rest.count))\(rest)"
    }
    switch us {
    case ..<10_000: return fixed(us / 10, 2) + " ms"
    case ..<1_000_000: return fixed(us / 100, 1) + " ms"
    default: return fixed(us / 10_000, 2) + " s"
    }
  }
}

extension CommandContext {
  var tracePage: TracePage { TracePage(console: console, calendar: calendar) }
}
