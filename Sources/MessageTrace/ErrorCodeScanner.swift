package import Bus
package import ZeroMQ

/// Finds the code in the body of an `ERR`, whose format is defined by the bus and not by a service.
package enum ErrorCodeScanner {
  private static let name = Array("\"code\"".utf8)
  private static let maxBytes = 32

  /// - Returns: nil if the body has no valid code.
  package static func code(in body: Frame) -> BusError.Code? {
    body.withUnsafeBytes { bytes in
      guard let start = bytes.firstRange(of: name)?.upperBound else { return nil }
      let rest = bytes[start...].drop { $0 == 0x20 || $0 == UInt8(ascii: ":") }
      guard rest.first == UInt8(ascii: "\"") else { return nil }
      let text = rest.dropFirst().prefix { $0 != UInt8(ascii: "\"") }
      let isWord = text.allSatisfy {
        $0 == UInt8(ascii: "_") || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0)
      }
      guard isWord, !text.isEmpty, text.count <= maxBytes else { return nil }
      return BusError.Code(rawValue: String(decoding: text, as: UTF8.self))
    }
  }
}
