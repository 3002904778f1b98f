import Countdown
import StandupsDependencies

/// Model of the expected states of the meetings. It chooses the meeting for the next command: a
/// meeting that can accept the command, and that received no command shortly before.
struct MeetingModel {
  private struct Meeting {
    /// Time at which elapsed time was 0 if the clock is running, or elapsed time if it is paused,
    /// in nanoseconds.
    var origin: Int64
    var held: Int64?
    var lastAction: Int64
    var place: Int
  }

  private let schedule: SpeakerSchedule?
  private let length: Int64
  private var meetings: [Int32: Meeting] = [:]
  private var running: [Int32] = []
  private var held: [Int32] = []

  /// Minimum time between two commands for one meeting, and between a command and the next change
  /// of speaker or the end; in nanoseconds.
  private static let distance: Int64 = 1_000_000_000
  private static let tries = 16
  /// Meeting that invalid commands start a second time. It is never cancelled, because a start
  /// would then be valid, and its acceptance would count against the timer.
  static let neverCancelled: Int32 = 0

  init(_ workload: TimerWorkload) {
    schedule = SpeakerSchedule(durationMs: workload.lengthMs, speakers: workload.speakers)
    length = workload.lengthMs * 1_000_000
  }

  mutating func start(_ meeting: Int32, at now: Int64) {
    meetings[meeting] = Meeting(origin: now, held: nil, lastAction: now, place: running.count)
    running.append(meeting)
  }

  /// Chooses a meeting for a command, and applies the command to the model.
  mutating func take(
    _ kind: TimerAction.Kind, at now: Int64, _ random: inout SeededGenerator
  ) -> Int32? {
    for _ in 0..<Self.tries {
      let candidates = kind == .release ? held : running
      guard !candidates.isEmpty else { return nil }
      let id = candidates[Int.random(in: 0..<candidates.count, using: &random)]
      guard var meeting = meetings[id], now - meeting.lastAction >= Self.distance else { continue }
      let elapsed = meeting.held ?? now - meeting.origin
      if elapsed > length - 2 * Self.distance {
        if meeting.held == nil { forget(id) }
        continue
      }
      meeting.lastAction = now
      switch kind {
      case .hold:
        meeting.held = elapsed
        move(id, &meeting)
      case .release:
        meeting.origin = now - elapsed
        meeting.held = nil
        move(id, &meeting)
      case .skip:
        guard let schedule else { return nil }
        let speaker = schedule.speaker(at: elapsed / 1_000_000)
        let boundary = schedule.start(of: speaker + 1) * 1_000_000
        guard speaker + 1 < schedule.speakers, boundary - elapsed >= Self.distance else { continue }
        meeting.origin = now - boundary
      case .cancel:
        guard id != Self.neverCancelled else { continue }
        forget(id)
        return id
      case .ramp, .start, .bad, .storm: return nil
      }
      meetings[id] = meeting
      return id
    }
    return nil
  }

  private mutating func forget(_ id: Int32) {
    guard let meeting = meetings.removeValue(forKey: id) else { return }
    remove(from: meeting.held == nil ? \.running : \.held, at: meeting.place)
  }

  /// Moves the meeting to the list of its new state.
  private mutating func move(_ id: Int32, _ meeting: inout Meeting) {
    let isHeld = meeting.held != nil
    remove(from: isHeld ? \.running : \.held, at: meeting.place)
    if isHeld {
      meeting.place = held.count
      held.append(id)
    } else {
      meeting.place = running.count
      running.append(id)
    }
  }

  private mutating func remove(from list: WritableKeyPath<MeetingModel, [Int32]>, at place: Int) {
    guard let last = self[keyPath: list].popLast(), place < self[keyPath: list].count else {
      return
    }
    self[keyPath: list][place] = last
    meetings[last]?.place = place
  }
}
