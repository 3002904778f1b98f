import AccessRights
public import Bus
public import Foundation
import MessageTrace
public import RouterConnections
import ZeroMQ

extension RouterCore {
  mutating func hello(
    _ message: Message, _ head: Head, from: ConnectionID, rights: Rights?, now: BusTime
  ) -> [RouterEffect] {
    let manifest: Manifest
    do {
      let body = try Envelope(message).body
      manifest = try BusJSON.decode(Manifest.self, from: body)
      if let problem = manifest.problem { throw BusError(.invalid, problem) }
    } catch {
      counters.malformed += 1
      let error = error as? BusError ?? BusError(.invalid, "The manifest cannot be read.")
      return refuse(error, head.header, to: from)
    }
    if let rights, let error = refusal(of: manifest, rights) {
      return deny(error, rights, head.header, from)
    }
    if manifest.isLoading == true {
      return noteLoading(manifest, head, from: from, rights: rights, now: now)
    }
    waiting.loaded(manifest.instance)
    if let known = instances[from], known.manifest.instance == manifest.instance {
      return welcome(manifest, head.header, to: from)
    }
    // Another run on the same connection, or the same run on another connection: the earlier
    // registration is obsolete.
    var effects = remove(from, isExpected: false) + removePredecessor(of: manifest, at: from)
    let others = instances.connections(of: manifest.service).filter { $0 != from }
    if !manifest.isSharded, let other = others.first(where: { instances[$0]?.isDraining == false })
    {
      waiting.standBy(
        Instance(
          connection: from, manifest: manifest, commands: [:], lastHeardMs: now.steadyMs,
          since: now.wallMs))
      return effects + secondInstance(other, message, head, from: from)
    }
    waiting.accepted(from)
    instances.add(
      Instance(
        connection: from, manifest: manifest, commands: declared(manifest),
        lastHeardMs: now.steadyMs, since: now.wallMs, rights: rights))
    if configuration.children[manifest.service] != nil { targets.declare(manifest.commands) }
    targets.forgetRoutes()
    effects += welcome(manifest, head.header, to: from)
    effects += pulseMembers(of: manifest.service, except: from)
    effects.append(
      .notice(.serviceUp(service: manifest.service, instance: manifest.instance)))
    for message in unbound(manifest) {
      effects.append(
        .notice(.unbound(service: manifest.service, message: message, wasSent: false)))
    }
    return effects + unpark(manifest.service)
  }

  /// Removes the earlier connection of the same run of a service.
  private mutating func removePredecessor(
    of manifest: Manifest, at connection: ConnectionID
  ) -> [RouterEffect] {
    let old = instances.values.first {
      $0.manifest.instance == manifest.instance && $0.manifest.service == manifest.service
        && $0.connection != connection
    }
    guard let old else { return [] }
    return remove(old.connection, isExpected: false)
  }

  /// Lists an instance as loading while it keeps reporting that.
  private mutating func noteLoading(
    _ manifest: Manifest, _ head: Head, from: ConnectionID, rights: Rights?, now: BusTime
  ) -> [RouterEffect] {
    waiting.load(
      Instance(
        connection: from, manifest: manifest, commands: [:], lastHeardMs: now.steadyMs,
        since: now.wallMs, rights: rights))
    let error = BusError(
      .busy, "The service is registered as loading; register again when it is ready.",
      retryAfterMs: Int(configuration.heartbeatMs))
    return refuse(error, head.header, to: from)
  }

  /// Rejects a second active instance of a service that is not sharded. First, the active one is
  /// sent a heartbeat: if its process is gone, sending fails at once, and the new instance replaces
  /// it.
  private mutating func secondInstance(
    _ other: ConnectionID, _ message: Message, _ head: Head, from: ConnectionID
  ) -> [RouterEffect] {
    if waiting.probe(from) { return pulse(to: other) + [.again(from, message)] }
    let error = BusError(
      .busy, "Another instance of this service is connected; this one stands by.",
      retryAfterMs: 250,
      detail: [
        BusError.otherInstance: instances[other]?.manifest.instance.lowercaseText ?? ""
      ])
    return refuse(error, head.header, to: from)
  }

