/// Wakes up at deadlines. One wake-up serves everything that is due.
extension TimerService {
  /// Serves everything that is due. The wake-up calls it; an early or additional call does no harm.
  func wake() {
    let due = wakeAt
    wakeAt = nil
    guard !isDraining else { return }
    if let due, dependencies.clock().ns - due > configuration.suspendedNs {
      return restoreAll("This timer was suspended for a while")
    }
    if let at = recheckAt, at <= dependencies.clock().ns {
      recheckAt = nil
      if !isRestoring { restore(after: .zero) }
    }
    change(dueAt: engine.nextDeadline) { engine, now, sink in
      let late = engine.nextDeadline.map { now.ns - $0 } ?? 0
      _ = engine.advance(to: now, limit: configuration.batch(late: late), into: &sink)
    }
  }

  /// Serves everything that is due before its wake-up, because this thread is awake anyway. It
  /// waits until several ticks may be due, because sending them together is cheaper.
  func serveDue() {
    guard let next = engine.nextDeadline,
      next + configuration.gridNs / 12 <= dependencies.clock().ns
    else { return }
    wake()
  }

  func setWake(_ now: Int64) {
    if engine.count == engine.running {
      recheckAt = nil
    } else if recheckAt == nil {
      recheckAt = now + configuration.recheckNs
    }
    let next = engine.nextDeadline.map { configuration.wake(for: $0, now: now) }
    let target = isDraining ? nil : [next, recheckAt].compactMap(\.self).min()
    guard target != wakeAt else { return }
    wakeAt = target
    // Do not use a weak reference, because it would slow down each use of an object that every tick
    // uses.
    dependencies.wake.set(target) {
      self.assumeIsolated { $0.wake() }
    }
  }
}
