package import Standups

extension GetMeetingPart {
  /// Reads a past meeting with its whole transcript.
  ///
  /// - Parameter send: sends one command to the service.
  /// - Throws: the error of a command, such as `not_found`.
  package static func whole(
    _ meeting: Meeting.ID, of standup: Standup.ID, isolation: isolated (any Actor)? = #isolation,
    _ send: (GetMeetingPart) async throws -> Meeting
  ) async throws -> Meeting {
    let (first, others) = try await parts(of: meeting, of: standup, send)
    return Meeting.joined([first] + others) ?? first
  }

  /// Reads the parts of a past meeting: the first one, and the others in their order.
  ///
  /// - Parameter send: sends one command to the service.
  /// - Throws: the error of a command, such as `not_found`.
  package static func parts(
    of meeting: Meeting.ID, of standup: Standup.ID, isolation: isolated (any Actor)? = #isolation,
    _ send: (GetMeetingPart) async throws -> Meeting
  ) async throws -> (first: Meeting, others: [Meeting]) {
    let first = try await send(GetMeetingPart(standup: standup, meeting: meeting, part: 1))
    var others: [Meeting] = []
    while others.count + 1 < min(first.parts ?? 1, Meeting.maxParts) {
      let part = GetMeetingPart(standup: standup, meeting: meeting, part: others.count + 2)
      others.append(try await send(part))
    }
    return (first, others)
  }
}
