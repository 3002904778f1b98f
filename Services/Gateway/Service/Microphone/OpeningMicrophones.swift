import Bus
import Foundation
import GatewayAPI
import Standups
import StandupsAPI
import TranscriptionAPI

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
      client.socket?.send(try ServerMessage.frame("microphone", message))
    } catch {
      fail(client, error)
    }
  }

  func openMicrophone(_ meeting: String, take: Bool, _ client: StreamClient) {
    let (visitor, number) = (client.visitor, client.number)
    guard Rights.allows(visitor.role, Self.audioAccess),
      visitor.commands?.contains(RecognizeAudio.target) ?? true
    else {
      return notify(client, MicrophoneMessage(meeting: meeting, error: Self.mayNotRecord))
    }
    guard visitor.principal != nil else { return lease(meeting, take: take, client) }
    let opening = client.beginOpening(meeting)
    Task {
      let refusal = await refusal(ofRecording: meeting, by: visitor)
      // The browser may have closed the microphone, or its stream, in the meantime.
      guard let client = clients[number], client.endOpening(meeting, opening) else { return }
      if let refusal { return notify(client, MicrophoneMessage(meeting: meeting, error: refusal)) }
      lease(meeting, take: take, client)
    }
  }

  private static let mayNotRecord = BusError(.denied, "Observers cannot record meetings.")
  /// Time limit for reading a meeting, in milliseconds.
  private static let meetingMs = 5000

  /// The reason why a person or token may not record a meeting, which depends on the role in its team: `denied`
  /// for an observer, `not_found` for a meeting that is unknown or belongs to another team. Nil if they
  /// may.
  private func refusal(ofRecording meeting: String, by visitor: Visitor) async -> BusError? {
    guard let id = Meeting.ID(meeting) else {
      return BusError(.notFound, "Meeting “\(meeting)” not found.")
    }
    do {
      let options = CallOptions(timeoutMs: Self.meetingMs, principal: visitor.principal)
      let team = try await bus.send(GetMeeting(id: id), options: options).session.standup.teamID
      // The router found the meeting for a token, whose role is the same in all its meetings.
      let isAllowed =
        visitor.person.map { persons[$0]?.allows(Self.audioAccess, in: team) == true } ?? true
      return isAllowed ? nil : Self.mayNotRecord
    } catch {
      return BusError(any: error)
    }
  }

  private func lease(_ meeting: String, take: Bool, _ client: StreamClient) {
    let visitor = client.visitor
    let outcome = microphones.open(
      meeting, client: client.number, session: visitor.session, name: visitor.name, take: take,
      nowMs: nowMs)
    switch outcome {
    case .given(let settled, let takenFrom):
      presenceChanged(meeting)
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
    client.openings[meeting] = nil
    microphones.close(meeting, client: client.number)
    presenceChanged(meeting)
    notify(client, MicrophoneMessage(meeting: meeting, open: false))
  }

  func releaseMicrophones(of client: StreamClient) {
    microphones.lost(client: client.number, nowMs: nowMs)
  }

  /// Ends the leases of browsers that did not reconnect.
  func endMicrophoneLeases() { microphones.end(nowMs) }
}
