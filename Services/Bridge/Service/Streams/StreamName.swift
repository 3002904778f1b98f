/// Name of a stream: `<cell>_<epoch8>_<base>`. Its sequences are those of the journal minus the
/// base.
struct StreamName: Hashable, Sendable {
  /// Cell of the stream.
  var cell: String
  /// First eight letters and digits of the journal's epoch.
  var epoch: String
  /// Journal sequence before the first event of the stream.
  var base: Int64

  /// Creates the name for the stream of a journal.
  init(cell: String, epoch: String, base: Int64) {
    self.cell = cell
    self.epoch = Self.short(epoch)
    self.base = base
  }

  /// Parses a name; nil if it belongs to another cell, or is not a stream of a bridge.
  init?(_ text: String, cell: String) {
    let parts = text.split(separator: "_", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0] == cell, parts[1].utf8.count == 8,
      let base = Int64(parts[2]), (0..<1 << 62).contains(base), String(base) == parts[2]
    else { return nil }
    self.cell = cell
    epoch = String(parts[1])
    self.base = base
  }

  /// Journal sequence for a sequence of the stream. It is clamped, because a server may report any
  /// number.
  func position(of sequence: Int64) -> Int64 {
    let (position, overflow) = base.addingReportingOverflow(sequence)
    return overflow ? .max : position
  }

  var text: String { "\(cell)_\(epoch)_\(base)" }

  /// First eight letters and digits of an epoch, padded with zeros, because stream names in NATS
  /// exclude other characters.
  static func short(_ epoch: String) -> String {
    let word = epoch.filter { $0.isASCII && ($0.isLetter || $0.isNumber) }.prefix(8)
    return word + String(repeating: "0", count: 8 - word.count)
  }
}
