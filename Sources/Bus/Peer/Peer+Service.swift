import Foundation
import ZeroMQ

extension Peer {
  // MARK: Hello and goodbye

  /// Says hello until the router takes it.
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
    // A hello that got no answer is repeated in silence: the router may not be there yet.
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
    // Another router must hear, too, that no new work shall come.
    if isDraining { post(goodbye) }
    sendAgain()
  }

  private func pause(ms: Int) async {
    // Cancelled only when the loop stops, and then nothing more is sent.
    try? await loop.sleep(until: .now.advanced(by: .milliseconds(ms)))
  }

  /// Says that no new work shall come, and returns when what is under way is finished.
  ///
  /// - Parameter limit: how long to wait at most.
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

  /// The last word: the service is gone from the bus.
  public func leave() async {
    guard service != nil, !isClosed else { return }
    isDraining = true
    isDrained = true
    // From here on not even a heartbeat: the router would ask for a hello.
    hasLeft = true
    await sayBye()
  }

  private var goodbye: Envelope { Envelope(.bye, target: service?.name ?? "-", header: Header()) }

  private func sayBye() async {
    guard isWelcome else { return }
    // Without an answer the router is away, and finds out by itself.
    _ = try? await call(goodbye, timeoutMs: 500)
  }

  func resumeIdleWaiters() {
    for waiter in idleWaiters { waiter.resume() }
    idleWaiters = []
  }

  // MARK: Commands

  /// Runs a command and sends its answer.
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
    // Begun here and now, and in the order in which they came; a handler that need not wait has answered
    // before the next message is read.
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
