#if DEBUG || SIMULATION
  import ZeroMQ

  /// The clock of a process's loop: a task that sleeps on it sleeps in virtual time, and pauses with the process.
  struct LoopClock: Clock {
    let loop: SocketLoop

    var now: MonotonicInstant { .now }
    var minimumResolution: Duration { .nanoseconds(1) }

    func sleep(until deadline: MonotonicInstant, tolerance: Duration?) async throws {
      try await loop.sleep(until: deadline)
    }
  }
#endif
