/// A stream as NATS describes it.
struct StreamFacts: Hashable, Sendable {
  var name: String
  /// When it was made, as NATS counts; another stream of the same name has another moment.
  var made: Int64
  var subjects: [String]
  /// The sequence of its first message, and of its last; 0 if it never had any.
  var first: Int64
  var last: Int64
  var messages: Int64
  var bytes: Int64
  var replicas: Int
  /// How many nanoseconds a message stays; 0 for ever.
  var maxAge: Int64
  /// A sequence of it that has something else than the event that belongs there; nil if none was found.
  var wrongPlace: Int64?
}

extension StreamFacts {
  static let nanosecondsOfDay: Int64 = 86_400_000_000_000
}

/// What is done to a stream.
enum StreamChange: Hashable, Sendable {
  /// It is made, for all subjects of the cell.
  case make(String)
  /// Its settings are those that are set, and it takes all subjects of the cell.
  case update(String)
  /// It takes no subjects of the cell any more.
  case leave(String)
  /// It is deleted with all it has.
  case drop(String)
  /// What is before this sequence is removed.
  case trim(String, before: Int64)

  /// States that the change failed; the caller appends the reason.
  var failed: String {
    switch self {
    case .make(let name): "The stream \(name) could not be created"
    case .update(let name): "The settings of the stream \(name) could not be changed"
    case .leave(let name): "The subjects of the stream \(name) could not be removed"
    case .drop(let name): "The stream \(name) could not be deleted"
    case .trim(let name, _): "Old messages of the stream \(name) could not be removed"
    }
  }
}

/// One event on its way.
struct Outgoing: Hashable, Sendable {
  /// The last sequence that the stream must have: one less than the event's.
  var after: Int64
  var subject: String
  var body: [UInt8]
}
