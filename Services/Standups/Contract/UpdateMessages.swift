public import Bus
public import Foundation
public import Schema
public import Standups

/// Writes the update of an attendee for the next meeting, or for the live one.
///
/// It replaces the attendee's previous update. It is shown in the attendee's turn, or at the end if
/// the attendee is absent, and is saved with the meeting. Fails with `conflict` if the updates of
/// the standup would exceed 40,000 bytes in total.
///
/// ```swift
/// // Ann is absent tomorrow.
/// let written = try await bus.send(
///   WriteUpdate(standup: standup.id, attendee: ann, text: "Login page: done.\nNext: tests."))
/// ```
public struct WriteUpdate: BusCommand, Hashable {
  public static let target = "standups.writeUpdate"
  public static let traits = CommandTraits(
    access: .member, in: .any, isStored: true, errors: [.notFound, .invalid, .conflict, .moved])
  /// Id of the standup.
  public var standup: Standup.ID
  /// Id of an attendee of the standup; any other id fails with `invalid`. Default: the attendee who
  /// is linked to the person who sends the command. Required if no attendee is.
  public var attendee: Attendee.ID?
  /// Text of the update, in one or several lines: 1 to 4,000 Unicode scalars; white space around it
  /// is removed.
  public var text: String
  public static let bounds: MemberBounds<Self> = [\.text: .notEmpty]
  /// Writes an update. Default: for the person who sends the command.
  public init(standup: Standup.ID, attendee: Attendee.ID? = nil, text: String) {
    self.standup = standup
    self.attendee = attendee
    self.text = text
  }

  /// The update as it was saved. It does not contain the text, because the replies that the
  /// idempotency store keeps would survive the erasure of the meeting.
  public struct Reply: Codable, Hashable, Sendable {
    /// The attendee whose update it is.
    public var attendee: Attendee
    /// Time of writing, in milliseconds since 1970-01-01 UTC.
    public var atMs: Int64
    /// The person who wrote it for the attendee. Absent if it was the person to whom the attendee is
    /// linked, or a tool.
    public var by: Attendee.PersonID?
    /// Id of the live meeting in which the update appears. Absent if it waits for the next meeting.
    public var meeting: Meeting.ID?
    /// Creates the reply for a saved update.
    public init(_ update: WrittenUpdate, meeting: Meeting.ID? = nil) {
      attendee = update.attendee
      atMs = update.atMs
      by = update.by
      self.meeting = meeting
    }
  }
}

/// Lists the written updates of a standup that wait for the end of a meeting, oldest first.
///
/// During a meeting, these are the updates that the meeting shows.
public struct ListUpdates: BusCommand, Hashable {
  /// Wire name. Read-only.
  public static let target = "standups.updates"
  public static let traits = CommandTraits(
    access: .observer, in: .any, errors: [.notFound, .moved])
  /// Id of the standup. An unknown id fails with `not_found`.
  public var standup: Standup.ID
  /// Requests all updates that wait.
  public init(standup: Standup.ID) { self.standup = standup }

  /// Written updates of a standup.
  public struct Reply: Codable, Hashable, Sendable {
    /// Updates of the current attendees, at most one for each, oldest first.
    public var updates: [WrittenUpdate]
    /// Creates the reply.
    public init(updates: [WrittenUpdate]) { self.updates = updates }
  }
}

/// Removes the written update of an attendee, also from the live meeting.
///
/// Fails with `not_found` if the attendee has no update that waits.
public struct RemoveUpdate: BusCommand, Hashable {
  public typealias Reply = Done
  public static let target = "standups.removeUpdate"
  public static let traits = CommandTraits(
    access: .member, in: .any, isStored: true, errors: [.notFound, .conflict, .moved])
  /// Id of the standup.
  public var standup: Standup.ID
  /// Id of the attendee whose update is removed.
  public var attendee: Attendee.ID
  /// Removes the update of an attendee.
  public init(standup: Standup.ID, attendee: Attendee.ID) {
    self.standup = standup
    self.attendee = attendee
  }
}

/// Saves the updates of a standup in writing as a past meeting, without speech.
///
/// The router sends it when the time for the updates is over. The meeting has all attendees of the
/// standup and the updates that wait, which no longer wait afterwards. Fails with `conflict` during
/// a meeting, which saves the updates itself.
public struct SaveWrittenMeeting: BusCommand, Hashable {
  public static let target = "standups.saveWritten"
  public static let traits = CommandTraits(
    access: .parent, isStored: true, errors: [.notFound, .conflict, .moved])
  /// Id of the standup.
  public var standup: Standup.ID
  /// Scheduled time at which people were asked, which is the date of the meeting.
  public var at: Date
  /// Saves the updates that were collected since this time.
  public init(standup: Standup.ID, at: Date) {
    self.standup = standup
    self.at = at
  }

  /// The meeting that was saved.
  public struct Reply: Codable, Hashable, Sendable {
    /// Id of the past meeting.
    public var meeting: Meeting.ID
    /// Creates the reply.
    public init(meeting: Meeting.ID) { self.meeting = meeting }
  }
}

/// Written updates of a standup that wait for the end of a meeting: a document of the store, with
/// the id of the standup.
public struct PendingUpdates: Codable, Hashable, Sendable {
  /// At most one update for each attendee, oldest first.
  public var updates: [WrittenUpdate]
  /// Creates the document.
  public init(updates: [WrittenUpdate]) { self.updates = updates }
}
