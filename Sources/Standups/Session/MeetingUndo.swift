public import Countdown
public import FastJSON
public import Foundation

extension MeetingSession {
  /// The last change of the turns by a person, which can be undone for `Undo.windowMs`.
  public struct Undo: FastCodable, Hashable, Sendable {
    /// Id of a change.
    public typealias ID = Identifier<Undo>

    /// UUID of the change, for `meetings.undo`.
    public var change: ID
    /// The change.
    public var kind: Kind
    /// Id of the attendee whose turn is current after the undo.
    public var attendee: Attendee.ID
    /// Time at which the change becomes final.
    public var until: Date

    /// Creates an undo of a change that has been made.
    public init(change: ID, kind: Kind, attendee: Attendee.ID, until: Date) {
      self.change = change
      self.kind = kind
      self.attendee = attendee
      self.until = until
    }

    /// A change that can be undone.
    public enum Kind: String, Codable, CaseIterable, Hashable, Sendable {
      /// The turn was ended.
      case next
      /// The speaker was postponed.
      case postpone
      /// An attendee lost the remaining turns.
      case absent
      /// An attendee got a turn at the end.
      case present
      /// The speakers who were still to come changed their order.
      case reorder
    }

    /// Time during which a change can be undone, in milliseconds.
    public static let windowMs: Int64 = 10_000

    /// Returns the time at which a change becomes final that was made at a moment.
    static func until(since moment: ClockReading) -> Date {
      let untilMs = moment.advanced(byMs: windowMs).wallMs
      return Date(timeIntervalSince1970: Double(untilMs) / 1000)
    }
  }

  /// The values of a meeting before a change, which its undo restores. They are saved, but not part
  /// of messages.
  public struct Earlier: FastCodable, Hashable, Sendable {
    /// Clock at the moment of the change.
    public var clock: CountdownClock
    /// Index of the speaker before the change, from 0.
    public var speakerIndex: Int
    /// The turns before the change; nil if they followed from the standup's attendees.
    public var agenda: Agenda?
    /// End of the turn for which a warning had been reported, in milliseconds of meeting time; nil
    /// before the first warning.
    public var warnedMs: Int64?
    /// Id of the attendee whom the change added to the meeting; nil for none.
    public var added: Attendee.ID?
    /// Number of entries in the floor log before the change.
    public var floorCount: Int

    /// Creates the values; nil for those that the meeting did not have.
    public init(
      clock: CountdownClock, speakerIndex: Int, agenda: Agenda? = nil, warnedMs: Int64? = nil,
      added: Attendee.ID? = nil, floorCount: Int
    ) {
      self.clock = clock
      self.speakerIndex = speakerIndex
      self.agenda = agenda
      self.warnedMs = warnedMs
      self.added = added
      self.floorCount = floorCount
    }
  }

  /// Makes it possible to undo the change that was just made.
  ///
  /// - Parameters:
  ///   - kind: the change.
  ///   - change: id of the change.
  ///   - before: the meeting before the change.
  ///   - clock: clock of the meeting at the moment of the change, before it.
  public mutating func noteChange(
    _ kind: Undo.Kind, _ change: Undo.ID, since before: MeetingSession, at clock: CountdownClock
  ) {
    let last = standup.attendees.last?.id
    earlier = Earlier(
      clock: clock, speakerIndex: before.speakerIndex, agenda: before.agenda,
      warnedMs: before.warnedMs,
      added: last.flatMap { before.standup.attendees.contains(id: $0) ? nil : $0 },
      floorCount: before.floor.count)
    undo = Undo(
      change: change, kind: kind, attendee: before.attendee(at: before.speakerIndex).id,
      until: Undo.until(since: clock.at))
  }

  /// Makes the last change final.
  public mutating func keepChange() { (undo, earlier) = (nil, nil) }

  /// Makes the last change final if the time for its undo is over.
  public mutating func keepChange(olderThan moment: ClockReading) {
    guard let earlier else { return undo = nil }
    if moment.milliseconds(since: earlier.clock.at) >= Undo.windowMs { keepChange() }
  }

  /// Undoes the last change: the turns, the current speaker and the elapsed time are those at the
  /// moment of the change.
  ///
  /// The time since the change is not meeting time, and belongs to no turn. Words that were spoken
  /// in it belong to the attendee who had the floor.
  ///
  /// - Returns: the id of the attendee who takes part no more; nil for none.
  public mutating func undoChange(at moment: ClockReading) -> Attendee.ID? {
    guard let earlier, let startedAt else {
      keepChange()
      return nil
    }
    let floorCount = min(max(earlier.floorCount, 0), floor.count)
    let began = earlier.clock.at.milliseconds(since: startedAt)
    let fromMs = max(began, floor.prefix(floorCount).last?.sinceMs ?? 0)
    let toMs = max(realMs(at: moment), fromMs)
    let undone = undoneFloor(
      floor.dropFirst(floorCount), fromMs: fromMs, toMs: toMs, elapsedMs: earlier.clock.elapsedMs)
    if let added = earlier.added { standup.attendees.remove(id: added) }
    agenda = earlier.agenda
    speakerIndex = earlier.speakerIndex
    warnedMs = earlier.warnedMs
    clock = CountdownClock(
      elapsedMs: earlier.clock.elapsedMs, at: moment, isRunning: clock.isRunning)
    floor = floor.prefix(floorCount) + undone
    floor.append(
      FloorChange(
        sinceMs: toMs, elapsedMs: clock.elapsedMs, speakerIndex: speakerIndex,
        isRunning: clock.isRunning))
    keepChange()
    return earlier.added
  }

  /// Returns the entries of the floor log for a change that is undone, with the attendees who had
  /// the floor.
  private func undoneFloor(
    _ entries: ArraySlice<FloorChange>, fromMs: Int64, toMs: Int64, elapsedMs: Int64
  ) -> [FloorChange] {
    var entries = Array(entries)
    if entries.first.map({ $0.sinceMs > fromMs }) ?? true {
      entries.insert(
        FloorChange(
          sinceMs: fromMs, elapsedMs: elapsedMs, speakerIndex: speakerIndex, isRunning: true), at: 0
      )
    }
    return FloorLog(entries: entries, schedule: schedule)
      .stretches(fromReal: fromMs, toReal: toMs)
      .map { stretch in
        FloorChange(
          sinceMs: stretch.fromMs, elapsedMs: stretch.elapsedMs, speakerIndex: stretch.speaker,
          isRunning: stretch.isRunning, attendee: attendee(at: stretch.speaker).id)
      }
  }
}
