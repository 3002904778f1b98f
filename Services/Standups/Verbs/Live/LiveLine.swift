import Standups

extension DisplayText {
  /// A number of persons, such as “2 people”.
  static func people(_ count: Int) -> String { count == 1 ? "1 person" : "\(count) people" }
}

/// A permanent line of the live view. Without a terminal, the view consists of these lines only.
enum LiveLine: Hashable, Sendable {
  /// The start of a turn, by its index from 0.
  case turn(Int, Attendee?)
  case said(Segment)
  /// Words that belong to another attendee than before.
  case reassigned(Segment)
  /// An open follow-up of the current speaker.
  case open(FollowUp)
  /// The written update of the current speaker.
  case written(WrittenUpdate)
  /// The written update of an attendee who does not take part.
  case writtenByAbsent(WrittenUpdate)
  /// A follow-up that was noted in this meeting.
  case noted(FollowUp)
  /// A follow-up that was marked as done.
  case done(FollowUp)
  case asked(MeetingSession.Alert)
  case decided(MeetingSession.AlertAction)
  /// The number of persons whose voices are recognised; 0 if that has ended.
  case voices(Int)

  /// The notice while voices are recognised, in a few words.
  static func shortNotice(ofVoices count: Int) -> String {
    "Voices are recognised: \(DisplayText.people(count)) agreed."
  }

  /// The notice about recognised voices, which everyone in the meeting sees.
  ///
  /// - Parameter count: number of persons who have agreed; 0 if voices are not recognised any more.
  static func notice(ofVoices count: Int) -> String {
    guard count > 0 else { return "Voices are no longer recognised." }
    return shortNotice(ofVoices: count)
      + " Other voices in the room are compared with theirs, and nothing about them is kept."
  }

  /// The lines of a written update, wrapped to the width.
  private static func rows(
    of update: WrittenUpdate, after name: String, _ width: Int
  ) -> [String] {
    update.lines.enumerated().flatMap { index, line in
      let text = DisplayText.safe(String(line))
      return index == 0
        ? DisplayText.wrap("» \(name)\(text)", width: width - 2).map { "  " + $0 }
        : DisplayText.wrap(text, width: width - 4).map { "    " + $0 }
    }
  }

  /// The line, wrapped to the width.
  func rows(in view: LiveView, width: Int, ink: Ink) -> [String] {
    switch self {
    case .turn(let index, let attendee):
      let name = DisplayText.safe(attendee?.displayName ?? "Someone")
      let text = "▶ \(name) (speaker \(index + 1) of \(view.turnCount))"
      return [ink.bold(DisplayText.truncate(text, to: width))]
    case .said(let segment):
      let name = DisplayText.safe(segment.speaker.isEmpty ? "Someone" : segment.speaker)
      let lines = DisplayText.wrap(
        DisplayText.truncate(name, to: max(8, width / 3))
          + (segment.voice == .doubtful ? "?: " : ": ") + DisplayText.safe(segment.text),
        width: width - 2)
      return lines.map { "  " + $0 }
    case .reassigned(let segment):
      let text = "⇄ \(DisplayText.safe(segment.speaker)) said: \(DisplayText.safe(segment.text))"
      return DisplayText.wrap(text, width: width - 2).map { ink.dim("  " + $0) }
    case .open(let followUp):
      return DisplayText.wrap("↪ \(DisplayText.safe(followUp.text))", width: width - 2)
        .map { ink.yellow("  " + $0) }
    case .written(let update):
      return Self.rows(of: update, after: "", width)
    case .writtenByAbsent(let update):
      return Self.rows(of: update, after: "\(view.name(update)) (absent): ", width)
    case .noted(let followUp):
      let text = "✎ \(view.name(followUp)): \(DisplayText.safe(followUp.text))"
      return DisplayText.wrap(text, width: width - 2).map { "  " + $0 }
    case .done(let followUp):
      let text = "✓ \(view.name(followUp)): \(DisplayText.safe(followUp.text))"
      return DisplayText.wrap(text, width: width - 2).map { ink.dim("  " + $0) }
    case .asked(let alert):
      let answers = AlertKeys(alert).answers.map { MeetingSession.AlertAction.word($0.action) }
      return DisplayText.wrap(
        "? \(alert.sentences) Answers: \(answers.joined(separator: ", "))"
          + " (standups answer \(view.standup.id.description.prefix(8)) ANSWER).",
        width: width
      ).map(ink.yellow)
    case .decided(let action):
      return [ink.dim(DisplayText.truncate("  \(action.label).", to: width))]
    case .voices(let count):
      return DisplayText.wrap(Self.notice(ofVoices: count), width: width).map(ink.yellow)
    }
  }
}
