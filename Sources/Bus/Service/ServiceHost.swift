/// Runs a service on the bus: registers it, starts it, serves its commands and shuts it down.
public final class ServiceHost: Sendable {
  /// The service's connection to the router. `run` opens it, and closes it at the end.
  public let peer: Peer
  private let service: any Service
  private let shutdown: AsyncStream<Void>
  private let requestShutdown: AsyncStream<Void>.Continuation

  /// Creates a host for one run of a service.
  ///
  /// - Parameters:
  ///   - service: the service to run.
  ///   - peer: not yet open; the service also sends its delegate messages over it.
  public init(_ service: any Service, on peer: Peer) {
    self.service = service
    self.peer = peer
    (shutdown, requestShutdown) = AsyncStream.makeStream()
  }

  /// Serves until `beginGracefulShutdown` is called, and returns when all work is done, after at
  /// most 4.5 seconds. Cancelling the task aborts the work.
  ///
  /// - Throws: the error of opening the connection or of the service's `start`.
  public func run() async throws {
    let service = service
    let (shares, tell) = AsyncStream<Share>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let (epochs, tellEpoch) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let (returns, tellReturn) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let (routers, tellRouter) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    try await peer.open(
      as: await service.definition,
      pulse: {
        await service.pulse()
        return await service.problems()
      }, onShare: { tell.yield($0) }, onEpoch: { tellEpoch.yield() },
      onReturn: { tellReturn.yield() }, onRouter: { tellRouter.yield() })
    do {
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask {
          for await _ in self.shutdown { return }
          try Task.checkCancellation()
        }
        // Takes effect also during the start, because a service that has been replaced would wait
        // forever for its work.
        group.addTask { try await self.endWhenSuperseded() }
        group.addTask {
          try await self.peer.waitUntilWelcome()
          if let share = await self.peer.share { await service.share(share) }
          try await service.start()
          // Serving continues until the shutdown, or until another instance replaces this one.
          try await self.endWhenSuperseded()
        }
        group.addTask {
          try await self.peer.waitUntilWelcome()
          for await share in shares { await service.share(share) }
          try Task.checkCancellation()
        }
        group.addTask {
          for await _ in epochs { await service.journalChanged() }
          try Task.checkCancellation()
        }
        group.addTask {
          for await _ in returns { await service.returned() }
          try Task.checkCancellation()
        }
        group.addTask {
          for await _ in routers { await service.routerChanged() }
          try Task.checkCancellation()
        }
        try await group.next()
        group.cancelAll()
      }
    } catch {
      await peer.close()
      throw error
    }
    await peer.drain(within: .seconds(2))
    await drain(service, within: .milliseconds(1500))
    await peer.leave()
    await peer.close()
  }

  private func endWhenSuperseded() async throws {
    try await peer.waitUntilSuperseded()
    throw BusError(
      .conflict, "Another instance took over while this one was unreachable; restart this instance."
    )
  }

  /// Drains the service, but gives up after the limit, because the process has to exit in any case.
  private func drain(_ service: any Service, within limit: Duration) async {
    let (finished, finish) = AsyncStream<Void>.makeStream()
    let drain = Task {
      await service.drain()
      finish.finish()
    }
    let timeout = Task {
      // The sleep is cancelled if the service drains in time.
      guard (try? await peer.loop.sleep(until: .now.advanced(by: limit))) != nil else { return }
      drain.cancel()
      finish.finish()
    }
    for await _ in finished {}
    timeout.cancel()
  }

  /// Stops accepting new work and finishes the work in progress; then `run` returns. Idempotent.
  public func beginGracefulShutdown() {
    requestShutdown.yield()
    requestShutdown.finish()
  }
}
