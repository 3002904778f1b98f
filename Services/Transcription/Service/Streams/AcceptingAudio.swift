import Bus
import TranscriptionAPI

/// Accepts audio from senders, and determines the position up to which a stream is settled.
extension TranscriptionService {
  func accept(_ command: RecognizeAudio, _ call: Call) throws -> RecognizeAudio.Reply {
    guard !isDraining else { throw Self.stopping }
    guard var stream = streams[command.id], stream.isVisible(in: call.header.scope) else {
      throw unknown(command.id)
    }
    if let name = command.stream, name != stream.token {
      throw BusError(
        .notFound,
        "Stream “\(name)” has ended and another one is open; resend the unsettled audio without “stream”.",
        retryAfterMs: 0)
    }
    let samples = try [Int16](audioOf: call)
    let effects = stream.accept(command, samples, nowMs: clock.nowMs())
    streams[command.id] = stream
    var credit = 0
    for effect in effects {
      switch effect {
      case .accepted(_, let left):
        credit = left
        metrics?.audio.add(samples.count)
      case .refused(let refusal): throw BusError(refusal)
      default: perform(effect, of: command.id)
      }
    }
    if stream.endRequestedMs != nil { endWhenComplete(command.id, stream.serial) }
    return RecognizeAudio.Reply(
      creditSamples: credit, settled: streams[command.id]?.settled, stream: stream.token)
  }

  func position(of id: String) throws -> GetRecognition.Reply {
    guard let stream = streams[id] else { throw unknown(id) }
    return GetRecognition.Reply(
      creditSamples: stream.credit, settled: stream.settled, stream: stream.token)
  }
}

extension BusError {
  init(_ refusal: RecognitionStream.Refusal) {
    switch refusal {
    case .busy(let retryAfterMs, let credit):
      self.init(
        .busy, "Speech recognition is falling behind; you can send \(credit) samples now.",
        retryAfterMs: retryAfterMs, detail: ["creditSamples": "\(credit)"])
    case .tooLarge(let limit):
      self.init(.tooLarge, "A request can contain at most \(limit) samples.")
    case .invalid(let message):
      self.init(.invalid, message)
    case .ended:
      self.init(.conflict, "The stream is ending and accepts no more audio.")
    }
  }
}

extension [Int16] {
  /// Decodes the samples in the one binary frame of a command.
  init(audioOf call: Call) throws(BusError) {
    guard call.attachments.count == 1, let frame = call.attachments.first else {
      throw BusError(
        .invalid,
        "Invalid audio; expected one binary frame after the body, not \(call.attachments.count).")
    }
    guard frame.count > 0, frame.count.isMultiple(of: 2) else {
      throw BusError(
        .invalid,
        "Invalid audio frame of \(frame.count) bytes; expected signed 16-bit little-endian samples, 16 kHz mono."
      )
    }
    self = frame.withUnsafeBytes { bytes in
      (0..<bytes.count / 2).map {
        Int16(
          littleEndian: bytes.loadUnaligned(fromByteOffset: $0 * 2, as: Int16.self))
      }
    }
  }
}
