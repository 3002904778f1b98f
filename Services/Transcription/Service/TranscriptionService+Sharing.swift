import Bus
import TranscriptionAPI

/// Several instances share the streams: each id belongs to one of them, and commands about it go there.
extension TranscriptionService {
  /// How long to wait before streams of an instance that is gone are taken up; and after another router
  /// has come, which hears of the instances one by one.
  private static let takeover = Duration.milliseconds(500)
  private static let recount = Duration.seconds(2)

  /// Ends the streams that are another one's now, and takes up those of one that is gone.
  ///
  /// Whoever sends audio is told by the new owner to send again what is not settled; what was said until
  /// now is still recognised here, and standups takes no words twice.
  func share(_ new: Share) async {
    let old = share
    share = new
    // The first comes ahead of `start`, which asks for the streams.
    guard let old, new != old, !isDraining else { return }
    for id in openIDs where !new.owns(id) { endStream(id) }
    // What another router would have said here, such as that a stream is over, it may have had nobody to say it to.
    if old.router != new.router {
      restoreAgain(after: old.isAlone && new.isAlone ? .zero : Self.recount)
    } else if new.hasLost(since: old) {
      restoreAgain(after: Self.takeover)
    }
  }

  /// Whether a stream is for this instance.
  func owns(_ id: String) -> Bool { share?.owns(id) ?? true }

  /// What was decided elsewhere is not known here: the parent is asked about a subject. If it does not
  /// answer, what is known here holds; so does what was decided here meanwhile, if that was nowhere else.
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
