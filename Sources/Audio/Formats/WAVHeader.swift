/// The part of a RIFF/WAVE file before its samples.
///
/// Follows "Multimedia Programming Interface and Data Specifications 1.0" (IBM and Microsoft, 1991)
/// and Microsoft's "Multiple channel audio data and WAVE files" for `WAVE_FORMAT_EXTENSIBLE`.
struct WAVHeader {
  let format: AudioFormat
  /// Declared size of the samples, in bytes. If the header does not contain it, this is nil, and
  /// the samples extend to the end of the file.
  let byteCount: Int?

  /// Reads up to the first sample.
  init(_ input: any ByteInput) throws {
    let riff = try input.readAll(12, what: "RIFF header")
    let form = String(decoding: riff[0..<4], as: UTF8.self)
    guard form == "RIFF", String(decoding: riff[8..<12], as: UTF8.self) == "WAVE" else {
      let other = Self.otherForms.contains(form)
      throw AudioError(
        other ? .unsupported : .malformed,
        other
          ? "Unsupported \(form) file; expected RIFF/WAVE. \(Self.conversionHint)"
          : "This is not a WAV file: it does not begin with RIFF and WAVE.")
    }
    var format: AudioFormat?
    for _ in 0..<Self.chunkLimit {
      let head = try input.readAll(8, what: "chunk headers, before a data chunk")
      let size = head.number(4, at: 4)
      switch String(decoding: head[0..<4], as: UTF8.self) {
      case "fmt ":
        guard format == nil else {
          throw AudioError(.malformed, "The WAV file has two format chunks.")
        }
        format = try Self.format(input, size: size)
      case "data":
        guard let format else {
          throw AudioError(.malformed, "The WAV file has its data chunk before its format chunk.")
        }
        self.format = format
        byteCount = try Self.byteCount(size, format)
        return
      default:
        try input.skip(size + size % 2)
      }
    }
    throw AudioError(.malformed, "The WAV file has no data chunk among its first 1000 chunks.")
  }

  /// First bytes of other formats, which must not be mistaken for raw samples.
  private static let otherForms = ["RIFX", "RF64", "BW64", "FORM", "fLaC", "OggS"]

  /// Returns whether a file that starts with these bytes has a header.
  static func begins(_ head: [UInt8]) -> Bool {
    (["RIFF"] + otherForms).contains { head.starts(with: $0.utf8) }
  }

  private static let chunkLimit = 1_000
  private static let conversionHint =
    "Convert it first, for example: ffmpeg -i FILE -ac 1 -ar 16000 -c:a pcm_s16le OUT.wav"
  /// The last 14 bytes of every format identifier that encodes a plain format tag.
  private static let tagIdentifier: [UInt8] = [
    0, 0, 0, 0, 0x10, 0, 0x80, 0, 0, 0xAA, 0, 0x38, 0x9B, 0x71,
  ]

  private static func byteCount(_ size: Int, _ format: AudioFormat) throws -> Int? {
    // A program that writes to a pipe, or that died before it updated the header, leaves 0 or a
    // very large number in this field.
    if size >= 0x7FFF_0000 || size == 0 { return nil }
    guard size.isMultiple(of: format.bytesPerFrame) else {
      throw AudioError(
        .malformed,
        "The WAV file has \(size) bytes of samples, which is not a whole number of frames of "
          + "\(format.bytesPerFrame) bytes.")
    }
    return size
  }

  private static func format(_ input: any ByteInput, size: Int) throws -> AudioFormat {
    guard size >= 16 else {
      throw AudioError(
        .malformed, "The WAV file's format chunk has \(size) bytes; expected at least 16.")
    }
    let bytes = try input.readAll(min(size, 40), what: "format chunk")
    try input.skip(size - bytes.count + size % 2)
    var tag = bytes.number(2, at: 0)
    if tag == 0xFFFE {
      guard bytes.count == 40, Array(bytes[26..<40]) == tagIdentifier else {
        throw AudioError(
          .unsupported, "The WAV file's extended format is not supported. \(conversionHint)")
      }
      tag = bytes.number(2, at: 24)
    }
    let bits = bytes.number(2, at: 14)
    let encoding: SampleEncoding
    switch (tag, bits) {
    case (1, 8): encoding = .uint8
    case (1, 16): encoding = .int16
    case (1, 24): encoding = .int24
    case (1, 32): encoding = .int32
    case (3, 32): encoding = .float32
    case (3, 64): encoding = .float64
    default:
      throw AudioError(
        .unsupported,
        "The WAV file has format \(tag) with \(bits) bits; expected integers of 8, 16, 24 or 32 bits, "
          + "or floats of 32 or 64 bits. \(conversionHint)")
    }
    let format = try AudioFormat(
      sampleRate: bytes.number(4, at: 4), channels: bytes.number(2, at: 2), encoding: encoding)
    guard bytes.number(2, at: 12) == format.bytesPerFrame else {
      throw AudioError(
        .malformed,
        "The WAV file declares frames of \(bytes.number(2, at: 12)) bytes; its number of channels "
          + "(\(format.channels)) and bits per sample (\(bits)) require \(format.bytesPerFrame).")
    }
    return format
  }
}

extension [UInt8] {
  /// Returns the unsigned little-endian number of `size` bytes at an offset.
  fileprivate func number(_ size: Int, at offset: Int) -> Int {
    self[offset..<offset + size].reversed().reduce(0) { $0 << 8 | Int($1) }
  }
}

extension ByteInput {
  /// Reads exactly `count` bytes.
  ///
  /// - Throws: `truncated` if there are fewer.
  fileprivate func readAll(_ count: Int, what: String) throws -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count {
      let more = try read(count - bytes.count)
      guard !more.isEmpty else {
        throw AudioError(.truncated, "The WAV file ends in the middle of its \(what).")
      }
      bytes += more
    }
    return bytes
  }

  fileprivate func skip(_ count: Int) throws {
    var left = count
    while left > 0 { left -= try readAll(min(left, 65_536), what: "chunks").count }
  }
}
