import Bus
import StandupsLogging
import TranscriptionAPI

/// Delivers messages about a stream to the composition root, until they are accepted or rejected.
struct Delivery: Sendable {
  let delegate: any DelegateCaller
  let clock: SteadyClock
  let log: Log

  func deliver<Message: DelegateMessage>(_ message: Message, of id: String) async
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

extension TranscriptionService {
  /// Records that a line was delivered, so that its audio need not be sent again.
  func delivered(_ line: String, of key: StreamKey, _ serial: Int) {
    if streams[key]?.serial == serial { streams[key]?.delivered(line) }
    if key.person != nil { releaseHeld(of: key.id) }
  }

  /// Reports once that a stream cannot continue.
  func reportFailure(of id: String, _ reason: String) {
    let delivery = delivery
    serials += 1
    let serial = serials
    endedDeliveries[serial] = Task {
      await delivery.deliver(RecognitionFailed(id: id, reason: reason), of: id)
      endedDeliveries[serial] = nil
    }
  }
}
