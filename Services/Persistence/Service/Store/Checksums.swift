import Bus
import Documents

/// Checksum that detects accidental changes on disk: 64-bit FNV-1a, which any single damaged byte
/// changes (https://www.rfc-editor.org/rfc/rfc9923). It does not protect against manipulation.
struct Checksum {
  private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  /// The value as a signed integer, because SQLite stores no unsigned ones.
  var stored: Int64 { Int64(bitPattern: value) }

  mutating func add(_ bytes: some Sequence<UInt8>) {
    var hash = value
    let isDone: Void? = bytes.withContiguousStorageIfAvailable { buffer in
      for byte in buffer { hash = (hash ^ UInt64(byte)) &* Self.prime }
    }
    if isDone == nil {
      for byte in bytes { hash = (hash ^ UInt64(byte)) &* Self.prime }
    }
    // Add a separator after each string, so that moving bytes from one string to the next changes
    // the checksum.
    value = (hash ^ 0xFF) &* Self.prime
  }

  mutating func add(_ text: String?) { add((text ?? "").utf8) }

  mutating func add(_ number: Int64) {
    withUnsafeBytes(of: number.littleEndian) { add($0) }
  }

  private static let prime: UInt64 = 0x100_0000_01B3
}

extension Document {
  /// Checksum of all members except the search text, which is derived from them, and the team, which
  /// has a checksum of its own so that it can change without the body.
  var checksum: Int64 {
    var sum = Checksum()
    sum.add(collection)
    sum.add(id)
    sum.add(parent)
    sum.add(sortKey ?? 0)
    sum.add(body.bytes)
    return sum.stored
  }

  /// Checksum of the team; 0 for a document that belongs to no team.
  var teamChecksum: Int64 { Self.checksum(ofTeam: team) }

  /// Checksum of a team, which is the same for all of its documents.
  static func checksum(ofTeam team: String?) -> Int64 {
    guard let team else { return 0 }
    var sum = Checksum()
    sum.add(team)
    return sum.stored
  }

  /// The stored checksums of a document's row.
  struct StoredChecksums {
    var content: Int64
    var team: Int64

    /// A checksum of everything, which archives and cells compare.
    var digest: UInt64 {
      var sum = Checksum()
      sum.add(content)
      sum.add(team)
      return sum.value
    }
  }
}

extension JournalEvent {
  /// Checksum of the event.
  ///
  /// - Parameter time: the stored form of the event's time.
  func checksum(time: String) -> Int64 {
    var sum = Checksum()
    sum.add(sequence)
    for text in [
      event.id, event.labels.type, event.labels.subject, time, event.source,
      event.traceparent, event.labels.standup, event.labels.meeting, correlation, causation,
    ] {
      sum.add(text)
    }
    for number in [previousOfType, previousOfStandup, previousOfMeeting] { sum.add(number ?? 0) }
    sum.add(event.data.bytes)
    // Events without an actor have the checksum that they had before there were actors.
    if let by { sum.add(by) }
    // Events of the default team have the checksum that they had before there were teams. The number
    // distinguishes an event of no team from one of the default team.
    if event.labels.team != TeamScope.defaultTeam {
      sum.add(Int64(event.labels.team == nil ? 0 : 1))
      sum.add(event.labels.team)
    }
    if let previousOfTeam { sum.add(previousOfTeam) }
    return sum.stored
  }
}
