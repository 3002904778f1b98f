import Audio
import Bus
import Foundation
import TranscriptionAPI

/// Accepts audio from senders, and determines the position up to which a stream is settled.
extension TranscriptionService {
  func accept(_ command: RecognizeAudio, _ call: Call) throws -> RecognizeAudio.Reply {
    guard !isDraining else { throw Self.stopping }
    var key = StreamKey(id: command.id)
    guard let room = streams[key], room.isVisible(in: call.header.scope) else {
      throw unknown(command.id)
    }
    if command.isOwn == true { key.person = try Self.speaker(call.header) }
    let known = streams[key]
    if let name = command.stream, name != known?.token {
      throw BusError(
        .notFound,
        "Stream “\(name)” has ended and another one is open; resend the unsettled audio without “stream”.",
        retryAfterMs: 0)
    }
    let samples = try [Int16](audioOf: call)
    var stream = try known ?? ownStream(key, of: room)
    let effects = stream.accept(command, samples, nowMs: clock.nowMs())
    if known == nil, case .refused? = effects.first {
      stream.abandon()
    } else {
      streams[key] = stream
    }
    var credit = 0
    for effect in effects {
      switch effect {
      case .accepted(_, let left):
        credit = left
        metrics?.audio.add(samples.count)
      case .refused(let refusal): throw BusError(refusal)
      default: perform(effect, of: key)
      }
    }
    if stream.endRequestedMs != nil { endWhenComplete(key, stream.serial) }
    return RecognizeAudio.Reply(
      creditSamples: credit, settled: streams[key]?.settled, stream: stream.token)
  }

  /// The person for whom the router forwarded a command.
  ///
  /// - Throws: `denied` for a command that was sent for no person.
  private static func speaker(_ header: Header) throws(BusError) -> UUID {
    guard let person = header.by.flatMap({ PersonActor.person(in: $0) }) else {
      throw BusError(
        .denied,
        "Only a person who is signed in has an own microphone; send the audio without “isOwn”.")
    }
    return person
  }

  func position(of id: String) throws -> GetRecognition.Reply {
    guard let stream = streams[StreamKey(id: id)] else { throw unknown(id) }
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
    guard frame.count > 0, let samples = frame.withUnsafeBytes({ PCM.samples($0) }) else {
      throw BusError(
        .invalid,
        "Invalid audio frame of \(frame.count) bytes; expected signed 16-bit little-endian samples, 16 kHz mono."
      )
    }
    self = samples
  }
}
