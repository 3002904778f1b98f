import FastJSON
import Foundation
package import ZeroMQ

/// The first frame of a message: `STB1 <kind> <target> <header>`.
public struct Head: Hashable, Sendable {
  /// The purpose of the message: the second word.
  public var kind: Kind
  /// The receiver, such as `timer.start`; `-` in replies.
  public var target: String
  /// The JSON object after the third word.
  public var header: Header

  /// Creates a head in this version of the protocol. The target is not checked here: the reader
  /// rejects anything except 1 to 128 letters, digits, `.`, `-` and `_`.
  public init(kind: Kind, target: String = "-", header: Header) {
    self.kind = kind
    self.target = target
    self.header = header
  }

  /// Name and version of the protocol, with which every head begins.
  public static let version = "STB1"

  /// The head as a string, in its wire form.
  public var text: String {
    withBytes { String(decoding: $0, as: UTF8.self) }
  }

  /// Passes the wire form of the head to `body`; the bytes are valid only during the call.
  func withBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
    var writer = JSONWriter(capacity: 384)
    Self.write(kind, target, to: &writer)
    header.write(to: &writer)
    return try writer.withBytes(body)
  }

  /// Writes the part before the header.
  static func write(_ kind: Kind, _ target: String, to writer: inout JSONWriter) {
    func word(_ text: String, to writer: inout JSONWriter) {
      var text = text
      text.withUTF8 { writer.raw(UnsafeRawBufferPointer($0)) }
      writer.byte(UInt8(ascii: " "))
    }
    word(Self.version, to: &writer)
    word(kind.rawValue, to: &writer)
    word(target, to: &writer)
  }
}

extension Head {
  /// Parses a head.
  ///
  /// - Throws: `BusError`: `version` for another protocol or version, `too_large` beyond
  ///   `Limits.headBytes`, otherwise `invalid`; the message describes the problem.
  public init(parsing bytes: UnsafeRawBufferPointer) throws(BusError) {
    if let scan = HeadScan(bytes) {
      self.init(scan)
      return
    }
    guard bytes.count <= Limits.headBytes else {
      throw BusError(
        .tooLarge,
        "The head has \(bytes.count) bytes; expected at most \(Limits.headBytes). Put large values into"
          + " the body.")
    }
    var words = HeadScan.Words(bytes: bytes)
    guard let version = words.next(), version.count <= 16 else {
      throw BusError(.version, "Invalid head; expected “\(Self.version) ” at its start.")
    }
    guard Self.isVersion(version) else {
      throw BusError(
        .version,
        "Unsupported version “\(Self.text(version))”; expected \(Self.version).")
    }
    guard let kindWord = words.next(), let targetWord = words.next() else {
      throw BusError(.invalid, "Invalid head; expected “\(Self.version) <kind> <target> <header>”.")
    }
    guard let kind = Kind(bytes: kindWord) else {
      throw BusError(.invalid, "Unknown message kind “\(Self.text(kindWord))”.")
    }
    guard Self.isTarget(targetWord) else {
      throw BusError(
        .invalid,
        "Invalid target “\(Self.text(targetWord))”; expected 1 to \(Limits.targetBytes) letters, digits,"
          + " “.”, “-” and “_”.")
    }
    self.init(
      kind: kind, target: String(decoding: targetWord, as: UTF8.self),
      header: try Header(parsing: words.rest))
  }

  /// Reads the header of an otherwise invalid head, so that the error can refer to the sender's
  /// message; nil if the header is also unreadable.
  package static func salvage(_ frame: Frame) -> Header? {
    struct Identified: Decodable { var id: UUID }
    // Even an invalid head is unlikely to be this large; a larger frame is not worth parsing.
    guard frame.count <= 16 * Limits.headBytes else { return nil }
    return frame.withUnsafeBytes { bytes in
      guard let start = bytes.firstIndex(of: UInt8(ascii: "{")), JSONReader.isShallow(bytes),
        let found = try? JSONDecoder().decode(Identified.self, from: Data(bytes[start...]))
      else { return nil }
      return Header(id: found.id)
    }
  }

  /// Returns a part of the sender's text, short and printable, for an error message.
  private static func text(_ word: UnsafeRawBufferPointer) -> String {
    String(
      String.UnicodeScalarView(
        String(decoding: word.prefix(32), as: UTF8.self).unicodeScalars.filter {
          !CharacterSet.controlCharacters.contains($0)
        }))
  }
}
