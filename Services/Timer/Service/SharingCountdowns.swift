import Bus

/// Shares countdowns among several timers, by rendezvous hashing.
///
/// A countdown moves between two timers without a message: the first releases it when it learns of
/// the second, which requests it from the composition root shortly afterwards, so that no tick is
/// published twice.
extension TimerService {
  // Async, because a call on `self` would otherwise choose the protocol's default. The same applies
  // to `returned`.
  func share(_ new: Share) async {
    let old = share
    share = new
    // The first share arrives before `start`, which requests the countdowns.
    guard let old, new != old, !isDraining else { return }
    releaseOthers()
    // Messages of the previous router, such as the cancellation of a countdown, may not have
    // reached this timer. The new router learns of the timers one by one; a timer that is alone
    // does not have to wait for that.
    if old.router != new.router {
      restore(after: old.isAlone && new.isAlone ? .zero : configuration.recount)
    } else if new.hasLost(since: old) {
      restore(after: configuration.takeover)
    }
  }

  /// Removes the countdowns of other timers, a limited number at a time, so that ticks and commands
  /// are processed in between. From now on, none of these countdowns ticks.
  private func releaseOthers() {
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

  /// Requests the countdowns again, after the other timers have had time to release this timer's
  /// share.
  func restore(after wait: Duration) {
    restoring?.cancel()
    isRestoring = true
    restoring = Task {
      do {
        if wait > .zero { try await dependencies.sleeper.sleep(for: wait) }
      } catch {
        return
      }
      await restore()
      if !Task.isCancelled { isRestoring = false }
    }
  }

  func returned() async {
    guard !isDraining else { return }
    restoreAll("The router had dropped this timer")
  }

  /// Drops all countdowns and requests them again. If this process was suspended, or if the router
  /// had given it up, other timers may have its countdowns and may have paused, ended or skipped
  /// them, so its state may be wrong. Only countdowns of tools are kept, because they exist nowhere
  /// else.
  func restoreAll(_ why: String) {
    dependencies.log.warning("\(why); restoring its countdowns.")
    change { engine, _, sink in
      engine.forget(into: &sink) { OwnedID($0.id)?.isTools ?? false }
    }
    restore(after: share?.isAlone == false ? configuration.handover : .zero)
  }
}
