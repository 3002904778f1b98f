import Bus

/// Several timers share the countdowns: each has those that are its own by rendezvous.
///
/// A countdown moves without a word between two timers: the one lets go of it when it hears of the
/// other, the other takes it from the parent a little later, so that no tick comes twice.
extension TimerService {
  // Async, or the call of an own method would find the protocol's default instead; so is `returned`.
  func share(_ new: Share) async {
    let old = share
    share = new
    // The first comes ahead of `start`, which asks for the countdowns.
    guard let old, new != old, !isDraining else { return }
    letGo()
    // What another router would have said here, such as that a countdown is not wanted any more, it may have had
    // nobody to say it to. And it hears of the other timers one by one; where there were none, it has none to hear of.
    if old.router != new.router {
      restore(after: old.isAlone && new.isAlone ? .zero : configuration.recount)
    } else if new.hasLost(since: old) {
      restore(after: configuration.takeover)
    }
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

  func returned() async {
    guard !isDraining else { return }
    startAnew("The router had dropped this timer")
  }

  /// After a time in which this process did not run, or was not heard of, others may have its countdowns, and
  /// may have held or ended them or skipped speakers: all that it remembers may be wrong. Only what tools have
  /// started is nowhere else.
  func startAnew(_ why: String) {
    dependencies.log.warning("\(why); restoring its countdowns.")
    change { engine, _, sink in
      engine.forget(into: &sink) { OwnedID($0.id)?.isTools ?? false }
    }
    restore(after: share?.isAlone == false ? configuration.handover : .zero)
  }
}
