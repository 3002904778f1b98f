public import FastJSON
import StandupsDependencies
public import Schema

extension MeetingSession {
  /// The participants of a meeting and their order, if they differ from the standup's list of
  /// attendees.
  public struct Lineup: FastCodable, Hashable, Sendable, Bounded {
    /// Ids of the attendees who were absent at the start; their time is shared among the others. An
    /// attendee in this list who is also in that of the meeting arrived later, and is late.
    public var absent: [Attendee.ID]
    /// Order in which the others speak.
    public var order: Order
    /// Seed of a shuffled order, from 0 to 2⁵³ − 1: the same seed gives the same order. Nil for
    /// other orders.
    public var seed: Int64?
    public static let bounds: MemberBounds<Self> = [\.seed: .range(seeds)]

    /// Creates a lineup; `seed` belongs to a shuffled order.
    public init(absent: [Attendee.ID] = [], order: Order = .listed, seed: Int64? = nil) {
      self.absent = absent
      self.order = order
      self.seed = seed
    }

    /// The order in which the attendees of a meeting speak.
    public enum Order: String, Codable, CaseIterable, Hashable, Sendable {
      /// The order of the list.
      case listed
      /// The order of the list, reversed.
      case lastFirst
      /// A new random order in each meeting.
      case shuffled
    }

    /// Valid seeds: integers that every reader of JSON preserves (RFC 8259, section 6).
    public static let seeds: ClosedRange<Int64> = 0...9_007_199_254_740_991
  }
}

extension Standup {
  /// The standup without announced absences: all its attendees take part in this meeting.
  var met: Standup {
    var standup = self
    for attendee in attendees where attendee.absentUntilMs != nil {
      standup.attendees[id: attendee.id]?.absentUntilMs = nil
    }
    return standup
  }

  /// Removes absences that are over.
  ///
  /// - Parameter ms: the current time, in milliseconds since 1970-01-01 UTC.
  public mutating func endAbsences(atMs ms: Int64) {
    for attendee in attendees where !attendee.isAbsent(atMs: ms) && attendee.absentUntilMs != nil {
      attendees[id: attendee.id]?.absentUntilMs = nil
    }
  }

  /// Returns the standup as used in a meeting: with the lineup applied, if there is one, and
  /// without announced absences.
  public func meeting(as lineup: MeetingSession.Lineup?) -> Standup {
    (lineup.map { meeting($0) } ?? self).met
  }

  /// Returns the standup with the lineup applied: without absent attendees, and in the order of the
  /// lineup.
  ///
  /// The order is shuffled with Durstenfeld's algorithm (Communications of the ACM 7:7, 1964,
  /// algorithm 235) and the numbers of SplitMix64.
  public func meeting(_ lineup: MeetingSession.Lineup) -> Standup {
    let absent = Set(lineup.absent)
    var present = attendees.elements.filter { !absent.contains($0.id) }
    switch lineup.order {
    case .listed: break
    case .lastFirst: present.reverse()
    case .shuffled:
      var numbers = SeededGenerator(seed: UInt64(clamping: lineup.seed ?? 0))
      for index in present.indices.dropFirst().reversed() {
        present.swapAt(index, Int(numbers.next() % UInt64(index + 1)))
      }
    }
    var standup = self
    standup.attendees = IdentifiedArray(present)
    return standup
  }
}
