import Foundation
import ZeroMQ

extension Peer {
  // MARK: Registration

  /// Sends registrations until the router accepts one.
  func sayHello() {
    guard let service, !isClosed, !isWelcome, !isSayingHello, !isSuperseded, !hasLeft else {
      return
    }
    let manifest: Data
    do {
      manifest = try BusJSON.encode(Manifest(service, instance: instance))
    } catch {
      onNotice(.unexpected("The manifest could not be encoded as JSON: \(error)"))
      return
    }
    isSayingHello = true
    Task {
      do {
        let header = Header()
        hello = header.id
        let answer = try await call(
          Envelope(.hello, target: service.name, header: header, body: manifest),
          timeoutMs: configuration.helloMs)
        hello = nil
        isSayingHello = false
        welcomed(try BusJSON.decode(Welcome.self, from: answer.body))
        guard isForgotten else { return }
        isForgotten = false
        isWelcome = false
        sayHello()
      } catch let error as BusError {
        hello = nil
        isForgotten = false
        await helloFailed(error)
        isSayingHello = false
        sayHello()
      } catch {
        isSayingHello = false
      }
    }
  }

  private func helloFailed(_ error: BusError) async {
    // A registration without a reply is repeated silently, because the router may not have started
    // yet.
    let hadNoAnswer =
      error.code == .expired || error.code == .unavailable || error == refusal?.error
    if wasWelcome, error.detail?[BusError.otherInstance] != nil {
      isSuperseded = true
      onNotice(.superseded)
      resumeWaiters(for: .succession)
      return
    }
    if !hadNoAnswer { onNotice(.refused(error)) }
    let wait =
      hadNoAnswer
      ? configuration.helloMs / 5
      : error.code == .denied ? configuration.heartbeatMs : configuration.helloMs
    var random = PooledRandom()
    let more = Int.random(in: 0...max(1, wait / 4), using: &random)
    await pause(ms: (error.retryAfterMs ?? wait) + more)
  }

  private func welcomed(_ welcome: Welcome) {
    let isFirst = !isWelcome
    isWelcome = true
    wasWelcome = true
    router = welcome.router
    noteShare(
      welcome.router, welcome.instances?.map(\.wrappedValue), owners: welcome.owners)
    noteEpoch(welcome.epoch)
    noteReturn()
    noteRouter(welcome.router)
    guard isFirst else { return }
    onNotice(.welcomed(router: welcome.router, unbound: welcome.unbound))
    if welcome.heartbeatMs > 0, welcome.heartbeatMs < heartbeatMs {
      heartbeatMs = welcome.heartbeatMs
      scheduleHeartbeat()
    }
    resumeWaiters(for: .welcome)
    // A different router must also be notified that the service accepts no new work.
    if isDraining { post(goodbye) }
    sendAgain()
  }

  private func pause(ms: Int) async {
    // The sleep is cancelled only when the loop stops; then nothing more is sent.
    try? await loop.sleep(until: .now.advanced(by: .milliseconds(ms)))
  }

  /// Announces that the service accepts no new work, and returns when the work in progress is
  /// finished.
  ///
  /// - Parameter limit: maximum time to wait.
  public func drain(within limit: Duration = .seconds(3)) async {
    guard service != nil, !isClosed else { return }
    let end = MonotonicInstant.now.advanced(by: limit)
    isDraining = true
    await sayBye()
    isDrained = true
    guard inFlight > 0, !isClosed else { return }
    let timeout = loop.schedule(at: end) {
      self.assumeIsolated { $0.resumeIdleWaiters() }
    }
    await withCheckedContinuation { idleWaiters.append($0) }
    loop.cancel(timeout)
  }

  /// Removes the service from the bus.
  public func leave() async {
    guard service != nil, !isClosed else { return }
    isDraining = true
    isDrained = true
    // From here on, no heartbeat is sent, because the router would reply to it by requesting a
    // registration.
    hasLeft = true
    await sayBye()
  }

  private var goodbye: Envelope { Envelope(.bye, target: service?.name ?? "-", header: Header()) }

  private func sayBye() async {
    guard isWelcome else { return }
    // A router that does not reply is unavailable and will notice the missing heartbeats.
    _ = try? await call(goodbye, timeoutMs: 500)
  }

  func resumeIdleWaiters() {
    for waiter in idleWaiters { waiter.resume() }
    idleWaiters = []
  }

  // MARK: Commands

  /// Runs a command and sends its reply.
  func serve(_ envelope: Envelope) {
    let head = envelope.head
    guard let service else {
      post(.error(BusError(.unroutable, "This peer handles no commands."), to: head.header))
      return
    }
    if let expired = head.header.expiry(at: Self.wallMs()) {
      post(.error(expired, to: head.header))
      return
    }
    guard !isDrained else {
      let error = BusError(.draining, "The \(service.name) service is stopping; try again.")
      post(.error(error, to: head.header))
      return
    }
    inFlight += 1
    let call = Call(header: head.header, attachments: envelope.attachments)
    // Commands start here, synchronously and in order of arrival; a handler that does not wait has
    // replied before the next message is read.
    service.commands.begin(head.target, body: envelope.body, call: call) { [self] result in
      loop.enter { self.assumeIsolated { $0.done(head, result) } }
    }
  }

  private func done(_ head: Head, _ result: Result<Data, BusError>) {
    switch result {
    case .success(let reply):
      respond(.reply(.final, to: head.header, body: reply), to: head.header)
    case .failure(let error):
      if error.code == .internal {
        onNotice(.failed(target: head.target, header: head.header, error: error))
      }
      respond(.error(error, to: head.header), to: head.header)
    }
  }

  private func respond(_ envelope: Envelope, to header: Header) {
    do {
      post(try envelope.message())
    } catch {
      post(.error(error, to: header))
    }
    inFlight -= 1
    if inFlight == 0 { resumeIdleWaiters() }
  }
}
