import Foundation

extension Peer {
  // MARK: Hello and goodbye

  /// Says hello until the router takes it.
  func sayHello() {
    guard let service, !isClosed, !isWelcome, !isSayingHello else { return }
    let manifest: Data
    do {
      manifest = try BusJSON.encode(Manifest(service, instance: instance))
    } catch {
      onNotice(.unexpected("The manifest has no JSON form: \(error)"))
      return
    }
    isSayingHello = true
    Task {
      do {
        let hello = Envelope(.hello, target: service.name, header: Header(), body: manifest)
        let answer = try await call(hello, timeoutMs: configuration.helloMs)
        isSayingHello = false
        welcomed(try BusJSON.decode(Welcome.self, from: answer.body))
      } catch let error as BusError {
        // A hello that got no answer is repeated in silence: the router may not be there yet.
        if error.code != .expired, error.code != .unavailable {
          onNotice(.refused(error))
          await pause(ms: error.retryAfterMs ?? configuration.helloMs)
        }
        isSayingHello = false
        sayHello()
      } catch {
        isSayingHello = false
      }
    }
  }

  private func welcomed(_ welcome: Welcome) {
    let isFirst = !isWelcome
    isWelcome = true
    router = welcome.router
    guard isFirst else { return }
    onNotice(.welcomed(router: welcome.router, unbound: welcome.unbound))
    for waiter in welcomeWaiters.values { waiter.resume() }
    welcomeWaiters = [:]
    sendAgain()
  }

  private func pause(ms: Int) async {
    // Cancelled only when the loop stops, and then nothing more is sent.
    try? await loop.sleep(until: .now.advanced(by: .milliseconds(ms)))
  }

  /// Says that no new work shall come, and returns when what is under way is finished.
  public func drain() async {
    guard service != nil, !isClosed else { return }
    await sayBye()
    if inFlight > 0 {
      await withCheckedContinuation { idleWaiters.append($0) }
    }
  }

  /// The last word: the service is gone from the bus.
  public func leave() async {
    guard service != nil, !isClosed else { return }
    await sayBye()
  }

  private func sayBye() async {
    guard isWelcome else { return }
    // Without an answer the router is away, and finds out by itself.
    _ = try? await call(
      Envelope(.bye, target: service?.name ?? "-", header: Header()), timeoutMs: 500)
  }

  // MARK: Commands

  /// Runs a command and sends its answer.
  func serve(_ envelope: Envelope) {
    let head = envelope.head
    guard let service else {
      post(.error(BusError(.unroutable, "This peer answers no commands."), to: head.header))
      return
    }
    if let deadline = head.header.deadline, deadline <= Self.wallMs() {
      let late = Self.wallMs() - deadline
      post(
        .error(
          BusError(.expired, "The deadline passed \(late) ms ago; not run."), to: head.header))
      return
    }
    inFlight += 1
    let call = Call(header: head.header, attachments: envelope.attachments) { [weak self] part in
      await self?.post(.reply(.part, to: head.header, body: part))
    }
    // The task begins on this actor and stays here until the handler goes elsewhere, so commands
    // are begun in the order in which they came.
    Task {
      do throws(BusError) {
        let reply = try await service.commands.run(head.target, body: envelope.body, call: call)
        respond(.reply(.final, to: head.header, body: reply), to: head.header)
      } catch {
        respond(.error(error, to: head.header), to: head.header)
      }
    }
  }

  private func respond(_ envelope: Envelope, to header: Header) {
    do {
      post(try envelope.message())
    } catch {
      post(.error(error, to: header))
    }
    inFlight -= 1
    if inFlight == 0 {
      for waiter in idleWaiters { waiter.resume() }
      idleWaiters = []
    }
  }
}
