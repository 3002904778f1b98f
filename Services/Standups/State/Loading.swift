/// How far loading has come.
struct Loading: Hashable, Sendable {
  var part = Part.standups
  /// The next page of that part.
  var after: String?
  /// How many documents a page has; halved while a page does not fit a message.
  var limit = 200

  enum Part: CaseIterable, Hashable, Sendable {
    case standups, sessions, notices, replies
  }

  var collection: String? {
    switch part {
    case .standups: Collection.standups
    case .sessions: Collection.sessions
    case .notices: Collection.notices
    case .replies: nil
    }
  }
}
