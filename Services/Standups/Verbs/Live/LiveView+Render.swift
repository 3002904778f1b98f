import Standups

extension LiveView {
  /// The panel, which is redrawn in place. No row is wider than the terminal.
  ///
  /// - Parameters:
  ///   - width: width of the terminal, in columns.
  ///   - height: height of the terminal, in rows; if it is small, the time is shown in small
  ///     digits.
  ///   - ink: the text styles.
  func panel(width: Int, height: Int = .max, ink: Ink) -> [String] {
    let width = max(20, width - 1)
    var rows = [title(width, ink)]
    rows += turnRows(width: width, height: height, ink: ink)
    rows += writtenRows(width)
    rows += openRows(width, ink)
    rows += people(width: width, ink: ink)
    rows.append(ink.dim(DisplayText.truncate(times, to: width)))
    rows += voicesRows(width, ink)
    if let alert {
      rows += [""] + question(alert, width, ink)
    } else if !guesses.isEmpty {
      rows += [""] + guessRows(width, ink)
    }
    if let notice {
      rows += DisplayText.wrap(DisplayText.safe(notice), width: width).prefix(2).map(ink.red)
    }
    rows.append(ink.dim(DisplayText.truncate(keys, to: width)))
    return rows
  }

  private func title(_ width: Int, _ ink: Ink) -> String {
    let state = recording
    let room = width - DisplayText.width(state) - 3
    let name = DisplayText.title(standup.title)
    return ink.themed(
      standup.theme, " " + DisplayText.fit(name, room) + " " + state + " ")
  }

  private var recording: String {
    if isAway { return "reconnecting…" }
    return switch audio {
    case .failed: "no audio"
    case .behind(let dropped) where dropped > 0: "audio dropped"
    case _ where isRecording: isHeard ? "● recording" + signalText : "○ no sound"
    default: "not recorded"
    }
  }

  /// The notice that voices are recognised, which everyone in the meeting sees.
  private func voicesRows(_ width: Int, _ ink: Ink) -> [String] {
    guard isRecording, let voices else { return [] }
    return [ink.dim(DisplayText.truncate(LiveLine.shortNotice(ofVoices: voices), to: width))]
  }

  /// Times of the whole meeting.
  private var times: String {
    let durationMs = schedule.durationMs
    let left =
      overrunMs.map { "over by \(DurationText.clock($0))" }
      ?? DurationText.clock(max(0, durationMs - elapsedMs) + 999) + " left"
    return "Meeting \(DurationText.clock(elapsedMs)) of \(DurationText.clock(durationMs)),"
      + " \(left)" + (alert == nil ? "" : ", paused")
  }

  /// The start of the current speaker's written update, limited for lack of space.
  private func writtenRows(_ width: Int) -> [String] {
    let lines = (current.flatMap { updates.update(of: $0.id) })?.lines ?? []
    let rows = lines.prefix(Self.maxWritten).enumerated().map { index, line in
      DisplayText.truncate((index == 0 ? "» " : "  ") + DisplayText.safe(String(line)), to: width)
    }
    let rest = lines.count - rows.count
    return rows
      + (rest > 0
        ? [DisplayText.truncate("  and \(rest) more (standups update list)", to: width)] : [])
  }

  private static let maxWritten = 3

  /// The current speaker's open follow-ups, limited to the first few for lack of space.
  private func openRows(_ width: Int, _ ink: Ink) -> [String] {
    let open = open
    let rows = open.prefix(Self.maxOpen).map {
      ink.yellow(DisplayText.truncate("↪ \(DisplayText.safe($0.text))", to: width))
    }
    let rest = open.count - rows.count
    return rows + (rest > 0 ? [ink.dim("  and \(rest) more (standups notes)")] : [])
  }

  private static let maxOpen = 3

  private func question(_ alert: MeetingSession.Alert, _ width: Int, _ ink: Ink) -> [String] {
    let message = DisplayText.wrap(DisplayText.safe(alert.message), width: width - 2)
    let answers = AlertKeys(alert).answers.map { answer in
      let letter = answer.letter.map { " or \($0)" } ?? ""
      return DisplayText.truncate("  [\(answer.digit)\(letter)] \(answer.action.label)", to: width)
    }
    let title = DisplayText.truncate(alert.title, to: width)
    return [ink.bold(ink.yellow(title))] + message.prefix(3).map { "  " + $0 } + answers
  }

  private var keys: String {
    if alert != nil { return "[q] leave (the question stays open)" }
    let mark = canMark ? "[m] mark  " : ""
    let back = undo == nil ? "" : "[u] undo  "
    return isWaiting
      ? "…"
      : "[n] next  [+] 1 min more  [l] later  \(back)\(mark)[p] pause  [e] end  [q] leave"
  }
}
