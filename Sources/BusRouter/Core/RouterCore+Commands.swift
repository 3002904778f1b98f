import AccessRights
public import Bus
public import Foundation
import MessageTrace
public import RouterConnections
public import ZeroMQ

extension RouterCore {
  /// First words of the targets that the router answers itself.
  static let ownWords: Set<String> = ["router", "events", "archive"]

  mutating func command(
    _ message: Message, _ head: Head, from: ConnectionID, sender: Rights? = nil, now: BusTime
  ) -> [RouterEffect] {
    counters.commands += 1
    if let refusal = refusal(head, from: from, now: now) {
      counters.refused += 1
      countRefusal(head.target, refusal.code)
      return refuse(refusal, head.header, to: from, note(head, from: from, now: now))
    }
    if let earlier = pending[head.header.id] {
      counters.duplicates += 1
      // The same sender repeats the command: the reply to the first one is on its way, and answers
      // both. If the sender lost its connection in the meantime, the reply goes to the new one.
      let isSame =
        earlier.target == head.target && earlier.header.idem == head.header.idem
        // Another sender must not get the reply.
        && earlier.header.by == head.header.by && earlier.header.teams == head.header.teams
        && (earlier.requester == from || head.header.idem != nil)
      if isSame {
        pending.redirect(head.header.id, to: from)
        return []
      }
      let error = BusError(
        .conflict, "A message with this id is already in progress; ids must be unique.")
      return refuse(error, head.header, to: from, note(head, from: from, now: now))
    }
    let traceNumber = note(head, from: from, now: now)
    let word = String(head.target.prefix { $0 != "." })
    if Self.ownWords.contains(word) {
      do {
        let envelope = try Envelope(message)
        traceRing.passed(traceNumber, to: TraceEntry.routerName)
        // A command for a person is checked as that of the person.
        let service = sender?.represented != nil ? nil : instances[from]?.manifest.service
        return [
          .local(
            LocalCommand(from: from, sender: service, envelope: envelope, traceNumber: traceNumber))
        ]
      } catch {
        return refuse(error, head.header, to: from, traceNumber)
      }
    }
    guard let service = service(for: head.target, word: word) else {
      counters.refused += 1
      countRefusal(head.target, .unroutable)
      return refuse(Self.unroutable(head.target), head.header, to: from, traceNumber)
    }
    let expiresMs = now.steadyMs + patienceMs(head.header.deadline, now)
    let entry = Pending(
      requester: from, header: head.header, target: head.target, expiresMs: expiresMs,
      sinceUs: now.steadyUs, traceNumber: traceNumber, sender: sender)
    return dispatch(message, entry, service: service)
  }

  /// Time limit of a command in milliseconds; 0 or less if its deadline has passed.
  func patienceMs(_ deadline: Int64?, _ now: BusTime) -> Int64 {
    let asked = Header.remainingMs(to: deadline, at: now.wallMs) ?? configuration.patienceMs
    return min(asked, configuration.maximumPatienceMs)
  }

  /// The reason why a command is rejected without a lookup of its service; nil if it is not.
  private func refusal(_ head: Head, from: ConnectionID, now: BusTime) -> BusError? {
    if isDraining, from != .parent {
      return BusError(.draining, "The router is stopping; try again.", retryAfterMs: 500)
    }
    if let expired = head.header.expiry(at: now.wallMs) { return expired }
    if from != .parent, head.header.idem?.hasPrefix(Header.bindingKeyPrefix) == true {
      return BusError(
        .invalid,
        "Invalid “idem” in the header; only the router's bindings use keys that begin with"
          + " “\(Header.bindingKeyPrefix)”.", detail: ["member": "idem"])
    }
    if pending.count >= configuration.pendingCommands {
      return BusError(
        .busy, "The router has \(pending.count) commands in progress; try again.", retryAfterMs: 100
      )
    }
    return nil
  }

  /// The service that answers a target: one that declared it, or the service of the integration
  /// with this first word.
  func service(for target: String, word: String) -> String? {
    if let child = configuration.children.first(where: { $0.value.contains(word) })?.key {
      return child
    }
    return instances.values.first { $0.commands[target] != nil }?.manifest.service
  }

