import Foundation

extension RouterCore {
  /// To whom a message goes on just as it came, decided from its head alone. Nil if more has to be done
  /// about it; then nothing has changed, and `receive` takes it.
  ///
  /// Almost all go this way: a tool's command to the one instance that answers it, and the answer.
  ///
  /// - Parameter permit: what the sender's key allows; nil where no keys are used.
  mutating func pass(
    _ head: UnsafeRawBufferPointer, from: ConnectionID, permit: Permit?, now: BusTime
  ) -> ConnectionID? {
    guard from != .parent, permit?.isKnown ?? true, let head = HeadScan(head) else { return nil }
    switch head.kind {
    case .command: return passCommand(head, from: from, permit: permit, now: now)
    case .final: return passReply(head.header, from: from, now: now)
    default: return nil
    }
  }

  private mutating func passCommand(
    _ head: HeadScan, from: ConnectionID, permit: Permit?, now: BusTime
  ) -> ConnectionID? {
    let (id, patienceMs) = (head.header.id, patienceMs(head.header.deadline, now))
    guard !isDraining, patienceMs > 0, pending.count < configuration.pendingCommands,
      !pending.contains(id), let route = route(to: head.target),
      permit?.allows(command: route.target) ?? true,
      let place = instances.index(forKey: route.connection),
      instances.values[place].inFlight < instances.values[place].manifest.capacity
    else { return nil }
    instances.values[place].inFlight += 1
    counters.commands += 1
    nowUs = now.steadyUs
    let header = Header(head.header)
    let sender = heard(from, now) ?? Self.toolName
    let flight = recorder.note(
      Flight(
        id: header.id, correlation: header.corr ?? header.id, cause: header.cause, kind: .command,
        target: route.target, from: sender, to: route.service,
        attempt: header.attempt ?? 1, wallMs: now.wallMs, steadyUs: now.steadyUs))
    remember(
      Pending(
        requester: from, header: header, target: route.target, service: route.connection,
        expiresMs: now.steadyMs + patienceMs, flight: flight))
    return route.connection
  }

  private mutating func passReply(
    _ header: HeaderScan, from: ConnectionID, now: BusTime
  ) -> ConnectionID? {
    guard let cause = header.cause, let place = pending.place(of: cause),
      pending[place].service == from, pending[place].requester != .parent,
      let instance = instances.index(forKey: from)
    else { return nil }
    instances.values[instance].lastHeardMs = now.steadyMs
    instances.values[instance].inFlight -= 1
    nowUs = now.steadyUs
    let entry = pending.remove(at: place)
    recorder.answered(entry.flight, by: header.id.uuid, nil, atUs: nowUs)
    return entry.requester
  }

  /// Notes that a peer lives.
  ///
  /// - Returns: its name, if it is a service.
  private mutating func heard(_ connection: ConnectionID, _ now: BusTime) -> String? {
    guard let place = instances.index(forKey: connection) else { return nil }
    instances.values[place].lastHeardMs = now.steadyMs
    return instances.values[place].manifest.service
  }

  // MARK: Routes

  /// Who alone answers a target, and for everybody.
  struct Route: Sendable {
    var target: String
    var service: String
    var connection: ConnectionID
  }

  /// - Returns: nil if there is nobody, or a choice.
  private mutating func route(to target: UnsafeRawBufferPointer) -> Route? {
    if let known = routes[target] { return known }
    let text = String(decoding: target, as: UTF8.self)
    let word = String(text.prefix { $0 != "." })
    guard !Self.ownWords.contains(word), let service = service(for: text, word: word) else {
      return nil
    }
    let live = live(service)
    guard live.count == 1, live[0].access[text] == .anyone else { return nil }
    let route = Route(target: text, service: service, connection: live[0].connection)
    routes[target] = route
    return route
  }
}
