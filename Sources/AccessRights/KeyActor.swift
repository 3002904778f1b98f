/// The actor that the router writes into the header of each command of a key: the header's `by`.
///
/// It consists only of characters that need no escape in JSON, and is short, whatever the name of
/// the key is.
public struct KeyActor: Hashable, Sendable {
  /// The id of the actor: `tool/NAME`, or `service/NAME` for the key of a service. Characters other
  /// than ASCII letters, digits and `-._~@+:` are percent-encoded.
  public let id: String
  /// The header member with its comma, in the form in which it is inserted before other members.
  package let member: [UInt8]

  /// Maximum length of an id, in bytes.
  public static let maxBytes = 160

  /// Creates the actor of a key.
  ///
  /// - Parameters:
  ///   - name: the name of the key's owner.
  ///   - fingerprint: replaces a name that is too long, because a shortened name could be that of
  ///     another key.
  init(name: String, fingerprint: String, isService: Bool) {
    let kind = isService ? "service/" : "tool/"
    let encoded = Self.encoded(name)
    let fits = kind.utf8.count + encoded.utf8.count <= Self.maxBytes
    id = kind + (fits ? encoded : fingerprint)
    member = Array(#""by":"\#(id)","#.utf8)
  }

  /// True if an actor that a service passes on has the form of one: printable ASCII without spaces,
  /// at most `maxBytes` long.
  package static func isID(_ text: String) -> Bool {
    (1...maxBytes).contains(text.utf8.count) && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
  }

  private static func encoded(_ name: String) -> String {
    var text = ""
    for byte in name.utf8 {
      let scalar = Unicode.Scalar(byte)
      if isPlain(byte) {
        text.unicodeScalars.append(scalar)
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        text += digits.utf8.count == 1 ? "%0\(digits)" : "%\(digits)"
      }
      // A name may have any length.
      if text.utf8.count > maxBytes { break }
    }
    return text
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: plain.contains(byte)
    }
  }

  private static let plain = Array("-._~@+:".utf8)
}
