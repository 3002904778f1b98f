/// A key press received from a terminal.
enum Key: Hashable, Sendable {
  /// A character; letters are lowercase.
  case character(Character)
  /// Control-C or Control-D.
  case interrupt

  /// Decodes the keys in terminal input; ignores arrow and function keys.
  static func keys(in bytes: [UInt8]) -> [Key] {
    var keys: [Key] = []
    var rest = bytes[...]
    while let byte = rest.popFirst() {
      switch byte {
      case 3, 4: keys.append(.interrupt)
      case 0x1B: skipSequence(&rest)
      case 0x20...0x7E: keys.append(.character(Character(Unicode.Scalar(byte).lowercased)))
      default: break
      }
    }
    return keys
  }

  /// Skips a CSI or SS3 sequence, which ends with a letter or a tilde (ECMA-48, 5.4).
  private static func skipSequence(_ rest: inout ArraySlice<UInt8>) {
    guard let kind = rest.first, kind == UInt8(ascii: "[") || kind == UInt8(ascii: "O") else {
      return
    }
    rest.removeFirst()
    while let byte = rest.popFirst() {
      if (0x40...0x7E).contains(byte) { return }
    }
  }
}

extension Unicode.Scalar {
  fileprivate var lowercased: Unicode.Scalar {
    properties.lowercaseMapping.unicodeScalars.first ?? self
  }
}
