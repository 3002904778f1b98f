import Bus
import Documents
import Foundation
import RouterAPI

/// The start of a range of events: a sequence or a time.
enum Since: ArgumentValue, Hashable {
  /// Events after a sequence; 0 for all.
  case sequence(Int64)
  case time(Date)
  /// Events since a number of milliseconds ago.
  case ago(Int64)

  init(argument: String) throws {
    if !argument.isEmpty, argument.allSatisfy({ $0.isASCII && $0.isNumber }),
      let sequence = Int64(argument)
    {
      self = .sequence(sequence)
    } else if let date = Timestamp.parse(argument) {
      self = .time(date)
    } else if argument.last?.isLetter == true,
      let ms = DurationText.milliseconds(
        argument, plainUnit: 1_000, longUnits: ["d": DurationText.day, "w": 7 * DurationText.day])
    {
      self = .ago(ms)
    } else {
      throw UsageError(
        message: "expected a sequence such as 42, a time such as 2026-11-21T09:30:00Z, or an age"
          + " such as 10m, 3d or 1w")
    }
  }

  static var placeholder: String { "SINCE" }
  static let help =
    "Start after this sequence (0 for all events), or at this time: 2026-11-21T09:30:00Z, or an age such as 10m, 2h, 3d or 1w."

  /// The earliest time; nil for a sequence.
  func earliest(now: Date) -> Date? {
    switch self {
    case .sequence: nil
    case .time(let date): date
    case .ago(let ms): now.addingTimeInterval(-Double(ms) / 1000)
    }
  }
}

/// The position at which to start reading a journal.
struct JournalStart: Hashable, Sendable {
  /// Extra time to search before the requested time, in seconds, because the clocks of different
  /// services may order events differently than the journal.
  static let slack: TimeInterval = 60

  var epoch: String
  /// Sequence after which to start.
  var position: Int64
  /// The earliest time of wanted events; earlier ones can follow the position.
  var notBefore: Date?

  /// Finds the position in the journal.
  ///
  /// - Parameters:
  ///   - since: the start of the range; nil for new events only.
  ///   - epoch: the epoch of the journal that the sequence refers to; nil if unknown.
  /// - Throws: `Failure` if the sequence or the time is in the future, or if the journal has
  ///   another epoch.
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
    // Binary search for the first event that is not older.
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
