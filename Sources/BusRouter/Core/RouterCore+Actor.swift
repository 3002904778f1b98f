import AccessRights
import Bus
import RouterConnections
import ZeroMQ

extension RouterCore {
  /// The reason why a sender may not write `by` or `teams` into the head of a command or a delegate
  /// call; nil if it did not, or if it is a service that passes on those of the message that caused
  /// it.
  func refusal(ofActorIn head: Head, from: ConnectionID) -> BusError? {
    let (actor, teams) = (head.header.by, head.header.teams)
    guard actor != nil || teams != nil else { return nil }
    guard head.kind == .delegate || head.header.cause != nil && instances[from] != nil else {
      let name = actor == nil ? "teams" : "by"
      return BusError(
        .denied,
        "Only the router writes “\(name)” into the header of a command; send the command without it."
      )
    }
    if let actor, !KeyActor.isID(actor) {
      return BusError(
        .invalid,
        "Invalid “by” in the header; expected that of the message's cause, at most"
          + " \(Limits.actorBytes) printable ASCII characters.")
    }
    if let teams, !TeamScope.isText(teams) {
      return BusError(
        .invalid,
        "Invalid “teams” in the header; expected that of the message's cause, at most"
          + " \(TeamScope.maxTeams) ids of teams, separated by spaces.")
    }
    return nil
  }

  /// Rejects and counts a message whose header has an actor, teams or a person that its sender may
  /// not write.
  mutating func refuseActor(
    _ error: BusError, _ rights: Rights?, _ header: Header, _ connection: ConnectionID
  ) -> [RouterEffect] {
    guard error.code == .denied else {
      if error.code == .invalid { counters.malformed += 1 }
      return refuse(error, header, to: connection)
    }
    if let rights { return deny(error, rights, header, connection) }
    counters.denied += 1
    return refuse(error, header, to: connection)
  }

  /// Writes the sender's actor and teams into a command whose head has neither.
  ///
  /// - Throws: `BusError` with code `too_large` if the message does not fit any more.
  static func stamp(
    _ message: Message, _ head: inout Head, _ stamp: HeaderStamp
  ) throws(BusError) -> Message {
    guard let first = message.first else { return message }
    head.header.by = stamp.by
    head.header.teams = stamp.teams
    // A command for a person is written again, without `for`.
    let isForPerson = head.header.for != nil
    head.header.for = nil
    let stamped =
      isForPerson
      ? nil
      : first.withUnsafeBytes { bytes -> Frame? in
        HeadScan(bytes).map { scan in
          Frame(HeadInsertion(bytes: stamp.members, offset: scan.memberOffset).applied(to: bytes))
        }
      }
    // An unusual header is written again: its sender cannot hide other values in it.
    let frame = stamped ?? Frame(head.text)
    guard frame.count <= Limits.headBytes else {
      throw BusError(
        .tooLarge,
        "With its sender and the sender's teams, the head has \(frame.count) bytes; expected at most"
          + " \(Limits.headBytes). Put large values into the body.")
    }
    let whole = Message([frame] + message.frames.dropFirst())
    try Envelope.checkLimits(whole)
    return whole
  }
}

extension Passage {
  /// Has the actor and the teams of the sender inserted into the head of a command; changes nothing
  /// for a sender without a key.
  ///
  /// - Parameter size: size of the message, in bytes.
  /// - Returns: false if the message has no room for it.
  mutating func stamp(_ head: HeadScan, _ stamp: HeaderStamp?, size: Int) -> Bool {
    guard let members = stamp?.members else { return true }
    insertion = HeadInsertion(bytes: members, offset: head.memberOffset)
    return head.count + members.count <= Limits.headBytes && size + members.count <= Limits.bytes
  }
}