  /// The error for a command that no service answers.
  static func unroutable(_ target: String) -> BusError {
    BusError(
      .unroutable,
      "No service handles “\(target)”; `standups services` lists the connected services.")
  }

  /// The instances of a service that accept new work.
  func live(_ service: String) -> [Instance] {
    instances.connections(of: service).compactMap { instances[$0] }.filter { !$0.isDraining }
  }

  /// Sends a command to the instance that should execute it, or parks it.
  mutating func dispatch(
    _ message: Message, _ entry: Pending, service: String
  ) -> [RouterEffect] {
    let live = live(service)
    guard !live.isEmpty else { return park(message, entry, service: service) }
    let chosen: Instance
    switch choose(among: live, for: entry) {
    case .success(let instance): chosen = instance
    case .failure(let error):
      counters.refused += 1
      return fail(entry, error)
    }
    guard let declared = chosen.commands[entry.target] else {
      counters.refused += 1
      let error = BusError(
        .unroutable, "The \(service) service has no command “\(entry.target)”.")
      return fail(entry, error)
    }
    if let error = refusal(declared, entry) {
      counters.refused += 1
      return fail(entry, error)
    }
    var entry = entry
    if let error = take(&entry, declared, chosen) {
      counters.refused += 1
      return fail(entry, error)
    }
    entry.service = chosen.connection
    entry.meter = declared.meter
    traceRing.passed(entry.traceNumber, to: service)
    pending.insert(entry)
    instances.change(chosen.connection) { $0.inFlight += 1 }
    return [.send(chosen.connection, message)]
  }

  /// Reserves capacity for a command. Commands of bindings belong to work in progress and are not
  /// deferrable.
  ///
  /// - Returns: the reason if the capacity is exhausted; otherwise nil.
  private mutating func take(
    _ entry: inout Pending, _ declared: Declared, _ chosen: Instance
  ) -> BusError? {
    let service = chosen.manifest.service
    guard chosen.inFlight < chosen.manifest.capacity else {
      return BusError(
        .busy, "The \(service) service has \(chosen.inFlight) commands in progress; try again.",
        retryAfterMs: 100)
    }
    guard declared.isDeferrable, entry.requester != .parent else { return nil }
    let (client, capacity) = (entry.requester, chosen.manifest.capacity)
    let comeBackMs = instances.change(chosen.connection) {
      $0.deferrable.take(for: client, capacity: capacity)
    }
    guard let comeBackMs = comeBackMs ?? nil else {
      entry.deferredFor = entry.requester
      return nil
    }
    return BusError(
      .busy, "The \(service) service is too busy to accept this command; try again later.",
      retryAfterMs: comeBackMs)
  }

  /// The instance that owns the command's key or, without a key, the one with the lowest load.
  private func choose(among live: [Instance], for entry: Pending) -> Result<Instance, BusError> {
    if live.count == 1 { return .success(live[0]) }
    if let key = entry.header.key {
      let owner = Rendezvous.owner(of: key, among: live.map(\.manifest.instance))
      if let instance = live.first(where: { $0.manifest.instance == owner }) {
        return .success(instance)
      }
    }
    if entry.header.key == nil, live[0].commands[entry.target]?.isKeyed == true {
      return .failure(
        BusError(
          .invalid,
          "\(live.count) instances share this work; set “key” in the header to the id."))
    }
    let least = live.min {
      $0.inFlight * max(1, $1.manifest.capacity) < $1.inFlight * max(1, $0.manifest.capacity)
    }
    return .success(least ?? live[0])
  }

  /// The reason why the requester may not send the command; nil if it may.
  private func refusal(_ declared: Declared, _ entry: Pending) -> BusError? {
    if entry.requester == .parent { return nil }
    switch declared.rule.access {
    case .anyone, .observer, .member, .admin, .operator: return nil
    case .parent:
      return BusError(
        .denied,
        "Only the router's bindings may send “\(entry.target)”; `standups bindings` shows which ones do."
      )
    case .owner:
      if entry.header.key.flatMap({ OwnedID($0) })?.isTools == true { return nil }
      return BusError(
        .denied,
        "“\(entry.target)” requires the id of your own work; expected “\(OwnedID.tool)/NAME”, also as “key”"
          + " in the header.")
    }
  }

