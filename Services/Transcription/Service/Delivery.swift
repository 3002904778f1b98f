import Bus
import Lifecycle
import Messages

extension DelegateCaller {
  /// Tells the parent of a line until it took it, or says that nobody wants it.
  func deliver(_ line: Messages.TranscriptLine, of id: String, log: Log) async {
    while !Task.isCancelled {
      do {
        _ = try await tell(LineRecognized(id: id, line: line))
        return
      } catch let error as BusError where error.retryable || error.code == .expired {
        log.debug("A line waits for the parent: \(error.message)")
      } catch is CancellationError {
        return
      } catch let error as BusError where error.code == .notFound {
        // The meeting is over; its end got every line.
        return
      } catch {
        log.error("A line was not taken: \(error)", ["id": LogValue(id)])
        return
      }
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
        .busy, "The recogniser is behind; \(credit) samples may be sent now.",
        retryAfterMs: retryAfterMs, detail: ["creditSamples": "\(credit)"])
    case .tooLarge(let limit):
      self.init(.tooLarge, "At most \(limit) samples are taken at once.")
    case .invalid(let message):
      self.init(.invalid, message)
    case .ended:
      self.init(.conflict, "The stream is ending and takes no more audio.")
    }
  }
}
