import AccessRights
import Bus
import Foundation
import RouterConnections
import ZeroMQ

extension RouterCore {
  /// Rejects, counts and reports a message that the sender's key does not permit.
  mutating func deny(
    _ error: BusError, _ rights: Rights, _ header: Header, _ connection: ConnectionID
  ) -> [RouterEffect] {
    counters.denied += 1
    var effects = refuse(error, header, to: connection)
    effects.append(.notice(.denied(fingerprint: rights.fingerprint, reason: error.message)))
    // A service whose key was revoked gets no more commands.
    if !rights.isKnown { effects += remove(connection, isExpected: false) }
    return effects
  }

  /// The reason why a sender may not send a message, as far as it is known at this point. The
  /// rules for the router's own commands are known from the start; those for a service's commands
  /// are known once a service has declared them.
  func refusal(of head: Head, _ rights: Rights, from: ConnectionID) -> BusError? {
    if head.kind == .command, rights.isService, configuration.forServices.contains(head.target),
      !rights.allows(configuration.rule(ofOwn: head.target))
    {
      // The registration determines for which service the command is checked.
      if let service = instances[from]?.manifest.service, rights.allows(helloAs: service) {
        return nil
      }
      return BusError(
        .denied,
        "\(rights.who) may send “\(head.target)” only over the connection on which its service is"
          + " registered.")
    }
    let rule = rule(for: head.target)
    let refusal = rights.refusal(of: head, rule: rule)
    // No one will declare who may send it.
    guard rule == nil, refusal?.code == .unavailable, head.kind == .command,
      service(for: head.target, word: String(head.target.prefix { $0 != "." })) == nil
    else { return refusal }
    return Self.unroutable(head.target)
  }

  /// Permission and teams of a command; nil if no service has declared the command yet.
  func rule(for target: String) -> CommandRule? {
    Self.ownWords.contains(String(target.prefix { $0 != "." }))
      ? configuration.rule(ofOwn: target) : targets[target]?.rule
  }

  /// The reason why a service's manifest is not permitted: the name, or the commands, belong to
  /// another service.
  func refusal(of manifest: Manifest, _ rights: Rights) -> BusError? {
    guard rights.allows(helloAs: manifest.service) else {
      return rights.refusal(helloAs: manifest.service)
    }
    let words = configuration.children[manifest.service] ?? [manifest.service]
    let foreign = manifest.commands.first { command in
      !words.contains { command.target.hasPrefix($0 + ".") }
    }
    return foreign.map {
      BusError(
        .denied,
        "The \(manifest.service) service may not handle “\($0.target)”: its commands begin"
          + " with \(words.map { "“\($0).”" }.joined(separator: " or ")).")
    }
  }

  /// Removes the services whose keys were revoked or have different permissions, and rejects the
  /// commands of these keys that wait for a service.
  ///
  /// - Parameter keys: keys in Z85.
  mutating func keysChanged(_ keys: Set<String>) -> [RouterEffect] {
    let gone = instances.values.filter { keys.contains($0.rights?.userID ?? "") }
    waiting.keep { !keys.contains($0.rights?.userID ?? "") }
    let stopped = stop(
      parked.ids { keys.contains($0.sender?.userID ?? "") },
      "The permissions of the key changed while the command was waiting.")
    return stopped + gone.flatMap { remove($0.connection, isExpected: false) }
  }

  /// Rejects commands that wait for a service.
  mutating func stop(_ ids: [UUID], _ reason: String) -> [RouterEffect] {
    guard !ids.isEmpty else { return [] }
    parked.keep { [ids = Set(ids)] in !ids.contains($0) }
    return ids.flatMap { id -> [RouterEffect] in
      guard let entry = pending.remove(MessageID(id)) else { return [] }
      counters.denied += 1
      return fail(entry, BusError(.denied, reason))
    }
  }
}
