import Bus
import FastJSON

/// Binary message of a stream: a line of JSON, a newline, then 16-bit samples at 16 kHz.
struct AudioMessage: Hashable, Sendable {
  /// Maximum number of samples: two seconds.
  static let maxSamples = 32_000
  private static let maxHeadBytes = 512

  var meeting: String
  /// Position of the first sample, as in `transcription.audio`.
  var offset: Int64
  var atMs: Int64?
  var stream: String?
  /// True for the sender's own microphone.
  var isOwn: Bool
  /// True if silence follows that is not sent.
  var endsSpeech: Bool
  /// Samples, 16-bit little-endian.
  var samples: [UInt8]

  /// Parses a binary message.
  ///
  /// - Throws: `BusError` `invalid` or `tooLarge`.
  init(_ bytes: [UInt8]) throws {
    guard let end = bytes.prefix(Self.maxHeadBytes + 1).firstIndex(of: UInt8(ascii: "\n")),
      let json = try? RawJSON(validating: bytes[..<end]), json.isObject,
      let meeting = json["meeting"]?.string,
      let offset = json["offset"].flatMap({ Int64($0.text) }), offset >= 0
    else {
      throw BusError(
        .invalid,
        "Invalid audio message; expected a line of JSON with meeting and offset, then the samples.")
    }
    self.meeting = try ClientMessage.meeting(meeting)
    self.offset = offset
    atMs = json["atMs"].flatMap { Int64($0.text) }
    stream = json["stream"]?.string
    isOwn = json["own"]?.text == "true"
    endsSpeech = json["endsSpeech"]?.text == "true"
    samples = Array(bytes[(end + 1)...])
    guard samples.count.isMultiple(of: 2), (stream?.utf8.count ?? 0) <= 128 else {
      throw BusError(
        .invalid,
        "Invalid audio message; expected samples of 2 bytes and a stream of at most 128 bytes.")
    }
    guard samples.count <= 2 * Self.maxSamples else {
      throw BusError(.tooLarge, "Too many samples in one message; maximum: \(Self.maxSamples).")
    }
  }
}
