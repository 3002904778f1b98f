import Dependencies

extension MeetingSession {
  /// Who takes part in a meeting, and in which order, where that is not all attendees as they are listed.
  public struct Lineup: Codable, Hashable, Sendable {
    /// Who is not there; their time is shared among the others.
    public var absent: [Attendee.ID]
    /// In which order the others speak.
    public var order: Order
    /// What a shuffled order is drawn from, from 0 to 2⁵³ − 1: the same seed gives the same order. Nil for others.
    public var seed: Int64?

    /// All of it; `seed` belongs to a shuffled order.
    public init(absent: [Attendee.ID] = [], order: Order = .listed, seed: Int64? = nil) {
      self.absent = absent
      self.order = order
      self.seed = seed
    }

    /// In which order the attendees of a meeting speak.
    public enum Order: String, Codable, CaseIterable, Hashable, Sendable {
      /// As they are listed.
      case listed
      /// The last of the list first.
      case lastFirst
      /// Drawn by lot, each time anew.
      case shuffled
    }

    /// The seeds that there are: whole numbers that every reader of JSON keeps (RFC 8259, section 6).
    public static let seeds: ClosedRange<Int64> = 0...9_007_199_254_740_991
  }
}

extension Standup {
  /// The standup without what was told of absences: who meets is there.
  var met: Standup {
    var standup = self
    for attendee in attendees where attendee.absentUntilMs != nil {
      standup.attendees[id: attendee.id]?.absentUntilMs = nil
    }
    return standup
  }

  /// Drops absences that are over.
  ///
  /// - Parameter ms: the time, in milliseconds since 1970-01-01 UTC.
  public mutating func endAbsences(atMs ms: Int64) {
    for attendee in attendees where !attendee.isAbsent(atMs: ms) && attendee.absentUntilMs != nil {
      attendees[id: attendee.id]?.absentUntilMs = nil
    }
  }

  /// The standup as it meets with all attendees as they are listed, or as a lineup says.
  public func meeting(as lineup: MeetingSession.Lineup?) -> Standup {
    (lineup.map { meeting($0) } ?? self).met
  }

  /// The standup as it meets: without who is absent, in the order of the lineup.
  ///
  /// Shuffling is Durstenfeld's (Communications of the ACM 7:7, 1964, algorithm 235), with numbers of SplitMix64.
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
