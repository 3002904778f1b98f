/// Place in the journal as the id of a Server-Sent Event: `EPOCH/SEQUENCE`.
struct EventID: Hashable, Sendable, CustomStringConvertible {
  /// Epoch of the journal; nil for the current one.
  var epoch: String?
  /// Sequence of the last event that the client has; 0 before the first one.
  var sequence: Int64

  /// Maximum size of an epoch, in bytes.
  static let maxEpochBytes = 64
  /// Sequences are below 2^62, so that arithmetic on them cannot overflow.
  private static let endOfSequences: Int64 = 1 << 62

  init(_ epoch: String?, _ sequence: Int64) {
    self.epoch = epoch
    self.sequence = sequence
  }

  /// Parses `EPOCH/SEQUENCE`, or only a sequence; nil if the text is neither.
  init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), let last = parts.last,
      (1...19).contains(last.utf8.count), last.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let sequence = Int64(last), sequence < Self.endOfSequences
    else { return nil }
    self.sequence = sequence
    guard parts.count == 2 else { return }
    guard (1...Self.maxEpochBytes).contains(parts[0].utf8.count),
      parts[0].utf8.allSatisfy(Self.isEpochByte)
    else { return nil }
    epoch = String(parts[0])
  }

  /// Returns true for a character of an epoch, which is a UUID.
  private static func isEpochByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"): true
    default: false
    }
  }

  var description: String { epoch.map { "\($0)/\(sequence)" } ?? "\(sequence)" }
}
