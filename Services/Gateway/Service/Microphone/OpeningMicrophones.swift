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
    /// True for the browser's own microphone; nil for that of the room.
    var own: Bool?
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

    init(
      meeting: String, own: Bool, open: Bool? = nil, settled: Int64? = nil, offset: Int64? = nil,
      creditSamples: Int? = nil, stream: String? = nil, taken: String? = nil,
      error: BusError? = nil
    ) {
      self.meeting = meeting
      self.own = own ? true : nil
      self.open = open
      self.settled = settled
      self.offset = offset
      self.creditSamples = creditSamples
      self.stream = stream
      self.taken = taken
      self.error = error
    }
  }

  func notify(_ client: StreamClient, _ message: MicrophoneMessage) {
    do {
      client.socket?.send(try ServerMessage.frame("microphone", message))
    } catch {
      fail(client, error)
    }
  }

  /// The microphone that a browser means; nil for an own one of a session without a person.
  func microphone(
    _ meeting: String, isOwn: Bool, of client: StreamClient
  ) -> MeetingMicrophone? {
    guard isOwn else { return MeetingMicrophone(meeting: meeting) }
    return client.visitor.person.map { MeetingMicrophone(meeting: meeting, person: $0) }
  }

  func openMicrophone(_ meeting: String, isOwn: Bool, take: Bool, _ client: StreamClient) {
    let (visitor, number) = (client.visitor, client.number)
    func refuse(_ error: BusError, _ client: StreamClient) {
      notify(client, MicrophoneMessage(meeting: meeting, own: isOwn, error: error))
    }
    guard Rights.allows(visitor.role, Self.audioAccess),
      visitor.commands?.contains(RecognizeAudio.target) ?? true
    else { return refuse(Self.mayNotRecord, client) }
    guard let microphone = microphone(meeting, isOwn: isOwn, of: client) else {
      return refuse(Self.isNobody, client)
    }
    guard visitor.principal != nil else { return lease(microphone, take: take, client) }
    let opening = client.beginOpening(microphone)
    Task {
      let refusal = await refusal(ofRecording: microphone, by: visitor)
      // The browser may have closed the microphone, or its stream, in the meantime.
      guard let client = clients[number], client.endOpening(microphone, opening) else { return }
      if let refusal { return refuse(refusal, client) }
      lease(microphone, take: take, client)
    }
  }

  private static let mayNotRecord = BusError(.denied, "Observers cannot record meetings.")
  private static let isNobody = BusError(
    .denied, "Only a person who is signed in has an own microphone; record the room instead.")
  private static let isNoAttendee = BusError(
    .denied,
    "You are not linked to an attendee of this meeting; link yourself in the standup, or record the"
      + " room.")
  /// Time limit for reading a meeting, in milliseconds.
  private static let meetingMs = 5000

  /// The reason why a person or token may not open a microphone, which depends on the role in the
  /// meeting's team: `denied` for an observer, and for the own microphone of a person who is not an
  /// attendee; `not_found` for a meeting that is unknown or belongs to another team. Nil if they may.
  private func refusal(
    ofRecording microphone: MeetingMicrophone, by visitor: Visitor
  ) async -> BusError? {
    guard let id = Meeting.ID(microphone.meeting) else {
      return BusError(.notFound, "Meeting “\(microphone.meeting)” not found.")
    }
    do {
      let options = CallOptions(timeoutMs: Self.meetingMs, principal: visitor.principal)
      let standup = try await bus.send(GetMeeting(id: id), options: options).session.standup
      // The router found the meeting for a token, whose role is the same in all its meetings.
      let isAllowed =
        visitor.person.map {
          persons[$0]?.allows(Self.audioAccess, in: standup.teamID) == true
        } ?? true
      guard isAllowed else { return Self.mayNotRecord }
      guard let person = microphone.person else { return nil }
      let isAttendee = standup.attendees.contains { $0.person == Attendee.PersonID(person) }
      return isAttendee ? nil : Self.isNoAttendee
    } catch {
      return BusError(any: error)
    }
  }

  private func lease(_ microphone: MeetingMicrophone, take: Bool, _ client: StreamClient) {
    let visitor = client.visitor
    let (meeting, isOwn) = (microphone.meeting, microphone.person != nil)
    let outcome = microphones.open(
      microphone, client: client.number, session: visitor.session, name: visitor.name,
      take: take, nowMs: nowMs)
    switch outcome {
    case .given(let settled, let takenFrom):
      presenceChanged(meeting)
      if let takenFrom, let loser = clients[takenFrom] {
        notify(loser, MicrophoneMessage(meeting: meeting, own: isOwn, taken: visitor.name))
      }
      notify(client, MicrophoneMessage(meeting: meeting, own: isOwn, open: true, settled: settled))
    case .held(let name, let holdsSession):
      notify(
        client,
        MicrophoneMessage(
          meeting: meeting, own: isOwn, error: Self.isHeld(name, isOwn: holdsSession)))
    case .tooMany:
      notify(
        client,
        MicrophoneMessage(
          meeting: meeting, own: isOwn, error: BusError(.busy, "Too many microphones are open.")))
    }
  }

  static func isHeld(_ name: String, isOwn: Bool) -> BusError {
    var detail = ["name": name]
    if isOwn { detail["own"] = "true" }
    return BusError(.conflict, "\(name) is already recording this meeting.", detail: detail)
  }

  func closeMicrophone(_ meeting: String, isOwn: Bool, _ client: StreamClient) {
    if let microphone = microphone(meeting, isOwn: isOwn, of: client) {
      client.openings[microphone] = nil
      microphones.close(microphone, client: client.number)
    }
    presenceChanged(meeting)
    notify(client, MicrophoneMessage(meeting: meeting, own: isOwn, open: false))
  }

  func releaseMicrophones(of client: StreamClient) {
    microphones.lost(client: client.number, nowMs: nowMs)
  }

  /// Ends the leases of browsers that did not reconnect.
  func endMicrophoneLeases() { microphones.end(nowMs) }
}
