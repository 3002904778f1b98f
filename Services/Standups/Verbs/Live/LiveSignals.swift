import Standups
import TranscriptionAPI

/// The problems of the microphones' signals, one for each microphone.
struct LiveSignals: Hashable, Sendable {
  /// Time for which a problem is shown after the last words of its microphone, in seconds.
  static let maxSeconds = 30

  struct Problem: Hashable, Sendable {
    /// The person whose own microphone it is; nil for that of the room.
    var person: Attendee.PersonID?
    var signal: SignalProblem
    /// Time since the last words, in seconds.
    var seconds = 0
  }

  /// The problems in the order in which they began.
  private(set) var all: [Problem] = []

  /// Replaces the problem of a microphone, from which words were heard; nil for a good signal.
  mutating func update(_ signal: SignalProblem?, of person: Attendee.PersonID?) {
    let index = all.firstIndex { $0.person == person }
    guard let signal else {
      if let index { all.remove(at: index) }
      return
    }
    let problem = Problem(person: person, signal: signal)
    if let index { all[index] = problem } else { all.append(problem) }
  }

  /// Records that a second has passed.
  mutating func age() {
    for index in all.indices { all[index].seconds += 1 }
    all.removeAll { $0.seconds >= Self.maxSeconds }
  }
}

extension LiveView {
  /// The problems of the signals in a few words, for example “, very quiet” for the microphone of the room.
  var signalText: String {
    let texts = signals.all.map { problem in
      let text =
        switch problem.signal {
        case .quiet: "very quiet"
        case .clipped: "too loud"
        }
      let attendee = standup.attendees.first {
        problem.person != nil && $0.person == problem.person
      }
      guard let attendee else { return text }
      return "\(DisplayText.truncate(DisplayText.safe(attendee.displayName), to: 20)) \(text)"
    }
    guard let first = texts.first else { return "" }
    return ", \(first)" + (texts.count > 1 ? " and \(texts.count - 1) more" : "")
  }
}
