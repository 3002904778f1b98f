import Standups

/// The partial transcripts of the words that are being spoken, one for each microphone.
struct LiveGuesses: Hashable, Sendable {
  /// Maximum number of microphones whose guesses are shown.
  static let maxCount = 4
  /// Time after which a guess that does not change is removed, in seconds: its words may have been those
  /// of another microphone.
  static let maxSeconds = 10

  struct Guess: Hashable, Sendable {
    /// The person whose own microphone it is; nil for that of the room.
    var person: Attendee.PersonID?
    var text: String
    /// Time since the last change, in seconds.
    var seconds = 0
    /// Number of changes of all guesses before its last one.
    var change = 0
  }

  /// The guesses in the order in which their microphones were heard, so that no row jumps.
  private(set) var all: [Guess] = []
  private var changes = 0

  /// Creates guesses; a text of the room's microphone, for example.
  init(_ text: String = "") { update(text, of: nil) }

  var isEmpty: Bool { all.isEmpty }

  /// Replaces the guess of a microphone; an empty text removes it. If there are too many, the one that
  /// has not changed for the longest time is removed.
  mutating func update(_ text: String, of person: Attendee.PersonID?) {
    changes += 1
    guard !text.isEmpty else { return remove(person) }
    let guess = Guess(person: person, text: text, change: changes)
    if let index = all.firstIndex(where: { $0.person == person }) {
      all[index] = guess
    } else {
      all.append(guess)
    }
    guard all.count > Self.maxCount else { return }
    let oldest = all.indices.min { all[$0].change < all[$1].change }
    if let oldest { all.remove(at: oldest) }
  }

  /// Removes the guesses whose words a new segment has: those of its attendee, and of the room.
  mutating func said(by attendee: Attendee?) {
    remove(nil)
    if let person = attendee?.person { remove(person) }
  }

  /// Records that a second has passed.
  mutating func age() {
    for index in all.indices { all[index].seconds += 1 }
    all.removeAll { $0.seconds >= Self.maxSeconds }
  }

  private mutating func remove(_ person: Attendee.PersonID?) {
    all.removeAll { $0.person == person }
  }
}

extension LiveView {
  /// Maximum width of a name before a guess, in columns.
  private static let maxNameWidth = 20

  /// The rows of the guesses: two for a single microphone, and one for each of several.
  func guessRows(_ width: Int, _ ink: Ink) -> [String] {
    let rows = guesses.all.flatMap { guess in
      let (label, text) = (label(guess, width), DisplayText.safe(guess.text))
      guard guesses.all.count > 1 else {
        return DisplayText.wrap(label + text, width: width).suffix(2)
      }
      let room = max(1, width - DisplayText.width(label))
      return [label + (DisplayText.wrap(text, width: room).last ?? "")]
    }
    return rows.map(ink.dim)
  }

  private func label(_ guess: LiveGuesses.Guess, _ width: Int) -> String {
    guard let person = guess.person,
      let attendee = standup.attendees.first(where: { $0.person == person })
    else { return "… " }
    let name = DisplayText.safe(attendee.displayName)
    return "… \(DisplayText.truncate(name, to: min(Self.maxNameWidth, width / 2 - 4))): "
  }
}
