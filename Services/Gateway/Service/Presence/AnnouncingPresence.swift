import Bus
import FastJSON
import Foundation
import GatewayAPI
import Standups
import StandupsAPI

/// Publishes who is connected to a meeting through this gateway, and sends the lists of all gateways
/// to the streams that watch the meeting.
extension Gateway {
  /// Sends the current lists to a stream that begins to watch a meeting. A page that is still
  /// receiving the current state gets them afterwards.
  func sendPresence(of meeting: String, to client: StreamClient) {
    switch client.step {
    case .live, .catchingUp: break
    case .silent, .waiting, .snapshot: return
    }
    for event in presence.current(meeting, at: uptimeMs) {
      sendEphemeral(event, to: [client.number])
    }
  }

  /// Publishes the list of a meeting soon, if it has changed.
  func presenceChanged(_ meeting: String) {
    if presence.meetings[meeting]?.place == nil {
      if feed.watchers[meeting] != nil { readPlace(of: meeting) }
      return
    }
    let wait = presence.waitMs(meeting, at: uptimeMs)
    guard wait > 0 else { return announce(meeting) }
    guard presence.meetings[meeting]?.isScheduled == false else { return }
    presence.meetings[meeting]?.isScheduled = true
    loop.schedule(after: .milliseconds(wait)) {
      self.presence.meetings[meeting]?.isScheduled = false
      self.announce(meeting)
    }
  }

  /// Publishes the list of a meeting if it has changed or must be repeated.
  private func announce(_ meeting: String) {
    guard let place = presence.meetings[meeting]?.place,
      let list = presence.list(meeting, connected(to: meeting, of: place.team), at: uptimeMs)
    else { return }
    do {
      let data = try BusJSON.encode(list)
      let event = CloudEvent(
        id: UUID().lowercaseText, source: "/standups/gateway", type: MeetingPresence.type,
        subject: meeting, time: Date(timeIntervalSince1970: Double(nowMs) / 1000),
        team: place.team, data: RawJSON(unchecked: [UInt8](data)))
      let encoded = try StreamEvent(event, nil, epoch: "")
      presence.meetings[meeting]?.sent = .init(list: list, event: encoded, atMs: uptimeMs)
      presence.meetings[meeting]?.mustRepeat = false
      publisher?.publish(
        data,
        labels: EventLabels(
          type: MeetingPresence.type, subject: meeting, standup: place.standup, meeting: meeting,
          team: place.team))
      metrics.announced()
      // The browsers of this gateway do not need the router for it.
      sendEphemeral(encoded, to: feed.watchers[meeting] ?? [])
    } catch {
      log.error("Could not publish who is connected: \(error)")
    }
  }

  /// The people who watch a meeting with a page and may see its team, by name. Programs with a token
  /// of a team are not people.
  private func connected(to meeting: String, of team: String) -> [ConnectedPerson] {
    var people: [String: ConnectedPerson] = [:]
    for number in feed.watchers[meeting] ?? [] {
      guard let client = clients[number], let socket = client.socket else { continue }
      let visitor = client.visitor
      guard visitor.person != nil || !visitor.isToken, maySee(visitor, eventOf: team) else {
        continue
      }
      let who = visitor.person?.lowercaseText ?? visitor.session
      let key = "\(who)\n\(client.device ?? "")"
      var entry =
        people[key]
        ?? ConnectedPerson(
          person: visitor.person?.lowercaseText, name: Self.shortened(visitor.name),
          device: client.device, poor: true)
      if microphones.isRecording(meeting, person: visitor.person, client: number) {
        entry.microphone = true
      }
      // A person with two windows has a good connection if one of them has.
      if !socket.isLate, socket.backlog < Self.slowBytes { entry.poor = nil }
      people[key] = entry
    }
    return people.sorted {
      ($0.value.name, $0.value.device ?? "", $0.key) < (
        $1.value.name, $1.value.device ?? "", $1.key
      )
    }.map(\.value)
  }

  /// Backlog from which a browser counts as slow, in bytes.
  private static let slowBytes = 64 << 10

  private static func shortened(_ name: String) -> String {
    var name = name
    while name.utf8.count > ConnectedPerson.maxNameBytes { name.removeLast() }
    return name
  }

  // MARK: Teams of meetings

  /// Reads to which team a meeting belongs. Meetings are read one after the other.
  private func readPlace(of meeting: String) {
    if presence.meetings[meeting] == nil { presence.meetings[meeting] = Presence.Meeting() }
    guard presence.read(meeting) else { return }
    Task {
      while let meeting = presence.nextUnread() { await readPlaceNow(of: meeting) }
    }
  }

  private static let placeMs = 5000

  private func readPlaceNow(of meeting: String) async {
    guard feed.watchers[meeting] != nil, let id = Standups.Meeting.ID(meeting) else {
      presence.meetings[meeting] = nil
      return
    }
    do {
      let standup = try await bus.send(
        GetMeeting(id: id), options: CallOptions(timeoutMs: Self.placeMs)
      ).session.standup
      presence.meetings[meeting]?.place = Presence.Place(
        standup: standup.id.description, team: standup.teamID)
      presenceChanged(meeting)
    } catch {
      let code = BusError(any: error).code
      // After other errors, the meeting is read again; see `tendPresence`.
      if code == .notFound || code == .expired { presence.meetings[meeting] = nil }
      log.debug("Could not read the team of a meeting: \(error)")
    }
  }

  // MARK: Other gateways

  /// Stores a list of another gateway.
  ///
  /// - Returns: true if the streams that watch the meeting should receive the event.
  func notePresence(_ event: CloudEvent, _ encoded: StreamEvent) -> Bool {
    guard event.type == MeetingPresence.type else { return true }
    guard event.data.count <= Presence.maxBytes else { return false }
    do {
      let list = try event.data.decode(as: MeetingPresence.self)
      let isWanted = presence.note(list, encoded, at: uptimeMs)
      if presence.meetings[event.subject]?.mustRepeat == true { presenceChanged(event.subject) }
      return isWanted
    } catch {
      log.debug("Could not read who is connected to another gateway: \(error)")
      return false
    }
  }

  // MARK: Time

  /// Every two seconds: publishes the lists that have changed or must be repeated, and forgets the
  /// meetings that no stream watches.
  func tendPresence() {
    let now = uptimeMs
    for (meeting, entry) in presence.meetings {
      presence.expire(meeting, at: now)
      guard !entry.isScheduled else { continue }
      let isOver = entry.place == nil || entry.sent?.list.people.isEmpty ?? true
      if feed.watchers[meeting] == nil, isOver, presence.waitMs(meeting, at: now) == 0 {
        presence.meetings[meeting] = nil
      } else {
        presenceChanged(meeting)
      }
    }
  }

  /// Publishes that this gateway has no connected people any more.
  func endPresence() {
    feed.watchers = [:]
    for meeting in presence.meetings.keys { announce(meeting) }
  }
}
