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
    let first = try await send(GetMeetingPart(standup: standup, meeting: meeting, part: 1))
    var parts = [first]
    while parts.count < min(first.parts ?? 1, Meeting.maxParts) {
      let part = GetMeetingPart(standup: standup, meeting: meeting, part: parts.count + 1)
      parts.append(try await send(part))
    }
    return Meeting.joined(parts) ?? first
  }
}
