import AccessRights
import Bus
import RouterConnections
import ZeroMQ

extension RouterCore {
  /// The reason why a sender may not write `by` into the head of a command or a delegate call; nil
  /// if it did not, or if it is a service that passes on the actor of the message that caused it.
  func refusal(ofActorIn head: Head, from: ConnectionID) -> BusError? {
    guard let actor = head.header.by else { return nil }
    guard head.kind == .delegate || head.header.cause != nil && instances[from] != nil else {
      return BusError(
        .denied,
        "Only the router writes “by” into the header of a command; send the command without it.")
    }
    guard KeyActor.isID(actor) else {
      return BusError(
        .invalid,
        "Invalid “by” in the header; expected that of the message's cause, at most"
          + " \(Limits.actorBytes) printable ASCII characters.")
    }
    return nil
  }

  /// Rejects and counts a message with an actor that its sender may not write.
  mutating func refuseActor(
    _ error: BusError, _ rights: Rights?, _ header: Header, _ connection: ConnectionID
  ) -> [RouterEffect] {
    guard error.code == .denied else {
      counters.malformed += 1
      return refuse(error, header, to: connection)
    }
    if let rights { return deny(error, rights, header, connection) }
    counters.denied += 1
    return refuse(error, header, to: connection)
  }

  /// Writes the sender's actor into a command whose head has none.
  ///
  /// - Throws: `BusError` with code `too_large` if the message does not fit any more.
  static func stamp(
    _ message: Message, _ head: inout Head, _ rights: Rights
  ) throws(BusError) -> Message {
    guard let first = message.first else { return message }
    head.header.by = rights.actor.id
    let stamped = first.withUnsafeBytes { bytes -> Frame? in
      HeadScan(bytes).map { scan in
        Frame(
          HeadInsertion(bytes: rights.actor.member, offset: scan.memberOffset).applied(to: bytes))
      }
    }
    // An unusual header is written again: its sender cannot hide another `by` in it.
    let frame = stamped ?? Frame(head.text)
    guard frame.count <= Limits.headBytes else {
      throw BusError(
        .tooLarge,
        "With the name of its sender, the head has \(frame.count) bytes; expected at most"
          + " \(Limits.headBytes). Put large values into the body.")
    }
    let whole = Message([frame] + message.frames.dropFirst())
    try Envelope.checkLimits(whole)
    return whole
  }
}

extension Passage {
  /// Has the actor of the sender's key inserted into the head of a command; changes nothing for a
  /// sender without a key.
  ///
  /// - Parameter size: size of the message, in bytes.
  /// - Returns: false if the message has no room for it.
  mutating func stamp(_ head: HeadScan, _ rights: Rights?, size: Int) -> Bool {
    guard let member = rights?.actor.member else { return true }
    insertion = HeadInsertion(bytes: member, offset: head.memberOffset)
    return head.count + member.count <= Limits.headBytes && size + member.count <= Limits.bytes
  }
}
