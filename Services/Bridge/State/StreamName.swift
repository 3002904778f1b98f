/// How a stream is called: `<cell>_<epoch8>_<base>`. Its sequences are those of the journal, less the base.
struct StreamName: Hashable, Sendable {
  /// Whose it is.
  var cell: String
  /// The first eight characters of the journal's epoch.
  var epoch: String
  /// The sequence of the journal's event before its first.
  var base: Int64

  /// The stream of a journal.
  init(cell: String, epoch: String, base: Int64) {
    self.cell = cell
    self.epoch = Self.short(epoch)
    self.base = base
  }

  /// Reads a name; nil if it is of another cell, or no stream of a bridge.
  init?(_ text: String, cell: String) {
    let parts = text.split(separator: "_", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0] == cell, parts[1].utf8.count == 8,
      let base = Int64(parts[2]), (0..<1 << 62).contains(base), String(base) == parts[2]
    else { return nil }
    self.cell = cell
    epoch = String(parts[1])
    self.base = base
  }

  /// The sequence of the journal at a sequence of the stream, which a server may put anywhere; clamped.
  func position(of sequence: Int64) -> Int64 {
    let (position, overflow) = base.addingReportingOverflow(sequence)
    return overflow ? .max : position
  }

  var text: String { "\(cell)_\(epoch)_\(base)" }

  /// Letters and digits only, eight of them: a name of NATS has no others that could be in an epoch.
  static func short(_ epoch: String) -> String {
    let word = epoch.filter { $0.isASCII && ($0.isLetter || $0.isNumber) }.prefix(8)
    return word + String(repeating: "0", count: 8 - word.count)
  }
}