  private func welcome(
    _ manifest: Manifest, _ header: Header, to connection: ConnectionID
  ) -> [RouterEffect] {
    let welcome = Welcome(
      router: id, minor: Manifest.minor, heartbeatMs: Int(configuration.heartbeatMs),
      deadAfterMs: Int(configuration.deadAfterMs), unbound: unbound(manifest),
      instances: sharers(of: connection), owners: configuration.owners[manifest.service],
      epoch: epoch)
    return encoded(welcome) { reply(.reply(.ok, to: header, body: $0), to: connection) }
  }

  private func unbound(_ manifest: Manifest) -> [String] {
    manifest.delegates.filter { !configuration.bound.contains($0) }
  }

  /// The instances that share the work of the service on a connection; nil if the service is not
  /// sharded.
  private func sharers(of connection: ConnectionID) -> [UUID]? {
    guard let manifest = instances[connection]?.manifest, manifest.isSharded else { return nil }
    return instances.connections(of: manifest.service).compactMap { member in
      instances[member].flatMap { $0.isDraining ? nil : $0.manifest.instance }
    }
  }

  /// Notifies the instances of a sharded service at once when one of them joins or leaves.
  private func pulseMembers(
    of service: String, except connection: ConnectionID
  ) -> [RouterEffect] {
    instances.connections(of: service).filter {
      $0 != connection && instances[$0]?.manifest.isSharded == true
    }
    .flatMap { pulse(to: $0) }
  }

  private func pulse(of connection: ConnectionID) -> Pulse {
    Pulse(router: id, instances: sharers(of: connection), epoch: epoch)
  }

  /// Records the epoch of the journal, and notifies all services: state that they loaded from
  /// another epoch is out of date.
  mutating func noteEpoch(_ epoch: String) -> [RouterEffect] {
    guard epoch != self.epoch else { return [] }
    self.epoch = epoch
    return instances.values.flatMap { pulse(to: $0.connection) }
  }

  /// Asks services to register again, as if they had been given up.
  func greetAnew(_ services: Set<String>) -> [RouterEffect] {
    instances.values.filter { services.contains($0.manifest.service) }.flatMap { instance in
      encoded(Pulse(router: id)) {
        reply(Envelope(.rehello, header: Header(), body: $0), to: instance.connection)
      }
    }
  }

  func pulse(to connection: ConnectionID) -> [RouterEffect] {
    encoded(pulse(of: connection)) {
      reply(Envelope(.heartbeat, header: Header(), body: $0), to: connection)
    }
  }

  private func encoded(
    _ value: some Encodable, _ then: (Data) -> [RouterEffect]
  ) -> [RouterEffect] {
    do {
      return then(try BusJSON.encode(value))
    } catch {
      preconditionFailure("the router's own messages have a JSON form: \(error)")
    }
  }

  /// Replies to a heartbeat, so that its sender knows which router it is connected to. A sender
  /// that claims to be a service but is unknown is asked to register.
  mutating func heartbeat(
    _ message: Message, _ head: Head, from: ConnectionID
  ) -> [RouterEffect] {
    if instances[from] == nil, head.target != "-" { return rehello(head, to: from) }
    if head.target != "-", message.count > 1 { noteVitals(message[1], of: from) }
    return encoded(pulse(of: from)) {
      reply(.reply(.heartbeat, to: head.header, body: $0), to: from)
    }
  }

  /// An unreadable body is ignored: the arrival of the message is a sufficient sign of life.
  private mutating func noteVitals(_ body: Frame, of connection: ConnectionID) {
    let isEmpty = body.withUnsafeBytes { $0.count <= 2 }
    let vitals = isEmpty ? nil : try? BusJSON.decode(Vitals.self, from: Data(body.bytes))
    instances.change(connection) { $0.problems = vitals?.shown ?? [] }
  }

  func rehello(_ head: Head, to connection: ConnectionID) -> [RouterEffect] {
    encoded(Pulse(router: id)) {
      reply(.reply(.rehello, to: head.header, body: $0), to: connection)
    }
  }

