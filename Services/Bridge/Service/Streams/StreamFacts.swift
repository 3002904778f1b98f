/// A stream as NATS describes it.
struct StreamFacts: Hashable, Sendable {
  var name: String
  /// Creation time as NATS reports it, in nanoseconds, which distinguishes a recreated stream from
  /// the original one.
  var made: Int64
  var subjects: [String]
  /// Sequences of the first and last message; 0 if there never was one.
  var first: Int64
  var last: Int64
  var messages: Int64
  var bytes: Int64
  var replicas: Int
  /// Retention of messages, in nanoseconds; 0 for unlimited.
  var maxAge: Int64
  /// A sequence of the stream whose message is not the expected event; nil if none was found.
  var wrongPosition: Int64?
}

extension StreamFacts {
  /// Length of a day, in nanoseconds.
  static let nanosecondsOfDay: Int64 = 86_400_000_000_000
}

/// Change of a stream.
enum StreamChange: Hashable, Sendable {
  /// Creates the stream, with all subjects of the cell.
  case make(String)
  /// Applies the settings, and assigns all subjects of the cell.
  case update(String)
  /// Removes the subjects of the cell from the stream.
  case leave(String)
  /// Deletes the stream with all messages.
  case drop(String)
  /// Removes the messages before this sequence.
  case trim(String, before: Int64)

  /// Sentence about a failed change, to which the caller appends the reason.
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
