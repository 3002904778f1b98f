import TranscriptionAPI

/// The permission to recognise the speech of a subject.
enum Authorization: Sendable, Equatable {
  /// No decision was made yet.
  case notDetermined
  case authorized
  /// The user denied it.
  case denied
  /// Recognition is impossible, regardless of the decision.
  ///
  /// - Parameter reason: a sentence for a person.
  case restricted(reason: String)
}

/// The users' decisions on recording, by subject.
struct AuthorizationStore: Sendable, Equatable {
  /// Availability of the engine. Without an engine, every subject is restricted, and the decisions
  /// are kept until an engine is available.
  var engine: SpeechEngine.Status
  /// The decisions so far, by subject.
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

  /// Saves a decision, or removes it (nil), and returns the resulting permission.
  @discardableResult
  mutating func authorize(_ subject: String, granted: Bool?) -> Authorization {
    answers[subject] = granted
    return authorization(of: subject)
  }
}

extension SpeechAuthorization {
  init(_ authorization: Authorization) {
    switch authorization {
    case .notDetermined: self.init(status: .notDetermined)
    case .authorized: self.init(status: .authorized)
    case .denied: self.init(status: .denied)
    case .restricted(let reason): self.init(status: .restricted, reason: reason)
    }
  }
}
