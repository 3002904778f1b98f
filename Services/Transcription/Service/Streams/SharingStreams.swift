import Bus

/// Shares the streams among several instances. Each id belongs to one instance, which receives the
/// commands about it.
extension TranscriptionService {
  /// Delay before streams of an instance that was lost are reopened.
  private static let takeoverDelay = Duration.milliseconds(500)
  /// Delay after a change of router, because the new router learns of the instances one by one.
  private static let routerChangeDelay = Duration.seconds(2)

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
    for id in openIDs where !new.owns(id) { endStreams(id) }
    // The sender begins it again on the other instance.
    for id in dictations.keys where !new.owns(id) { endDictation(id) }
    // Messages of the previous router, such as the end of a stream, may not have reached this
    // instance.
    if old.router != new.router {
      restoreAgain(after: old.isAlone && new.isAlone ? .zero : Self.routerChangeDelay)
    } else if new.hasLost(since: old) {
      restoreAgain(after: Self.takeoverDelay)
    }
  }

  /// Returns whether a stream belongs to this instance.
  func owns(_ id: String) -> Bool { share?.owns(id) ?? true }
}
