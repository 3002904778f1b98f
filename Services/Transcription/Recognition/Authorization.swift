/// Whether a subject's speech may be recognised.
enum Authorization: Sendable, Equatable {
  /// Nobody has been asked yet.
  case notDetermined
  case authorized
  /// It was asked and the answer was no.
  case denied
  /// It cannot be, whoever is asked.
  /// - Parameter reason: a sentence for a person.
  case restricted(reason: String)
}

/// The answers that were given, by subject. A value.
struct AuthorizationStore: Sendable, Equatable {
  /// Whether there is an engine at all. Without one everything is restricted, and the answers are
  /// kept for when there is.
  var engine: SpeechEngine.Status
  /// The answers so far, by subject.
  private(set) var answers: [String: Bool]

  init(engine: SpeechEngine.Status, answers: [String: Bool] = [:]) {
    self.engine = engine
    self.answers = answers
  }

  func authorization(of subject: String) -> Authorization {
    if case .unavailable(let reason) = engine { return .restricted(reason: reason) }
    return switch answers[subject] {
    case nil: .notDetermined
    case true?: .authorized
    case false?: .denied
    }
  }

  /// Keeps an answer, or forgets it (nil), and returns what holds now.
  @discardableResult
  mutating func authorize(_ subject: String, granted: Bool?) -> Authorization {
    answers[subject] = granted
    return authorization(of: subject)
  }
}