  mutating func bye(_ head: Head, from: ConnectionID) -> [RouterEffect] {
    guard let instance = instances[from] else {
      return reply(.reply(.ok, to: head.header), to: from)
    }
    let answer = reply(.reply(.ok, to: head.header), to: from)
    // The first `BYE` starts the drain; the second one, when all work is finished, removes the
    // instance.
    guard instance.isDraining else {
      instances.change(from) { $0.isDraining = true }
      targets.forgetRoutes()
      return answer + pulseMembers(of: instance.manifest.service, except: from)
    }
    return answer + remove(from, isExpected: true)
  }

  /// Handles a peer that is gone.
  public mutating func unreachable(_ connection: ConnectionID) -> [RouterEffect] {
    waiting.remove(connection)
    guard instances[connection] != nil else { return [] }
    return remove(connection, isExpected: false)
  }

  /// Removes a service: fails its commands in progress, and notifies the other instances.
  mutating func remove(_ connection: ConnectionID, isExpected: Bool) -> [RouterEffect] {
    guard let instance = instances.remove(connection) else { return [] }
    let name = instance.manifest.service
    targets.forgetRoutes()
    if !isExpected { counters.lost += 1 }
    let run = instance.manifest.instance
    var effects: [RouterEffect] = [
      .notice(
        isExpected
          ? .serviceDown(service: name, instance: run)
          : .serviceLost(service: name, instance: run))
    ]
    let error = BusError(
      .unavailable,
      "The \(name) service disconnected while it was processing this command; try again.",
      retryAfterMs: 100)
    for entry in pending.values where entry.service == connection {
      forget(entry.header.id)
      effects += fail(entry, error)
    }
    return effects + pulseMembers(of: name, except: connection)
  }

  // MARK: Delegate calls

  mutating func delegate(
    _ message: Message, _ head: Head, from: ConnectionID, now: BusTime
  ) -> [RouterEffect] {
    guard let instance = instances[from] else { return rehello(head, to: from) }
    counters.delegates += 1
    // A message that is resent over a new connection while a binding handles it counts as one
    // message.
    let isKnown = delegating[head.header.id]?.instance == instance.manifest.instance
    let traceNumber = isKnown ? nil : note(head, from: from, now: now)
    traceRing.passed(traceNumber, to: TraceEntry.routerName)
    let envelope: Envelope
    do {
      envelope = try Envelope(message)
    } catch {
      return refuse(error, head.header, to: from, traceNumber)
    }
    let name = instance.manifest.service
    guard configuration.bound.contains(head.target) else {
      counters.unbound += 1
      let error = BusError(
        .unbound,
        ["No binding handles “\(head.target)”.", configuration.unboundRemedy]
          .compactMap { $0 }.joined(separator: " "))
      return refuse(error, head.header, to: from, traceNumber) + [
        .notice(.unbound(service: name, message: head.target, wasSent: true)),
        deadLetter(envelope, from: name, error),
      ]
    }
    guard instance.manifest.delegates.contains(head.target),
      configuration.senders[head.target]?.contains(name) ?? true
    else {
      let isOutside = configuration.children[name] == nil
      let error = BusError(
        .denied,
        [
          "The \(name) service may not send “\(head.target)”, or did not declare it.",
          isOutside ? configuration.senderRemedy : nil,
        ].compactMap { $0 }.joined(separator: " "))
      return refuse(error, head.header, to: from, traceNumber)
    }
    let limited = configuration.unlimitedServices?.contains(name) == false ? name : nil
    if let refusal = delegateRefusal(
      head, instance: instance.manifest.instance, limited: limited, bytes: envelope.body.count,
      now: now)
    {
      counters.refused += 1
      return refuse(refusal, head.header, to: from, traceNumber)
    }
    if isKnown {
      delegating[head.header.id]?.from = from
      // The message was resent over a new connection while a binding handles it, so the reply goes
      // to that connection.
      counters.duplicates += 1
      return []
    }
    delegating[head.header.id] = Delegating(
      from: from, instance: instance.manifest.instance, limited: limited,
      bytes: envelope.body.count)
    if let limited {
      var calls = limitedCalls[limited] ?? LimitedCalls()
      calls.count += 1
      calls.bytes += envelope.body.count
      limitedCalls[limited] = calls
    }
    return [
      .delegate(
        DelegateCall(
          from: from, service: name, instance: instance.manifest.instance, envelope: envelope,
          traceNumber: traceNumber))
    ]
  }

