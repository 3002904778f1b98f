import Bus
import StandupsLogging
import TimerAPI

/// Restores countdowns after a start, or after another timer or the router was lost.
extension TimerService {
  /// The countdowns that the composition root has named so far.
  private struct Named {
    /// Countdowns with this serial or a larger one are newer than the reply.
    let since: UInt64
    /// Serials of named countdowns that already existed here.
    var serials: Set<UInt64> = []
    /// Owners that were unavailable.
    var away: Set<String> = []
  }

  /// Requests from the composition root the countdowns that should run, and removes those that it
  /// no longer names.
  ///
  /// If an owner is unavailable, the countdowns of the other owners are restored even so. The
  /// request is repeated while countdowns remain that only this owner knows about.
  func restore() async {
    var failures = 0
    while await !restoreOnce() {
      failures += 1
      isRestoring = false
      do {
        try await dependencies.sleeper.sleep(for: DelegateOutbox.backOff(failures))
      } catch {
        return
      }
    }
  }

  /// Requests all pages. The countdowns of a page tick while the next page is being requested.
  ///
  /// - Returns: false if the request must be repeated because an owner was unavailable.
  private func restoreOnce() async -> Bool {
    var failures = 0
    var taken = 0
    var named = Named(since: engine.nextSerial)
    var page = requestPage(after: nil)
    var after: String?
    while true {
      do {
        let reply = try await page.value
        try Task.checkCancellation()
        failures = 0
        let next = reply.next.map { requestPage(after: $0) }
        named.away.formUnion(reply.away ?? [])
        taken += await adopt(reply.countdowns, &named)
        guard let next, reply.next != after else { break }
        page = next
        after = reply.next
      } catch {
        guard !Task.isCancelled else {
          page.cancel()
          return true
        }
        if (error as? BusError)?.code == .unbound {
          dependencies.log.warning("The router has no countdowns to restore; starting with none.")
          return true
        }
        failures += 1
        dependencies.log.warning(
          "The router did not return the running countdowns; retrying.",
          ["error": LogValue("\(error)")])
        do {
          try await dependencies.sleeper.sleep(for: DelegateOutbox.backOff(failures))
        } catch {
          return true
        }
        page = requestPage(after: after)
      }
    }
    dependencies.log.info("Countdowns restored.", ["count": LogValue(taken)])
    return forgetUnnamed(named)
  }

  /// Removes countdowns that existed before the request and were not named.
  ///
  /// - Returns: false if countdowns of an unavailable owner are left.
  private func forgetUnnamed(_ named: Named) -> Bool {
    guard !isDraining, !Task.isCancelled else { return true }
    var isComplete = true
    change { engine, _, sink in
      engine.forget(into: &sink) { key in
        guard key.serial < named.since, !named.serials.contains(key.serial) else { return true }
        guard let id = OwnedID(key.id) else { return false }
        if named.away.contains(id.owner) { isComplete = false }
        return id.isTools || named.away.contains(id.owner)
      }
    }
    return isComplete
  }

  /// Requests a page of countdowns from the composition root.
  private func requestPage(after: String?) -> Task<CountdownsRequested.Reply, any Error> {
    let delegate = dependencies.delegate
    return Task { try await delegate.tell(CountdownsRequested(after: after)) }
  }

  /// Starts the countdowns that belong to this timer and do not exist yet.
  ///
  /// - Returns: the number of countdowns that were started.
  private func adopt(_ countdowns: [StartCountdown], _ named: inout Named) async -> Int {
    var taken = 0
    for (index, countdown) in countdowns.enumerated() {
      if index > 0, index.isMultiple(of: configuration.adoptedAtOnce) { await Task.yield() }
      if isDraining || Task.isCancelled { break }
      if let serial = engine.serial(of: countdown.id) {
        // A countdown that was started during the request is newer than the reply.
        named.serials.insert(serial)
        continue
      }
      if share?.owns(countdown.id) == false { continue }
      do {
        _ = try change { engine, now, sink throws(BusError) in
          try engine.start(countdown, idempotencyKey: nil, at: now, into: &sink)
        }
        taken += 1
      } catch {
        dependencies.log.error(
          "Could not restore a countdown.",
          ["id": LogValue(countdown.id), "error": LogValue("\(error)")])
      }
    }
    return taken
  }
}
