import Standups

/// Assigns keys to the answers of an alert: a digit and, if one of its letters is still free, a
/// letter of the label.
struct AlertKeys: Hashable, Sendable {
  var answers: [Answer]

  struct Answer: Hashable, Sendable {
    var digit: Character
    var letter: Character?
    var action: MeetingSession.AlertAction
  }

  init(_ alert: MeetingSession.Alert) {
    // `q` is reserved, because it always leaves the view.
    var taken: Set<Character> = ["q"]
    answers = alert.actions.enumerated().map { index, action in
      let letter = action.label.lowercased().first { $0.isLetter && !taken.contains($0) }
      if let letter { taken.insert(letter) }
      return Answer(digit: Character("\(index + 1)"), letter: letter, action: action)
    }
  }

  func action(for key: Key) -> MeetingSession.AlertAction? {
    guard case .character(let pressed) = key else { return nil }
    return answers.first { $0.digit == pressed || $0.letter == pressed }?.action
  }
}
