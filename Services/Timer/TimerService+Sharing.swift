import Bus

/// Several timers share the countdowns: each has those that are its own by rendezvous.
///
/// A countdown moves without a word between two timers: the one lets go of it when it hears of the
/// other, the other takes it from the parent a little later, so that no tick comes twice.
extension TimerService {
  // Async, or the call of an own method would find the protocol's default instead.
  func share(_ new: Share) async {
    let old = share
    share = new
    // The first comes ahead of `start`, which asks for the countdowns.
    guard let old, new != old, !isDraining else { return }
    letGo()
    guard new.hasLost(since: old) else { return }
    // A router that was started anew hears of the other timers one by one.
    restore(after: old.router == new.router ? configuration.takeover : configuration.recount)
  }

  /// Forgets the countdowns of others, some at a time, so that ticks and commands come in between.
  /// None of theirs ticks from now on.
  private func letGo() {
    releasing?.cancel()
    isReleasing = true
    releasing = Task {
      var slot: Int? = 0
      while let from = slot, !Task.isCancelled, let share {
        slot = change { engine, now, sink in
          engine.release(from: from, count: configuration.adoptedAtOnce, at: now, into: &sink) {
            !share.owns($0)
          }
        }
        await Task.yield()
      }
      if !Task.isCancelled { isReleasing = false }
    }
  }

  /// Asks for the countdowns again, once the others have let go of what is this one's.
  func restore(after wait: Duration) {
    restoring?.cancel()
    isRestoring = true
    restoring = Task {
      do {
        if wait > .zero { try await dependencies.patience.sleep(for: wait) }
      } catch {
        return
      }
      await restore()
      if !Task.isCancelled { isRestoring = false }
    }
  }

  /// After a time in which this process did not run, others have its countdowns, and may have held
  /// them or skipped speakers: all that it remembers may be wrong.
  func startAnew() {
    dependencies.log.warning(
      "This timer did not run for a while; it asks for its countdowns again.")
    cancelRetries()
    engine = engine.emptied()
    outbox = DelegateOutbox(limit: configuration.delegateCalls)
    restore(after: configuration.handover)
  }
}
