import Foundation

/// Parses a head of the usual form in one pass, without copying or creating a string.
///
/// Valid only as long as the bytes are. `Head(parsing:)` reads unusual and invalid heads.
package struct HeadScan {
  package let kind: Kind
  /// The target, which consists only of permitted bytes.
  package let target: UnsafeRawBufferPointer
  package private(set) var header = HeaderScan()
  private let bytes: UnsafeRawBufferPointer
  private let headerOffset: Int

  @inline(__always)
  package init?(_ bytes: UnsafeRawBufferPointer) {
    var words = Words(bytes: bytes)
    guard let kind = Self.kind(&words), let target = words.next(), Head.isTarget(target) else {
      return nil
    }
    self.kind = kind
    self.target = target
    self.bytes = bytes
    headerOffset = bytes.count - words.rest.count
    guard header.read(words.rest) else { return nil }
  }

  /// Size of the head, in bytes.
  package var count: Int { bytes.count }

  /// Offset of the header's first member in the head, in bytes.
  package var memberOffset: Int {
    // Spaces may precede the brace, which exists because the header was read.
    bytes[headerOffset...].firstIndex(of: UInt8(ascii: "{")).map { $0 + 1 } ?? bytes.count
  }

  /// Returns the kind in a head without reading the rest; nil if it is invalid.
  @inline(__always)
  static func kind(of bytes: UnsafeRawBufferPointer) -> Kind? {
    var words = Words(bytes: bytes)
    return kind(&words)
  }

  @inline(__always)
  private static func kind(_ words: inout Words) -> Kind? {
    guard words.bytes.count <= Limits.headBytes, let version = words.next(),
      Head.isVersion(version)
    else { return nil }
    return words.next().flatMap(Kind.init(bytes:))
  }

  /// Splits words, each of which ends with a single space, off the front.
  struct Words {
    let bytes: UnsafeRawBufferPointer
    private var at = 0

    init(bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    var rest: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: bytes[at...]) }

    /// Returns the next word.
    ///
    /// - Returns: nil if no space follows, or if the word is empty.
    @inline(__always)
    mutating func next() -> UnsafeRawBufferPointer? {
      var end = at
      while end < bytes.count, bytes[end] != UInt8(ascii: " ") { end += 1 }
      guard end < bytes.count, end > at else { return nil }
      defer { at = end + 1 }
      return UnsafeRawBufferPointer(rebasing: bytes[at..<end])
    }
  }
}

extension Head {
  package init(_ scan: HeadScan) {
    self.init(
      kind: scan.kind, target: String(decoding: scan.target, as: UTF8.self),
      header: Header(scan.header))
  }

  static func isVersion(_ word: UnsafeRawBufferPointer) -> Bool {
    word.count == 4 && word[0] == UInt8(ascii: "S") && word[1] == UInt8(ascii: "T")
      && word[2] == UInt8(ascii: "B") && word[3] == UInt8(ascii: "1")
  }

  package static func isTarget(_ text: String) -> Bool {
    var text = text
    return !text.isEmpty && text.withUTF8 { isTarget(UnsafeRawBufferPointer($0)) }
  }

  static func isTarget(_ word: UnsafeRawBufferPointer) -> Bool {
    guard word.count <= Limits.targetBytes else { return false }
    return word.allSatisfy {
      switch $0 {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"),
        UInt8(ascii: "_"):
        true
      default: false
      }
    }
  }
}

extension Kind {
  init?(bytes: UnsafeRawBufferPointer) {
    guard let first = bytes.first else { return nil }
    // Only one kind has this length and this first letter.
    let kind: Kind
    switch (bytes.count, Unicode.Scalar(first)) {
    case (3, "C"): kind = .command
    case (3, "F"): kind = .final
    case (3, "E"): kind = .error
    case (3, "D"): kind = .delegate
    case (3, "B"): kind = .bye
    case (2, "H"): kind = .heartbeat
    case (2, "O"): kind = .ok
    case (5, "H"): kind = .hello
    case (7, "R"): kind = .rehello
    default: return nil
    }
    guard bytes.elementsEqual(kind.rawValue.utf8) else { return nil }
    self = kind
  }
}
