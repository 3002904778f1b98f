import Countdown
import Standups

extension LiveView {
  /// The panel that is redrawn in place: no row is wider than the terminal.
  ///
  /// - Parameters:
  ///   - width: columns of the terminal.
  ///   - ink: with or without colours.
  func panel(width: Int, ink: Ink) -> [String] {
    let width = max(20, width - 1)
    var rows = [title(width, ink), bar(width, ink)]
    rows += turns(width, ink)
    if let alert {
      rows += [""] + question(alert, width, ink)
    } else if !partial.isEmpty {
      rows += [""] + words(width, ink)
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
    let name = DisplayText.safe(standup.title.isEmpty ? "Untitled standup" : standup.title)
    return ink.themed(
      standup.theme, " " + DisplayText.fit(name, room) + " " + state + " ")
  }

  private var recording: String {
    switch audio {
    case .failed: "no audio"
    case .behind(let dropped) where dropped > 0: "audio behind"
    case .sending where isRecording: "● recording"
    case _ where isRecording: hasHeard || !partial.isEmpty ? "● recording" : "○ no sound"
    default: "not recorded"
    }
  }

  private func bar(_ width: Int, _ ink: Ink) -> String {
    let left = max(0, standup.durationMs - elapsedMs)
    let held = alert == nil ? "" : ", held"
    let times =
      " \(DurationText.clock(elapsedMs)) / \(DurationText.clock(standup.durationMs)),"
      + " \(Self.left(left)) left\(held)"
    let room = max(4, width - DisplayText.width(times))
    let share = standup.durationMs > 0 ? Double(elapsedMs) / Double(standup.durationMs) : 0
    let full = min(room, max(0, Int((share * Double(room)).rounded())))
    return ink.tinted(standup.theme, String(repeating: "█", count: full))
      + ink.dim(String(repeating: "░", count: room - full))
      + DisplayText.truncate(times, to: width - 4)
  }

  private func turns(_ width: Int, _ ink: Ink) -> [String] {
    let count = standup.attendees.count
    let name = DisplayText.safe(current?.displayName ?? "Someone")
    var left = ""
    if let schedule = SpeakerSchedule(durationMs: standup.durationMs, speakers: max(1, count)) {
      left = Self.left(max(0, schedule.start(of: speaker + 1) - elapsedMs))
    }
    // The name needs its room; what stands around it gets shorter first.
    let forms = [
      ("Speaker \(speaker + 1) of \(count): ", " (\(left) of the turn left)"),
      ("Speaker \(speaker + 1) of \(count): ", " (\(left) left)"),
      ("\(speaker + 1)/\(count) ", " (\(left))"),
    ]
    func room(_ form: (String, String)) -> Int {
      width - DisplayText.width(form.0) - DisplayText.width(form.1)
    }
    let wanted = min(10, DisplayText.width(name))
    let form = forms.first { room($0) >= wanted } ?? ("", "")
    let following =
      next.map { "Next: \(DisplayText.safe($0.displayName))" } ?? "No more speakers"
    return [
      form.0 + ink.bold(DisplayText.truncate(name, to: room(form))) + form.1,
      ink.dim(DisplayText.truncate(following, to: width)),
    ]
  }

  private func words(_ width: Int, _ ink: Ink) -> [String] {
    DisplayText.wrap("… " + DisplayText.safe(partial), width: width).suffix(2).map(ink.dim)
  }

  private func question(_ alert: MeetingSession.Alert, _ width: Int, _ ink: Ink) -> [String] {
    let message = DisplayText.wrap(DisplayText.safe(alert.message), width: width - 2)
    let answers = AlertKeys(alert).answers.map { answer in
      let letter = answer.letter.map { " or \($0)" } ?? ""
      return DisplayText.truncate("  [\(answer.digit)\(letter)] \(answer.action.label)", to: width)
    }
    return [ink.bold(ink.yellow(alert.title))] + message.prefix(3).map { "  " + $0 } + answers
  }

  private var keys: String {
    if alert != nil { return "[q] leave, the question stays open" }
    return isWaiting
      ? "…" : "[n] next speaker  [e] end meeting  [q] leave, the meeting goes on"
  }

  /// The rest of a time, rounded up so that it reaches 0 with the end.
  private static func left(_ ms: Int64) -> String { DurationText.clock(ms + 999) }
}
