/// Puts a service on the bus: says hello, lets it begin, serves its commands, and brings it to rest.
public final class ServiceHost: Sendable {
  /// The service's connection to the router. `run` opens it, and closes it in the end.
  public let peer: Peer
  private let service: any Service
  private let shutdown: AsyncStream<Void>
  private let requestShutdown: AsyncStream<Void>.Continuation

  /// - Parameters:
  ///   - service: what is served.
  ///   - peer: not yet open; it is also the service's way to its parent.
  public init(_ service: any Service, on peer: Peer) {
    self.service = service
    self.peer = peer
    (shutdown, requestShutdown) = AsyncStream.makeStream()
  }

  /// Serves until `beginGracefulShutdown` and returns when all is done, after 4.5 seconds at most;
  /// cancellation aborts.
  ///
  /// - Throws: what opening the connection or the service's `start` throws.
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
        // Also while it begins: what it waits for then never comes to one whose place is taken.
        group.addTask { try await self.endWhenSuperseded() }
        group.addTask {
          try await self.peer.waitUntilWelcome()
          if let share = await self.peer.share { await service.share(share) }
          try await service.start()
          // Serving goes on by itself until the shutdown, or until another instance has its place.
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
      .conflict, "Another instance took over while this one was unreachable; restart it.")
  }

  /// Gives up on a service that does not come to rest: the process has to end in any case.
  private func drain(_ service: any Service, within limit: Duration) async {
    let (finished, finish) = AsyncStream<Void>.makeStream()
    let drain = Task {
      await service.drain()
      finish.finish()
    }
    let timeout = Task {
      // Cancelled when the service was quick enough.
      guard (try? await peer.loop.sleep(until: .now.advanced(by: limit))) != nil else { return }
      drain.cancel()
      finish.finish()
    }
    for await _ in finished {}
    timeout.cancel()
  }

  /// Takes no new work, finishes the rest, then `run` returns. May be called more than once.
  public func beginGracefulShutdown() {
    requestShutdown.yield()
    requestShutdown.finish()
  }
}