  private mutating func park(
    _ message: Message, _ entry: Pending, service: String
  ) -> [RouterEffect] {
    let waiting = parked.count(for: service)
    let bytes = message.byteCount
    guard waiting < configuration.parkedPerService,
      parked.bytes + bytes <= configuration.parkedBytes
    else {
      counters.refused += 1
      let error = BusError(
        .busy,
        "The \(service) service is unavailable, and \(waiting) commands are already waiting for it; try again.",
        retryAfterMs: 500)
      return fail(entry, error)
    }
    pending.insert(entry)
    parked.add(entry.header.id, message, of: entry.sender, for: service)
    return []
  }

  /// Sends the commands that waited for a service once it is available.
  mutating func unpark(_ service: String) -> [RouterEffect] {
    parked.take(for: service).flatMap { command -> [RouterEffect] in
      guard let entry = pending.remove(MessageID(command.id)) else { return [] }
      return dispatch(command.message, entry, service: service)
    }
  }

  /// Forwards a service's reply to the requester.
  mutating func serviceReply(
    _ message: Message, _ head: Head, from: ConnectionID
  ) -> [RouterEffect] {
    guard instances[from] != nil else { return rehello(head, to: from) }
    guard let cause = head.header.cause, let entry = pending[cause], entry.service == from else {
      // Late: the command expired, or its sender got an error when the service was lost.
      counters.orphans += 1
      return []
    }
    forget(cause)
    count(entry, message, head.kind)
    noteAnswer(message, head, of: entry.traceNumber)
    guard entry.requester == .parent else { return [.send(entry.requester, message)] }
    do {
      return [.parentReply(try Envelope(message))]
    } catch {
      return [.parentReply(.error(error, to: entry.header))]
    }
  }

  /// Removes a finished command.
  @discardableResult
  mutating func forget(_ id: UUID) -> Pending? {
    guard let entry = pending.remove(MessageID(id)) else { return nil }
    if let service = entry.service {
      let nowMs = nowUs / 1000
      instances.change(service) { $0.end(entry, nowMs: nowMs) }
    }
    return entry
  }

  /// Handles a message that did not fit in the receiver's queue.
  public mutating func undelivered(_ message: Message, to connection: ConnectionID)
    -> [RouterEffect]
  {
    guard let first = message.first,
      let head = try? first.withUnsafeBytes({ try Head(parsing: $0) })
    else { return [] }
    if head.kind == .final, let command = head.header.cause {
      // Small enough to be queued for a connection that does not read at present.
      let error = BusError(
        .unavailable,
        "The reply was dropped because this connection is not reading. \(BusError.outcomeUnknown)",
        retryAfterMs: 500)
      var header = Header(id: command)
      header.corr = head.header.corr
      return reply(.error(error, to: header), to: connection)
    }
    guard instances[connection] != nil, head.kind == .command,
      pending[head.header.id]?.service == connection, let entry = forget(head.header.id)
    else { return [] }
    counters.refused += 1
    let error = BusError(
      .busy, "The service for “\(entry.target)” is reading too slowly; try again.",
      retryAfterMs: 500)
    return fail(entry, error)
  }

  /// Sends the reply to one of the router's own commands.
  ///
  /// - Parameter now: nil for the time of the last message.
  public mutating func answer(
    _ command: LocalCommand, with result: Result<Data, BusError>, now: BusTime? = nil
  ) -> [RouterEffect] {
    nowUs = now?.steadyUs ?? nowUs
    let header = command.envelope.head.header
    switch result {
    case .success(let body): return finish(header, body, to: command.from, command.traceNumber)
    case .failure(let error): return refuse(error, header, to: command.from, command.traceNumber)
    }
  }

  /// Sends the router's own `FIN`.
  mutating func finish(
    _ header: Header, _ body: Data, to connection: ConnectionID, _ traceNumber: TraceNumber?
  ) -> [RouterEffect] {
    let envelope = Envelope.reply(.final, to: header, body: body)
    // A reply that is too large for a message becomes an error.
    let code: BusError.Code? = body.count > Limits.bytes ? .tooLarge : nil
    traceRing.answered(traceNumber, by: envelope.head.header.id, code, atUs: nowUs)
    return reply(envelope, to: connection)
  }
}
