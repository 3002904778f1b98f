import Bus
import Documents
import Foundation
import RouterAPI

/// From where on events are wanted: after a sequence, or from a time on.
enum Since: ArgumentValue, Hashable {
  /// After this one; 0 for all.
  case sequence(Int64)
  case time(Date)
  /// So many milliseconds ago.
  case ago(Int64)

  init(argument: String) throws {
    if !argument.isEmpty, argument.allSatisfy({ $0.isASCII && $0.isNumber }),
      let sequence = Int64(argument)
    {
      self = .sequence(sequence)
    } else if let date = Timestamp.parse(argument) {
      self = .time(date)
    } else if Int64(argument) == nil, argument.last?.isLetter == true,
      let ms = DurationText.milliseconds(argument, plainUnit: 1_000)
    {
      self = .ago(ms)
    } else {
      throw UsageError(
        message: "expected a sequence such as 42, a time such as 2026-11-21T09:30:00Z, or an age"
          + " such as 10m")
    }
  }

  static var placeholder: String { "SINCE" }
  static let help =
    "Start after this sequence (0 for all events), or at this time: 2026-11-21T09:30:00Z, or 10m for ten minutes ago."

  /// The earliest time that is wanted; nil where a sequence says it.
  func earliest(now: Date) -> Date? {
    switch self {
    case .sequence: nil
    case .time(let date): date
    case .ago(let ms): now.addingTimeInterval(-Double(ms) / 1000)
    }
  }
}

/// Where to begin in a journal.
struct JournalStart: Hashable, Sendable {
  /// How much earlier than a time is looked, as events of several services need not be in the exact
  /// order of their clocks.
  static let slack: TimeInterval = 60

  var epoch: String
  /// The last sequence that is not wanted.
  var position: Int64
  /// What happened before is not wanted, though it comes after the position.
  var notBefore: Date?

  /// Asks the journal.
  ///
  /// - Parameters:
  ///   - since: nil for what happens from now on.
  ///   - epoch: the journal that the sequence is of; nil if it is not known.
  /// - Throws: `Failure` where the sequence or the time is still to come, or the journal is another.
  static func find(
    since: Since?, epoch: String?, now: Date, connection: Connection
  ) async throws -> JournalStart {
    let heads = try await connection.send(EventHeads())
    if let epoch, epoch.lowercased() != heads.epoch.lowercased() {
      throw Failure(
        .data, code: "compacted",
        "The epoch of the journal is \(DisplayText.safe(heads.epoch)), not \(DisplayText.safe(epoch)):"
          + " the journal is new or was restored from a backup. Run “standups events snapshot” and"
          + " continue from its sequence.")
    }
    var start = JournalStart(epoch: heads.epoch, position: heads.head)
    guard let since else { return start }
    if case .sequence(let sequence) = since {
      guard sequence <= heads.head else {
        throw Failure(
          .data, code: "invalid",
          "Invalid --since \(sequence); the journal ends at \(heads.head).")
      }
      start.position = sequence
      return start
    }
    guard let earliest = since.earliest(now: now) else { return start }
    guard earliest <= now else {
      throw Failure(
        .data, code: "invalid",
        "Invalid --since \(Timestamp.format(earliest)); expected a time in the past.")
    }
    start.notBefore = earliest
    let wanted = earliest.addingTimeInterval(-slack)
    // The first sequence whose event is not older; halves what is left at each question.
    var (low, high) = (max(1, heads.oldest), heads.head + 1)
    while low < high {
      let middle = low + (high - low) / 2
      let page = try await connection.send(
        EventReplay(JournalQuery(after: middle - 1, epoch: heads.epoch, limit: 1)))
      guard let event = page.events.first else { break }
      if event.time < wanted { low = middle + 1 } else { high = middle }
    }
    start.position = low - 1
    return start
  }
}
