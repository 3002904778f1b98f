import Countdown
import StandupsDependencies

/// Plan of a test of the timer. It is made before the test begins, so that no reply can delay it,
/// and a seed repeats it.
struct TimerPlan: Hashable, Sendable {
  /// Actions in the order of their times.
  private(set) var actions: [TimerAction] = []
  /// Number of starts in the ramp.
  let starts: Int
  /// Total number of meetings that are started.
  private(set) var meetings: Int
  /// Number of churn commands that were dropped because no meeting could accept them.
  private(set) var dropped = 0

  /// Creates the plan.
  ///
  /// - Parameter workload: has at least one meeting.
  init(_ workload: TimerWorkload) {
    var random = SeededGenerator(seed: workload.seed)
    starts = workload.meetings
    meetings = workload.meetings
    actions = Self.starts(workload, &random)
    let wishes = Self.wishes(workload, &random)
    defer { addStorm(workload) }
    guard !wishes.isEmpty else { return }
    var model = MeetingModel(workload)
    var merged: [TimerAction] = []
    merged.reserveCapacity(actions.count + wishes.count)
    var next = 0
    for wish in wishes {
      while next < actions.count, actions[next].at <= wish.at {
        model.start(actions[next].meeting, at: actions[next].at)
        merged.append(actions[next])
        next += 1
      }
      var action = wish
      switch wish.kind {
      case .start:
        action.meeting = Int32(meetings)
        meetings += 1
        model.start(action.meeting, at: wish.at)
      case .bad: action.meeting = Int32.random(in: 0..<1000, using: &random)
      case .ramp, .storm: continue
      case .hold, .release, .skip, .cancel:
        guard let meeting = model.take(wish.kind, at: wish.at, &random) else {
          dropped += 1
          continue
        }
        action.meeting = meeting
      }
      merged.append(action)
    }
    merged += actions[next...]
    actions = merged
  }

  /// Starts of the ramp. They are evenly spread, each at a random time within its slot, so that the
  /// ticks of the meetings are spread as well.
  private static func starts(
    _ workload: TimerWorkload, _ random: inout SeededGenerator
  ) -> [TimerAction] {
    let slot = Double(workload.ramp) / Double(workload.meetings)
    return (0..<workload.meetings).map { meeting in
      let within = slot > 0 ? Double.random(in: 0..<1, using: &random) : 0
      return TimerAction(
        at: Int64((Double(meeting) + within) * slot), kind: .ramp, meeting: Int32(meeting))
    }
  }

  /// Adds very many simultaneous starts, a quarter of the way into the run.
  private mutating func addStorm(_ workload: TimerWorkload) {
    guard let count = workload.storm else { return }
    let at = workload.ramp + workload.duration / 4
    let place = actions.firstIndex { $0.at > at } ?? actions.count
    actions.insert(
      contentsOf: (0..<count).map {
        TimerAction(at: at, kind: .storm, meeting: Int32(clamping: $0))
      }, at: place)
  }

  /// Returns the commands of the churn, not yet assigned to meetings: one Poisson process per kind.
  private static func wishes(
    _ workload: TimerWorkload, _ random: inout SeededGenerator
  ) -> [TimerAction] {
    var wishes: [TimerAction] = []
    let begin = Double(workload.ramp) / 1e9
    // End the churn early, so that the last replies arrive before the end.
    let end = Double(workload.ramp + workload.duration) / 1e9 - 0.5
    for kind in TimerAction.Kind.ofChurn where workload.rate(kind) > 0 {
      var at = begin
      while true {
        at += random.interval(rate: workload.rate(kind))
        guard at < end else { break }
        wishes.append(TimerAction(at: Int64(at * 1e9), kind: kind, meeting: 0))
      }
    }
    return wishes.sorted { ($0.at, $0.kind.rawValue) < ($1.at, $1.kind.rawValue) }
  }
}
