/// A written update in the minutes of a meeting.
package struct ListedUpdate: Hashable, Sendable {
  /// The attendee, under the name at the time of the meeting.
  package var attendee: Attendee
  /// Lines of the text, without empty ones.
  package var lines: [Substring]
  /// True if the attendee did not take part in the meeting.
  package var isFromAbsent: Bool
}

extension Meeting {
  /// The attendees of a meeting in writing who gave no update; empty for any other meeting.
  package var attendeesWithoutUpdate: [Attendee] {
    guard ending == .written, isErased != true else { return [] }
    return (attendees ?? []).filter { updates?.update(of: $0.id) == nil }
  }

  /// The written updates as minutes list them: those of the participants in the order of their
  /// turns, then those of absent attendees. If the participants are unknown, no one counts as
  /// absent.
  package var writtenUpdates: [ListedUpdate] {
    let updates = updates ?? []
    let order = (attendees ?? []).map(\.id)
    let present = order.compactMap { updates.update(of: $0) }
    let rest = updates.filter { !order.contains($0.attendee.id) }
    return present.map { ListedUpdate(attendee: $0.attendee, lines: $0.lines, isFromAbsent: false) }
      + rest.map {
        ListedUpdate(attendee: $0.attendee, lines: $0.lines, isFromAbsent: attendees != nil)
      }
  }
}
