import Bus
import Logging
import TranscriptionAPI

/// Delivers messages about a stream to the composition root, until they are accepted or rejected.
struct Delivery: Sendable {
  let delegate: any DelegateCaller
  let clock: SteadyClock
  let log: Log

  func tell<Message: DelegateMessage>(_ message: Message, of id: String) async
  where Message.Reply == Done {
    var wait = Duration.milliseconds(250)
    while !Task.isCancelled {
      do {
        _ = try await delegate.tell(message)
        return
      } catch let error as BusError where error.retryable || error.code == .expired {
        log.debug("Could not deliver “\(Message.target)”; retrying: \(error.message)")
      } catch is CancellationError {
        return
      } catch let error as BusError where error.code == .notFound {
        // The meeting is over; the reply to its end contained every line.
        return
      } catch {
        log.error("“\(Message.target)” was rejected: \(error)", ["id": LogValue(id)])
        return
      }
      do {
        try await clock.sleep(wait)
      } catch {
        return
      }
      wait = min(wait * 2, .seconds(5))
    }
  }
}

extension SpeechAuthorization {
  init(_ authorization: Authorization) {
    switch authorization {
    case .notDetermined: self.init(status: .notDetermined)
    case .authorized: self.init(status: .authorized)
    case .denied: self.init(status: .denied)
    case .restricted(let reason): self.init(status: .restricted, reason: reason)
    }
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