  private func delegateRefusal(
    _ head: Head, instance: UUID, limited: String?, bytes: Int, now: BusTime
  ) -> BusError? {
    if let expired = head.header.expiry(at: now.wallMs) { return expired }
    if let earlier = delegating[head.header.id] {
      if earlier.instance == instance { return nil }
      return BusError(
        .conflict, "A message with this id is already in progress; ids must be unique.")
    }
    guard delegating.count < configuration.delegateCalls else {
      return BusError(
        .busy, "The router has \(delegating.count) delegate calls in progress; try again.",
        retryAfterMs: 100)
    }
    guard let limited else { return nil }
    let calls = limitedCalls[limited] ?? LimitedCalls()
    if calls.count >= configuration.limitedCalls
      || calls.bytes > configuration.limitedBytes - bytes
    {
      return BusError(
        .busy,
        "The \(limited) service has \(calls.count) delegate calls with \(calls.bytes) bytes in"
          + " progress; try again.",
        retryAfterMs: 100)
    }
    return nil
  }

  /// Removes a delegate call that has been answered.
  private mutating func removeDelegate(_ id: UUID) -> Delegating? {
    let call = delegating.removeValue(forKey: id)
    guard let call, let name = call.limited, var calls = limitedCalls[name] else { return call }
    calls.count -= 1
    calls.bytes -= call.bytes
    limitedCalls[name] = calls.count == 0 ? nil : calls
    return call
  }

  /// Sends the reply to a delegate call.
  ///
  /// - Parameter now: nil for the time of the last message.
  public mutating func answerDelegate(
    _ call: DelegateCall, with result: Result<Data, BusError>, now: BusTime? = nil
  ) -> [RouterEffect] {
    nowUs = now?.steadyUs ?? nowUs
    let header = call.envelope.head.header
    countDelegate(call.envelope.head.target, with: result)
    let connection = removeDelegate(header.id)?.from ?? call.from
    switch result {
    case .success(let body):
      return finish(header, body, to: connection, call.traceNumber)
    case .failure(let error) where error.code == .unbound:
      // The message has bindings, but not for the owner of its work.
      counters.unbound += 1
      let what = error.detail?["owner"].map { " of \($0)" } ?? ""
      return refuse(error, header, to: connection, call.traceNumber) + [
        .notice(
          .unbound(
            service: call.service, message: call.envelope.head.target + what, wasSent: true)),
        deadLetter(call.envelope, from: call.service, error),
      ]
    case .failure(let error):
      let refusal = refuse(error, header, to: connection, call.traceNumber)
      // These errors are defects: a retry would not help, and the message must not be lost.
      guard [.internal, .invalid, .denied, .tooLarge].contains(error.code) else { return refusal }
      // A forwarded request is different: its error may be the fault of the original sender, which
      // requests too much.
      let isAnswer = configuration.forwarded.contains(call.envelope.head.target)
      if isAnswer, [.invalid, .tooLarge].contains(error.code) { return refusal }
      return refusal + [deadLetter(call.envelope, from: call.service, error)]
    }
  }

  /// Returns true if a delegate call is in progress, but its sender is gone.
  func isAbandoned(_ id: UUID) -> Bool {
    guard let instance = delegating[id]?.instance else { return false }
    return !instances.values.contains { $0.manifest.instance == instance }
  }

  private func deadLetter(
    _ envelope: Envelope, from service: String, _ error: BusError
  ) -> RouterEffect {
    let header = envelope.head.header
    return .notice(
      .deadLetter(
        .init(
          service: service, message: envelope.head.target, id: header.id,
          correlation: header.corr, by: header.by, attempts: header.attempt ?? 1,
          body: envelope.body,
          error: error)))
  }
}
