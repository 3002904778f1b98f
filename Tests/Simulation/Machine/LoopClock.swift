#if DEBUG || SIMULATION
  import ZeroMQ

  /// Clock of a process's loop. A task that sleeps on it sleeps in virtual time, and pauses together with the
  /// process.
  struct LoopClock: Clock {
    let loop: SocketLoop

    var now: MonotonicInstant { .now }
    var minimumResolution: Duration { .nanoseconds(1) }

    func sleep(until deadline: MonotonicInstant, tolerance: Duration?) async throws {
      try await loop.sleep(until: deadline)
    }
  }
#endif
