import Bus

/// Opens and closes the microphones of browsers for meetings.
extension Gateway {
  /// Message to a browser about the microphone of a meeting.
  struct MicrophoneMessage: Encodable {
    var meeting: String
    var open: Bool?
    /// Offset up to which the audio is durable.
    var settled: Int64?
    /// Offset of the audio to which the message replies.
    var offset: Int64?
    var creditSamples: Int?
    var stream: String?
    /// Name of the person who took over the microphone.
    var taken: String?
    var error: BusError?
  }

  func notify(_ client: StreamClient, _ message: MicrophoneMessage) {
    do {
      client.socket.send(try ServerMessage.frame("microphone", message))
    } catch {
      fail(client, error)
    }
  }

  func openMicrophone(_ meeting: String, take: Bool, _ client: StreamClient) {
    let visitor = client.visitor
    guard Rights.allows(visitor.role, Self.audioAccess) else {
      return notify(
        client,
        MicrophoneMessage(
          meeting: meeting, error: BusError(.denied, "Observers cannot record meetings.")))
    }
    let outcome = microphones.open(
      meeting, client: client.number, session: visitor.session, name: visitor.name, take: take,
      nowMs: nowMs)
    switch outcome {
    case .given(let settled, let takenFrom):
      if let takenFrom, let loser = clients[takenFrom] {
        notify(loser, MicrophoneMessage(meeting: meeting, taken: visitor.name))
      }
      notify(client, MicrophoneMessage(meeting: meeting, open: true, settled: settled))
    case .held(let name, let isOwn):
      notify(client, MicrophoneMessage(meeting: meeting, error: Self.isHeld(name, isOwn: isOwn)))
    case .tooMany:
      notify(
        client,
        MicrophoneMessage(
          meeting: meeting, error: BusError(.busy, "Too many microphones are open.")))
    }
  }

  static func isHeld(_ name: String, isOwn: Bool) -> BusError {
    var detail = ["name": name]
    if isOwn { detail["own"] = "true" }
    return BusError(.conflict, "\(name) is already recording this meeting.", detail: detail)
  }

  func closeMicrophone(_ meeting: String, _ client: StreamClient) {
    microphones.close(meeting, client: client.number)
    notify(client, MicrophoneMessage(meeting: meeting, open: false))
  }

  func releaseMicrophones(of client: StreamClient) {
    microphones.lost(client: client.number, nowMs: nowMs)
  }

  /// Ends the leases of browsers that did not reconnect.
  func endMicrophoneLeases() { microphones.end(nowMs) }
}
