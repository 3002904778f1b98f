import AccessRights
import Bus
import Foundation
import MessageTrace
import RouterConnections

extension RouterCore {
  /// The connection that a message is forwarded to, decided from its head alone. Nil if the message
  /// needs more work; in that case nothing has changed, and `receive` handles it.
  ///
  /// Almost all messages take this path: a tool's command to the only instance that answers it, and
  /// the reply.
  ///
  /// - Parameters:
  ///   - size: size of the message, in bytes.
  ///   - rights: permissions of the sender's key; nil if keys are not in use.
  mutating func pass(
    _ head: UnsafeRawBufferPointer, size: Int, from: ConnectionID, rights: Rights?, now: BusTime
  ) -> Passage? {
    guard from != .parent, rights?.isKnown ?? true, let head = HeadScan(head) else { return nil }
    switch head.kind {
    case .command: return passCommand(head, size: size, from: from, rights: rights, now: now)
    case .final: return passReply(head.header, from: from, now: now).map { Passage(to: $0) }
    default: return nil
    }
  }

  private mutating func passCommand(
    _ head: HeadScan, size: Int, from: ConnectionID, rights: Rights?, now: BusTime
  ) -> Passage? {
    let (id, patienceMs) = (head.header.id, patienceMs(head.header.deadline, now))
    guard head.header.by == nil, head.header.teams == nil, head.header.for == nil, !isDraining,
      patienceMs > 0, head.header.idem?.starts(with: Header.bindingKeyPrefix.utf8) != true,
      pending.count < configuration.pendingCommands,
      !pending.contains(id), let route = route(to: head.target),
      rights?.allows(route.rule) ?? true
    else { return nil }
    var passage = Passage(to: route.connection)
    let stamp = rights?.stamp(for: route.rule.access)
    guard passage.stamp(head, stamp, size: size),
      instances.change(route.connection, { $0.takeOne(from, route) }) == true
    else { return nil }
    counters.commands += 1
    nowUs = now.steadyUs
    var header = Header(head.header)
    header.by = stamp?.by
    header.teams = stamp?.teams
    let sender = heard(from, now) ?? TraceEntry.toolName
    let traceNumber = traceRing.note(
      TraceEntry(
        id: header.id, correlation: header.corr ?? header.id, cause: header.cause,
        traceparent: header.traceparent, by: header.by, kind: .command, target: route.target,
        from: sender, to: route.service, attempt: header.attempt ?? 1, wallMs: now.wallMs,
        steadyUs: now.steadyUs))
    pending.insert(
      Pending(
        requester: from, header: header, target: route.target, service: route.connection,
        deferredFor: route.isDeferrable ? from : nil, expiresMs: now.steadyMs + patienceMs,
        sinceUs: now.steadyUs, meter: route.meter,
        traceNumber: traceNumber))
    return passage
  }

  private mutating func passReply(
    _ header: HeaderScan, from: ConnectionID, now: BusTime
  ) -> ConnectionID? {
    guard let cause = header.cause, let ends = pending.ends(of: cause), ends.service == from,
      ends.requester != .parent, let entry = pending.remove(cause)
    else { return nil }
    instances.change(from) { $0.giveOne(entry, nowMs: now.steadyMs) }
    nowUs = now.steadyUs
    count(entry, nil)
    traceRing.answered(entry.traceNumber, by: header.id.uuid, nil, atUs: nowUs)
    return entry.requester
  }

  /// Records that a peer is alive.
  ///
  /// - Returns: the name of the service; nil for a tool.
  private mutating func heard(_ connection: ConnectionID, _ now: BusTime) -> String? {
    instances.change(connection) { $0.heard(nowMs: now.steadyMs) }
  }

  // MARK: Routes

  /// Route to a target that only one instance answers, for any work of a sender with permission.
  struct Route: Sendable {
    var target: String
    var service: String
    var connection: ConnectionID
    var isDeferrable: Bool
    var rule: CommandRule
    var meter: CommandMeter?
  }

  /// - Returns: nil if the target has no instance or several.
  private mutating func route(to target: UnsafeRawBufferPointer) -> Route? {
    if let known = targets.route(to: target) { return known }
    let text = String(decoding: target, as: UTF8.self)
    let word = String(text.prefix { $0 != "." })
    guard !Self.ownWords.contains(word), let service = service(for: text, word: word) else {
      return nil
    }
    let live = live(service)
    guard live.count == 1, let declared = live[0].commands[text],
      !declared.rule.access.isForBindings
    else { return nil }
    let route = Route(
      target: text, service: service, connection: live[0].connection,
      isDeferrable: declared.isDeferrable, rule: declared.rule,
      meter: declared.meter)
    targets.add(route, to: target)
    return route
  }
}

extension RouterCore.Instance {
  /// - Returns: false if the instance has reached its capacity.
  fileprivate mutating func takeOne(
    _ client: ConnectionID, _ route: RouterCore.Route
  ) -> Bool {
    guard inFlight < manifest.capacity else { return false }
    if route.isDeferrable {
      // A rejection must be counted; the slow path does that, and replies.
      guard deferrable.hasRoom(for: client, capacity: manifest.capacity) else { return false }
      deferrable.add(for: client)
    }
    inFlight += 1
    return true
  }

  fileprivate mutating func giveOne(_ entry: RouterCore.Pending, nowMs: Int64) {
    end(entry, nowMs: nowMs)
    lastHeardMs = nowMs
  }

  /// Removes a finished command of this instance.
  mutating func end(_ entry: RouterCore.Pending, nowMs: Int64) {
    inFlight -= 1
    // Not the current requester, because the sender of a command may have changed its connection.
    if let client = entry.deferredFor { deferrable.give(for: client, nowMs: nowMs) }
  }

  /// - Returns: the name of the service.
  fileprivate mutating func heard(nowMs: Int64) -> String {
    lastHeardMs = nowMs
    return manifest.service
  }
}
