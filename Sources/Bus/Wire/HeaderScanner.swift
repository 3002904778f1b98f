import Foundation

/// Reads a header of the usual form in one pass: a flat object of strings without escapes and of
/// integers. It answers nil for anything else, which then goes to the library.
enum HeaderScanner {
  static func scan(_ bytes: UnsafeRawBufferPointer) -> Header? {
    var cursor = Cursor(bytes: bytes)
    guard cursor.take("{") else { return nil }
    var header = Header(id: UUID(uuid: UUID_NULL))
    var hasID = false
    repeat {
      guard let name = cursor.string(), cursor.take(":") else { return nil }
      if cursor.peek() == UInt8(ascii: "\"") {
        guard let value = cursor.string() else { return nil }
        switch name.count {
        case 2 where name.elementsEqual("id".utf8):
          guard let id = uuid(value) else { return nil }
          header.id = id
          hasID = true
        case 4 where name.elementsEqual("corr".utf8):
          guard let id = uuid(value) else { return nil }
          header.corr = id
        case 5 where name.elementsEqual("cause".utf8):
          guard let id = uuid(value) else { return nil }
          header.cause = id
        case 4 where name.elementsEqual("idem".utf8):
          header.idem = String(decoding: value, as: UTF8.self)
        case 3 where name.elementsEqual("key".utf8):
          header.key = String(decoding: value, as: UTF8.self)
        case 11 where name.elementsEqual("traceparent".utf8):
          header.traceparent = String(decoding: value, as: UTF8.self)
        case 8 where name.elementsEqual("deadline".utf8): return nil
        case 7 where name.elementsEqual("attempt".utf8): return nil
        default: break
        }
      } else {
        guard let value = cursor.integer() else { return nil }
        switch name.count {
        case 8 where name.elementsEqual("deadline".utf8): header.deadline = value
        case 7 where name.elementsEqual("attempt".utf8): header.attempt = Int(value)
        // A known member of the wrong type is an error that the library words.
        case 2...5, 11: return nil
        default: break
        }
      }
    } while cursor.take(",")
    guard cursor.take("}"), cursor.isAtEnd, hasID else { return nil }
    return header
  }

  /// The 36-character form.
  private static func uuid(_ text: UnsafeRawBufferPointer) -> UUID? {
    guard text.count == 36 else { return nil }
    var bytes: uuid_t = UUID_NULL
    let isValid = withUnsafeMutableBytes(of: &bytes) { out -> Bool in
      var at = 0
      for index in 0..<16 {
        if at == 8 || at == 13 || at == 18 || at == 23 {
          guard text[at] == UInt8(ascii: "-") else { return false }
          at += 1
        }
        guard let high = digit(text[at]), let low = digit(text[at + 1]) else { return false }
        out[index] = high << 4 | low
        at += 2
      }
      return true
    }
    return isValid ? UUID(uuid: bytes) : nil
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  private static let UUID_NULL: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)

  /// A place in the text.
  private struct Cursor {
    let bytes: UnsafeRawBufferPointer
    var at = 0

    var isAtEnd: Bool {
      mutating get {
        skipSpace()
        return at == bytes.count
      }
    }

    mutating func skipSpace() {
      while at < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[at]) { at += 1 }
    }

    mutating func peek() -> UInt8? {
      skipSpace()
      return at < bytes.count ? bytes[at] : nil
    }

    mutating func take(_ character: Unicode.Scalar) -> Bool {
      guard peek() == UInt8(ascii: character) else { return false }
      at += 1
      return true
    }

    /// The inside of a string; nil if it has escapes, or anything but printable ASCII.
    mutating func string() -> UnsafeRawBufferPointer? {
      guard take("\"") else { return nil }
      let start = at
      while at < bytes.count {
        let byte = bytes[at]
        if byte == UInt8(ascii: "\"") {
          defer { at += 1 }
          return UnsafeRawBufferPointer(rebasing: bytes[start..<at])
        }
        if byte < 0x20 || byte >= 0x7F || byte == UInt8(ascii: "\\") { return nil }
        at += 1
      }
      return nil
    }

    /// At most 18 digits, so that it fits.
    mutating func integer() -> Int64? {
      skipSpace()
      let isNegative = take("-")
      let start = at
      var value: Int64 = 0
      while at < bytes.count, (0x30...0x39).contains(bytes[at]), at - start < 18 {
        value = value * 10 + Int64(bytes[at] - 0x30)
        at += 1
      }
      let digits = at - start
      guard digits > 0, digits == 1 || bytes[start] != 0x30 else { return nil }
      return isNegative ? -value : value
    }
  }
}
