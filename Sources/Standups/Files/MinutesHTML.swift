import Foundation

/// The minutes of a past meeting as one HTML file (HTML Living Standard), without scripts or
/// external resources, to be read, sent or printed.
public enum MinutesHTML {
  /// Renders the minutes.
  ///
  /// - Parameters:
  ///   - meeting: the past meeting.
  ///   - standup: the standup that it belongs to.
  /// - Returns: the document, without a line break at its end.
  public static func document(_ meeting: Meeting, of standup: Standup) -> String {
    let title = escape(standup.title.allSatisfy(\.isWhitespace) ? "Standup" : standup.title)
    let date = escape(Minutes.date(meeting.date))
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
      <title>\(title), \(date)</title>
      <style>
      \(style)
      </style>
      </head>
      <body>
      <h1>\(title)</h1>
      <p class="facts">\(facts(meeting))</p>
      \(people(meeting, standup))\(notes(meeting))\(updates(meeting))
      <h2>Transcript</h2>
      \(words(meeting))
      </body>
      </html>

      """
  }

  private static let style = """
    body { font: 16px/1.5 system-ui, sans-serif; max-width: 42rem; margin: 2rem auto; padding: 0 1rem;
      color: #1a1a1a; background: #fff; }
    h1, h2 { line-height: 1.2; }
    .facts, time, td { color: #555; }
    table { border-collapse: collapse; }
    th { text-align: left; font-weight: normal; padding-right: 2rem; }
    td { text-align: right; font-variant-numeric: tabular-nums; }
    section { break-inside: avoid; margin: 0 0 1rem; }
    section h3 { font-size: 1rem; margin: 0; }
    section p { margin: 0; }
    @media print { body { margin: 0; max-width: none; } }
    """

  private static func facts(_ meeting: Meeting) -> String {
    var facts = ["\(Minutes.date(meeting.date)) UTC"]
    if let duration = meeting.durationMs { facts.append(Minutes.clock(duration)) }
    if let planned = meeting.plannedMs { facts.append("planned \(Minutes.clock(planned))") }
    if let paused = meeting.pausedMs, paused >= 1000 {
      facts.append("paused \(Minutes.clock(paused))")
    }
    switch meeting.ending {
    case .timeUp: facts.append("time ran out")
    case .saved: facts.append("ended early")
    case .written:
      facts.append("held in writing")
      let names = meeting.attendeesWithoutUpdate.map(\.displayName)
      if !names.isEmpty { facts.append("no update: \(names.joined(separator: ", "))") }
    case nil: break
    }
    return facts.map(escape).joined(separator: " · ")
  }

  private static func people(_ meeting: Meeting, _ standup: Standup) -> String {
    let people = Minutes.people(meeting, standup)
    let rows = people.names.map { person in
      let time = person.floorMs.map { "<td>\(Minutes.clock($0))</td>" } ?? ""
      let presence = person.presence.map { ", \($0)" } ?? ""
      return "<tr><th scope=\"row\">\(escape(person.name))\(presence)</th>\(time)</tr>"
    }
    let note = people.note.map { "<p><em>\(escape($0))</em></p>\n" } ?? ""
    return "<h2>\(people.title)</h2>\n\(note)<table>\n\(rows.joined(separator: "\n"))\n</table>"
  }

  private static func notes(_ meeting: Meeting) -> String {
    guard let notes = meeting.notes else { return "" }
    let items = notes.map { note in
      let text = "<b>\(escape(note.attendee.displayName))</b>: \(escape(note.text))"
      return "<li>\(note.isOpen ? text : "<s>\(text)</s> (done)")</li>"
    }
    return "\n<h2>Follow-ups</h2>\n<ul>\n\(items.joined(separator: "\n"))\n</ul>"
  }

  private static func updates(_ meeting: Meeting) -> String {
    let sections = meeting.writtenUpdates.map { update in
      """
      <section>
      <h3>\(escape(update.attendee.displayName))\(update.isFromAbsent ? " (absent)" : "")</h3>
      <p>\(update.lines.map { escape(String($0)) }.joined(separator: "<br>"))</p>
      </section>
      """
    }
    guard !sections.isEmpty else { return "" }
    return "\n<h2>Written updates</h2>\n" + sections.joined(separator: "\n")
  }

  private static func words(_ meeting: Meeting) -> String {
    if let silence = meeting.silence { return "<p><em>\(escape(silence))</em></p>" }
    let turns = meeting.spokenTurns.map { turn in
      """
      <section>
      <h3>\(escape(turn.speaker)) <time>\(Minutes.clock(turn.fromMs))–\(Minutes.clock(turn.toMs))</time></h3>
      <p>\(escape(turn.text))</p>
      </section>
      """
    }
    let blocks = turns.isEmpty ? ["<p>\(escape(meeting.transcript))</p>"] : turns
    let note = turns.isEmpty ? nil : meeting.mark.map { "<p><em>\(escape($0.note))</em></p>" }
    return (blocks + [note].compactMap(\.self)).joined(separator: "\n")
  }

  /// Escapes text for an element or a quoted attribute.
  private static func escape(_ text: String) -> String {
    PlainLine.clean(text).map { character in
      switch character {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      case "\"": "&quot;"
      case "'": "&#39;"
      default: String(character)
      }
    }.joined()
  }
}
