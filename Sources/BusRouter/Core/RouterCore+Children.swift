public import Bus
public import Foundation
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
    if !loading.isEmpty {
      loading = loading.filter { $0.value.manifest.instance != manifest.instance }
    }
    if let known = instances[from], known.manifest.instance == manifest.instance {
      return welcome(manifest, head.header, to: from)
    }
    // Another run over the same connection, or the same run over another: the earlier one is over.
    var effects = remove(from, isExpected: false) + removePredecessor(of: manifest, at: from)
    let others = (members[manifest.service] ?? []).filter { $0 != from }
    if !manifest.isSharded, let other = others.first(where: { instances[$0]?.isDraining == false })
    {
      standBy(manifest, from: from, now: now)
      return effects + secondInstance(other, message, head, from: from)
    }
    probed.remove(from)
    standby[from] = nil
    instances[from] = Instance(
      connection: from, manifest: manifest,
      commands: declared(manifest),
      lastHeardMs: now.steadyMs, since: now.wallMs, rights: rights)
    members[manifest.service, default: []].append(from)
    if configuration.children[manifest.service] != nil {
      for command in manifest.commands { declarations[command.target] = command }
    }
    routes.removeAll()
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

  /// The same run of a service over a new connection: the old one is closed.
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

  /// It is listed as long as it goes on asking.
  private mutating func standBy(_ manifest: Manifest, from: ConnectionID, now: BusTime) {
    let known = standby[from]?.manifest.instance == manifest.instance ? standby[from] : nil
    guard known != nil || standby.count < Self.maxStandby else { return }
    standby[from] = Instance(
      connection: from, manifest: manifest, commands: [:], lastHeardMs: now.steadyMs,
      since: known?.since ?? now.wallMs)
  }

  /// A service that cannot be taken yet is listed as long as it says so again.
  private mutating func noteLoading(
    _ manifest: Manifest, _ head: Head, from: ConnectionID, rights: Rights?, now: BusTime
  ) -> [RouterEffect] {
    let known = loading[from]?.manifest.instance == manifest.instance ? loading[from] : nil
    if known != nil || loading.count < Self.maxStandby {
      loading[from] = Instance(
        connection: from, manifest: manifest, commands: [:], lastHeardMs: now.steadyMs,
        since: known?.since ?? now.wallMs, rights: rights)
    }
    let error = BusError(
      .busy, "The service is registered as loading; register again when it is ready.",
      retryAfterMs: Int(configuration.heartbeatMs))
    return refuse(error, head.header, to: from)
  }

  /// How many are listed.
  private static let maxStandby = 100

  /// Only one instance of this service may be active. The other one is asked for a sign of life
  /// first: if its process is gone, sending fails at once and the newcomer takes its place.
  private mutating func secondInstance(
    _ other: ConnectionID, _ message: Message, _ head: Head, from: ConnectionID
  ) -> [RouterEffect] {
    if probed.insert(from).inserted {
      return pulse(to: other) + [.again(from, message)]
    }
    probed.remove(from)
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

  /// The instances that share the work of a service that has a connection; nil where none share it.
  private func sharers(of connection: ConnectionID) -> [UUID]? {
    guard let manifest = instances[connection]?.manifest, manifest.isSharded else { return nil }
    return (members[manifest.service] ?? []).compactMap { member in
      instances[member].flatMap { $0.isDraining ? nil : $0.manifest.instance }
    }
  }

  /// Tells those who share their work at once when one of them comes or goes.
  private func pulseMembers(
    of service: String, except connection: ConnectionID
  ) -> [RouterEffect] {
    (members[service] ?? []).filter {
      $0 != connection && instances[$0]?.manifest.isSharded == true
    }
    .flatMap { pulse(to: $0) }
  }

  private func pulse(of connection: ConnectionID) -> Pulse {
    Pulse(router: id, instances: sharers(of: connection), epoch: epoch)
  }

  /// The journal has this epoch: who has loaded something of another one must hear of it soon.
  mutating func noteEpoch(_ epoch: String) -> [RouterEffect] {
    guard epoch != self.epoch else { return [] }
    self.epoch = epoch
    return instances.keys.flatMap { pulse(to: $0) }
  }

  /// Asks services for another hello, as if they had been given up.
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

  /// A heartbeat is answered, so that whoever sent it knows which router it talks to. Whoever
  /// claims to be a service but is not known is asked to say hello.
  mutating func heartbeat(
    _ message: Message, _ head: Head, from: ConnectionID
  ) -> [RouterEffect] {
    if instances[from] == nil, head.target != "-" { return rehello(head, to: from) }
    if head.target != "-", message.count > 1 { noteVitals(message[1], of: from) }
    return encoded(pulse(of: from)) {
      reply(.reply(.heartbeat, to: head.header, body: $0), to: from)
    }
  }

  /// A body that cannot be read says nothing: that it came is sign enough of life.
  private mutating func noteVitals(_ body: Frame, of connection: ConnectionID) {
    let isEmpty = body.withUnsafeBytes { $0.count <= 2 }
    let vitals = isEmpty ? nil : try? BusJSON.decode(Vitals.self, from: Data(body.bytes))
    instances[connection]?.problems = vitals?.shown ?? []
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
    // The first one drains; the second one, when nothing is left, leaves.
    guard instance.isDraining else {
      instances[from]?.isDraining = true
      routes.removeAll()
      return answer + pulseMembers(of: instance.manifest.service, except: from)
    }
    return answer + remove(from, isExpected: true)
  }

  /// The peer at this connection is gone.
  public mutating func unreachable(_ connection: ConnectionID) -> [RouterEffect] {
    probed.remove(connection)
    standby[connection] = nil
    loading[connection] = nil
    guard instances[connection] != nil else { return [] }
    return remove(connection, isExpected: false)
  }

  /// A service is gone: what it had under way is answered, others go on.
  mutating func remove(_ connection: ConnectionID, isExpected: Bool) -> [RouterEffect] {
    guard let instance = instances.removeValue(forKey: connection) else { return [] }
    let name = instance.manifest.service
    let others = (members[name] ?? []).filter { $0 != connection }
    members[name] = others.isEmpty ? nil : others
    routes.removeAll()
    if !isExpected { counters.lost += 1 }
    let run = instance.manifest.instance
    var effects: [RouterEffect] = [
      .notice(
        isExpected
          ? .serviceDown(service: name, instance: run)
          : .serviceLost(service: name, instance: run))
    ]
    let error = BusError(
      .unavailable, "The \(name) service disconnected while it processed this command; try again.",
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
    // Sent again over a new connection while a binding has it: one message.
    let isKnown = delegating[head.header.id]?.instance == instance.manifest.instance
    let flight = isKnown ? nil : note(head, from: from, now: now)
    recorder.passed(flight, to: Self.ownName)
    let envelope: Envelope
    do {
      envelope = try Envelope(message)
    } catch {
      return refuse(error, head.header, to: from, flight)
    }
    let name = instance.manifest.service
    guard configuration.bound.contains(head.target) else {
      counters.unbound += 1
      let error = BusError(.unbound, "No binding handles “\(head.target)”.")
      return refuse(error, head.header, to: from, flight) + [
        .notice(.unbound(service: name, message: head.target, wasSent: true)),
        deadLetter(envelope, from: name, error),
      ]
    }
    guard instance.manifest.delegates.contains(head.target),
      (configuration.senders[head.target] ?? name) == name
    else {
      let error = BusError(
        .denied, "The \(name) service did not declare “\(head.target)” when it registered.")
      return refuse(error, head.header, to: from, flight)
    }
    if let refusal = delegateRefusal(head, instance: instance.manifest.instance, now: now) {
      counters.refused += 1
      return refuse(refusal, head.header, to: from, flight)
    }
    let isRepeated = delegating[head.header.id] != nil
    delegating[head.header.id] = Delegating(from: from, instance: instance.manifest.instance)
    if isRepeated {
      // Sent again over a new connection while a binding has it: its answer goes there.
      counters.duplicates += 1
      return []
    }
    return [
      .delegate(
        DelegateCall(
          from: from, service: name, instance: instance.manifest.instance, envelope: envelope,
          flight: flight))
    ]
  }

  private func delegateRefusal(_ head: Head, instance: UUID, now: BusTime) -> BusError? {
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
    return nil
  }

  /// The answer to a delegate call.
  ///
  /// - Parameter now: nil for when something came last.
  public mutating func answerDelegate(
    _ call: DelegateCall, with result: Result<Data, BusError>, now: BusTime? = nil
  ) -> [RouterEffect] {
    nowUs = now?.steadyUs ?? nowUs
    let header = call.envelope.head.header
    countDelegate(call.envelope.head.target, with: result)
    let connection = delegating.removeValue(forKey: header.id)?.from ?? call.from
    switch result {
    case .success(let body):
      return finish(header, body, to: connection, call.flight)
    case .failure(let error) where error.code == .unbound:
      // There is a binding for the message, and none for the owner of what it is about.
      counters.unbound += 1
      let what = error.detail?["owner"].map { " of \($0)" } ?? ""
      return refuse(error, header, to: connection, call.flight) + [
        .notice(
          .unbound(
            service: call.service, message: call.envelope.head.target + what, wasSent: true)),
        deadLetter(call.envelope, from: call.service, error),
      ]
    case .failure(let error):
      let refusal = refuse(error, header, to: connection, call.flight)
      // These are defects: trying again would not help, and nothing must get lost over them.
      guard [.internal, .invalid, .denied, .tooLarge].contains(error.code) else { return refusal }
      // But a question that was passed on may be somebody's who asks for too much.
      let isAnswer = configuration.forwarded.contains(call.envelope.head.target)
      if isAnswer, [.invalid, .tooLarge].contains(error.code) { return refusal }
      return refusal + [deadLetter(call.envelope, from: call.service, error)]
    }
  }

  /// Whether a delegate call is under way whose sender is gone.
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
          correlation: header.corr, attempts: header.attempt ?? 1, body: envelope.body,
          error: error)))
  }
}
