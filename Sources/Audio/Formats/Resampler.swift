import CSampleRate

/// Changes the sample rate of mono audio, in pieces, with libsamplerate's band-limited sinc
/// interpolation. The output has the same duration as the input, without aliasing of frequencies
/// above half of the new rate.
///
/// Not `Sendable`, because it keeps the last samples. It has one owner.
public final class Resampler {
  private let ratio: Double
  private let state: OpaquePointer?

  /// Creates a resampler; rates are in Hz.
  ///
  /// - Throws: `AudioError.Code.conversion` if libsamplerate rejects the rates.
  public init(from source: Int, to target: Int = AudioFormat.speech.sampleRate) throws {
    ratio = Double(target) / Double(source)
    guard source != target else {
      state = nil
      return
    }
    var error: Int32 = 0
    guard src_is_valid_ratio(ratio) != 0,
      let state = src_new(Int32(SRC_SINC_MEDIUM_QUALITY), 1, &error)
    else {
      throw AudioError(
        .conversion, "Audio at \(source) Hz cannot be converted to \(target) Hz.",
        cause: error == 0 ? nil : Self.text(error))
    }
    self.state = state
  }

  deinit { if let state { src_delete(state) } }

  /// Returns the audio that can be computed from all input so far, except audio that was returned
  /// before.
  ///
  /// - Parameter last: true if this is the end of the input, and no more will follow.
  public func process(_ input: [Float], last: Bool = false) throws -> [Float] {
    guard let state else { return input }
    var output: [Float] = []
    var consumed = 0
    let room = max(1_024, Int(Double(input.count) * ratio) + 256)
    while true {
      var made = 0
      var used = 0
      let error = try input.withUnsafeBufferPointer { source in
        try withUnsafeTemporaryAllocation(of: Float.self, capacity: room) { target -> Int32 in
          guard let out = target.baseAddress else {
            throw AudioError(.conversion, "Out of memory.")
          }
          // libsamplerate requires an address even for zero samples.
          var data = SRC_DATA(
            data_in: source.baseAddress.map { $0 + consumed } ?? UnsafePointer(out), data_out: out,
            input_frames: input.count - consumed, output_frames: room, input_frames_used: 0,
            output_frames_gen: 0, end_of_input: last ? 1 : 0, src_ratio: ratio)
          let error = src_process(state, &data)
          used = data.input_frames_used
          made = data.output_frames_gen
          output.append(contentsOf: target[..<made])
          return error
        }
      }
      guard error == 0 else {
        throw AudioError(
          .conversion, "The sample rate converter failed.", cause: Self.text(error))
      }
      consumed += used
      if made == 0 && (consumed == input.count || used == 0) { return output }
    }
  }

  private static func text(_ error: Int32) -> String {
    src_strerror(error).map { String(cString: $0) } ?? "error \(error)"
  }
}
