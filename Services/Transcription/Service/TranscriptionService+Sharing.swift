import Bus
import TranscriptionAPI

/// Sharing of the streams among several instances: each id belongs to one of them, which receives
/// the commands about it.
extension TranscriptionService {
  /// Delay before streams of an instance that was lost are reopened; and the delay after a change
  /// of the router, which learns of the instances one by one.
  private static let takeover = Duration.milliseconds(500)
  private static let recount = Duration.seconds(2)

  /// Ends the streams that now belong to another instance, and reopens those of an instance that
  /// was lost.
  ///
  /// The new owner asks the senders to send unsettled audio again. The audio received so far is
  /// still recognised here, and standups accepts each word only once.
  func share(_ new: Share) async {
    let old = share
    share = new
    // The first share arrives before `start`, which requests the streams.
    guard let old, new != old, !isDraining else { return }
    for id in openIDs where !new.owns(id) { endStream(id) }
    // Messages of the previous router, such as the end of a stream, may not have reached this
    // instance.
    if old.router != new.router {
      restoreAgain(after: old.isAlone && new.isAlone ? .zero : Self.recount)
    } else if new.hasLost(since: old) {
      restoreAgain(after: Self.takeover)
    }
  }

  /// Returns whether a stream belongs to this instance.
  func owns(_ id: String) -> Bool { share?.owns(id) ?? true }

  /// Requests the decision about a subject, which may have been made through another instance.
  /// Without a reply, the known decision applies. A decision that was made here in the meantime
  /// also applies, if this is the only instance.
  func refresh(_ subject: String) async throws {
    do {
      let reply = try await delivery.delegate.tell(
        RecognitionRequested(subject: subject), causedBy: nil, timeoutMs: 1500)
      let isOurs = share?.isAlone ?? true && restoration.decided.contains(subject)
      if let isGranted = reply.authorizations[subject], !isOurs {
        authorizations.authorize(subject, granted: isGranted)
      }
    } catch {
      guard authorizations.answers[subject] == nil else {
        log.debug(
          "The router did not return the recording decision; the last known one applies: \(error)")
        return
      }
      throw error
    }
  }
}
