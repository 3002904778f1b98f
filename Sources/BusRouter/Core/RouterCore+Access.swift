import Bus
import ZeroMQ

extension RouterCore {
  /// What a sender's key does not allow is answered, counted and told.
  mutating func deny(
    _ error: BusError, _ rights: Rights, _ header: Header, _ connection: ConnectionID
  ) -> [RouterEffect] {
    counters.denied += 1
    var effects = refuse(error, header, to: connection)
    effects.append(.notice(.denied(fingerprint: rights.fingerprint, reason: error.message)))
    // A service whose key was taken away has had its last command.
    if !rights.isKnown { effects += remove(connection, isExpected: false) }
    return effects
  }

  /// Why a sender may not send this, as far as that is known: the router's own commands are anyone's, as keys allow;
  /// those of a service are known once one has declared them.
  func refusal(of head: Head, _ rights: Rights) -> BusError? {
    if Self.ownWords.contains(String(head.target.prefix { $0 != "." })) {
      return rights.refusal(of: head, access: .anyone)
    }
    let declared = declarations[head.target]
    return rights.refusal(
      of: head, access: declared?.access, isForObservers: declared?.isForObservers ?? false)
  }

  /// Why a service may not be what it says it is: another name, or commands of another one.
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

  /// Keys were taken away or have other roles: services that came with them are gone.
  ///
  /// - Parameter keys: in Z85.
  mutating func keysChanged(_ keys: Set<String>) -> [RouterEffect] {
    let gone = instances.values.filter { keys.contains($0.rights?.userID ?? "") }
    for connection in standby.filter({ keys.contains($0.value.rights?.userID ?? "") }).keys {
      standby[connection] = nil
    }
    loading = loading.filter { !keys.contains($0.value.rights?.userID ?? "") }
    return gone.flatMap { remove($0.connection, isExpected: false) }
  }
}
