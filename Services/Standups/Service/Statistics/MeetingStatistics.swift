import Foundation
import Standups
import StandupsAPI

/// Figures of past meetings, added up one meeting after the other. Only the figures are kept, so the
/// memory does not depend on the transcripts.
struct MeetingStatistics: Hashable, Sendable {
  /// Maximum number of attendees of a reply, after which it has no further meetings.
  static let maxAttendees = 1000

  /// The person to whom the figures are restricted; nil for all attendees.
  private let person: Attendee.PersonID?
  /// The current attendees.
  private let current: IdentifiedArray<Attendee>
  private let zoneMs: Int64
  private(set) var meetings: [MeetingFigures] = []
  private(set) var attendees: [AttendeeFigures] = []
  private var places: [Attendee.ID: Int] = [:]
  private var weeksByStart: [Int64: WeekFigures] = [:]

  /// Creates empty figures.
  ///
  /// - Parameters:
  ///   - standup: the current standup, which has the names of its attendees.
  ///   - person: nil for all attendees.
  ///   - zoneMinutes: offset of the local time in which weeks begin, in minutes east of UTC.
  init(of standup: Standup, person: Attendee.PersonID? = nil, zoneMinutes: Int = 0) {
    current = standup.attendees
    self.person = person
    zoneMs = Int64(zoneMinutes) * 60_000
  }

  /// The weeks that have meetings, newest first.
  var weeks: [WeekFigures] { weeksByStart.values.sorted { $0.startMs > $1.startMs } }

  /// True if the next meeting has to be left to another reply.
  func isFull(limit: Int) -> Bool {
    meetings.count >= limit || attendees.count >= Self.maxAttendees
  }

  /// Adds a meeting, which is older than those before it.
  mutating func add(_ meeting: Meeting) {
    let people = People(meeting)
    let counted = people.all.filter(isCounted)
    if person != nil, counted.isEmpty { return }
    let week = startOfWeek(meeting.milliseconds)
    var figures = weeksByStart[week] ?? WeekFigures(startMs: week)
    for attendee in counted {
      let floor = people.floor?[attendee.id]
      add(attendee, people.presence(of: attendee.id), floor)
      figures.spokenMs = figures.spokenMs.adding(floor?.spokenMs ?? 0)
      switch people.presence(of: attendee.id) {
      case .present: figures.present += 1
      case .late: (figures.present, figures.late) = (figures.present + 1, figures.late + 1)
      case .absent: figures.absent += 1
      case nil: break
      }
    }
    figures.meetings += 1
    figures.durationMs = figures.durationMs.adding(meeting.durationMs ?? 0)
    figures.plannedMs = figures.plannedMs.adding(meeting.plannedMs ?? 0)
    weeksByStart[week] = figures
    meetings.append(people.figures(of: meeting))
  }

  private func isCounted(_ attendee: Attendee) -> Bool {
    guard let person else { return true }
    return attendee.person == person || current[id: attendee.id]?.person == person
  }

  private mutating func add(_ attendee: Attendee, _ presence: Presence?, _ floor: Floor?) {
    let place = places[attendee.id] ?? attendees.count
    if place == attendees.count {
      let known = current[id: attendee.id] ?? attendee
      places[attendee.id] = place
      attendees.append(
        AttendeeFigures(id: attendee.id, name: known.displayName, person: known.person))
    }
    switch presence {
    case .present: attendees[place].present += 1
    case .late:
      attendees[place].present += 1
      attendees[place].late += 1
    case .absent: attendees[place].absent += 1
    case nil: break
    }
    guard let floor else { return }
    attendees[place].spoke += 1
    attendees[place].spokenMs = attendees[place].spokenMs.adding(floor.spokenMs)
    attendees[place].plannedMs = attendees[place].plannedMs.adding(floor.plannedMs ?? 0)
    guard floor.overMs > 0 else { return }
    attendees[place].over += 1
    attendees[place].overMs = attendees[place].overMs.adding(floor.overMs)
  }

  /// Returns the last Monday at midnight in local time, in milliseconds since 1970-01-01 UTC.
  private func startOfWeek(_ ms: Int64) -> Int64 {
    // 1970-01-05 was a Monday.
    let first: Int64 = 4 * 86_400_000
    let local = ms.adding(zoneMs).adding(-first)
    let rest = local % GetMeetingStats.weekMs
    let sinceMonday = rest < 0 ? rest + GetMeetingStats.weekMs : rest
    return ms.adding(-sinceMonday)
  }
}

extension MeetingStatistics {
  enum Presence { case present, late, absent }

  /// The time for which an attendee had the floor in one meeting.
  struct Floor: Hashable {
    var spokenMs: Int64
    /// Planned length of the attendee's turns, in milliseconds; nil if the plan of one is unknown.
    var plannedMs: Int64?

    /// Time beyond the plan, in milliseconds; 0 if the plan is unknown.
    var overMs: Int64 { plannedMs.map { max(0, spokenMs.subtracting($0)) } ?? 0 }
  }

  /// The attendees of one meeting, each once, with their presence and speaking time.
  struct People {
    let all: [Attendee]
    /// Nil if the turns are unknown.
    let floor: [Attendee.ID: Floor]?
    private let absent: Set<Attendee.ID>
    private let late: Set<Attendee.ID>
    private let isKnown: Bool

    init(_ meeting: Meeting) {
      all = IdentifiedArray((meeting.attendees ?? []) + (meeting.absent ?? [])).elements
      absent = Set((meeting.absent ?? []).map(\.id))
      late = Set(meeting.late ?? [])
      isKnown = meeting.attendees != nil && meeting.absent != nil
      floor = meeting.turns.map { turns in
        Dictionary(
          turns.map {
            ($0.attendee, Floor(spokenMs: $0.toMs.subtracting($0.fromMs), plannedMs: $0.plannedMs))
          },
          uniquingKeysWith: { one, other in
            Floor(
              spokenMs: one.spokenMs.adding(other.spokenMs),
              plannedMs: one.plannedMs.flatMap { mine in
                other.plannedMs.map { mine.adding($0) }
              })
          })
      }
    }

    /// Returns whether the attendee was present; nil if that is unknown.
    func presence(of attendee: Attendee.ID) -> Presence? {
      guard isKnown else { return nil }
      return absent.contains(attendee) ? .absent : late.contains(attendee) ? .late : .present
    }

    func figures(of meeting: Meeting) -> MeetingFigures {
      var figures = MeetingFigures(
        id: meeting.id, date: meeting.date, durationMs: meeting.durationMs,
        plannedMs: meeting.plannedMs, pausedMs: meeting.pausedMs)
      if isKnown {
        let presences = all.map { presence(of: $0.id) }
        figures.absent = presences.count { $0 == .absent }
        figures.late = presences.count { $0 == .late }
        figures.present = presences.count - (figures.absent ?? 0)
      }
      if let floor, floor.values.allSatisfy({ $0.plannedMs != nil }) {
        figures.over = floor.values.count { $0.overMs > 0 }
      }
      return figures
    }
  }
}

extension Int64 {
  /// Returns the sum, clamped to the range of the type: a damaged document may contain anything.
  fileprivate func adding(_ other: Int64) -> Int64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? (other < 0 ? .min : .max) : sum
  }

  /// Returns the difference, clamped in the same way.
  fileprivate func subtracting(_ other: Int64) -> Int64 {
    let (difference, overflow) = subtractingReportingOverflow(other)
    return overflow ? (other < 0 ? .max : .min) : difference
  }
}
