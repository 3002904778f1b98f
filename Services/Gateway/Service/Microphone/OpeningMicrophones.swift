import Bus

extension Gateway {
  /// Microphone message to a browser.
  struct News: Encodable {
    var meeting: String
    var open: Bool?
    var settled: Int64?
    var offset: Int64?
    var creditSamples: Int?
    var stream: String?
    var taken: String?
    var error: BusError?
  }

  func tell(_ client: StreamClient, _ news: News) {
    do {
      client.socket.send(try ServerMessage.frame("microphone", news))
    } catch {
      fail(client, error)
    }
  }

  func openMicrophone(_ meeting: String, take: Bool, _ client: StreamClient) {
    let visitor = client.visitor
    guard visitor.role == .operator else {
      return tell(
        client,
        News(meeting: meeting, error: BusError(.denied, "Observers cannot record meetings.")))
    }
    let outcome = microphones.open(
      meeting, client: client.number, session: visitor.session, name: visitor.name, take: take,
      nowMs: nowMs)
    switch outcome {
    case .given(let settled, let takenFrom):
      if let takenFrom, let loser = clients[takenFrom] {
        tell(loser, News(meeting: meeting, taken: visitor.name))
      }
      tell(client, News(meeting: meeting, open: true, settled: settled))
    case .held(let name, let isOwn):
      tell(client, News(meeting: meeting, error: Self.isHeld(name, isOwn: isOwn)))
    case .tooMany:
      tell(client, News(meeting: meeting, error: BusError(.busy, "Too many microphones are open.")))
    }
  }

  static func isHeld(_ name: String, isOwn: Bool) -> BusError {
    var detail = ["name": name]
    if isOwn { detail["own"] = "true" }
    return BusError(.conflict, "\(name) is already recording this meeting.", detail: detail)
  }

  func closeMicrophone(_ meeting: String, _ client: StreamClient) {
    microphones.close(meeting, client: client.number)
    tell(client, News(meeting: meeting, open: false))
  }

  func releaseMicrophones(of client: StreamClient) {
    microphones.lost(client: client.number, nowMs: nowMs)
  }

  func tendMicrophones() { microphones.end(nowMs) }
}
