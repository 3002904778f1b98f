import Bus
import Countdown
import Foundation

/// Encodes commands for the timer, and decodes its replies and calls.
struct TimerMessages: Sendable {
  let meetings: NumberedID
  let requests: NumberedID
  /// Ids of the meetings of a storm of starts; no program subscribes to their ticks.
  let storm: NumberedID
  let workload: TimerWorkload
  /// Id of this machine's boot.
  let boot: String
  let wallOffset: Int64
  /// Deadline of a command, in milliseconds.
  static let patienceMs: Int64 = 30_000

  // MARK: Encoding

  func head(_ request: Int, _ target: String, key: String, wallMs: Int64) -> String {
    let id = requests.text(request)
    return #"STB1 CMD \#(target) {"id":"\#(id)","deadline":\#(wallMs + Self.patienceMs),"#
      + #""idem":"\#(id)","key":"\#(key)"}"#
  }

  static func target(_ kind: TimerAction.Kind) -> String {
    switch kind {
    case .ramp, .start, .bad, .storm: "timer.start"
    case .hold: "timer.pause"
    case .release: "timer.resume"
    case .skip: "timer.skip"
    case .cancel: "timer.cancel"
    }
  }

  func startBody(_ id: String) -> String {
    startBody(id, durationMs: workload.lengthMs, speakers: workload.speakers)
  }

  /// Encodes a running countdown for a timer that lost it.
  func resumption(_ kept: KeptClock) -> String {
    let clock = kept.clock
    let wallMs = (clock.at + wallOffset) / 1_000_000
    return startBody(meetings.text(kept.meeting)).dropLast()
      + #","resuming":{"announcedSpeaker":\#(kept.speaker),"clock":{"at":{"boot":"\#(boot)","#
      + #""uptimeUs":\#(clock.at / 1000),"wallMs":\#(wallMs)},"elapsedMs":\#(clock.elapsedMs),"#
      + #""isRunning":\#(clock.isRunning)}}}"#
  }

  func startBody(_ id: String, durationMs: Int64, speakers: Int) -> String {
    // Omit the owner, which the topics of a real meeting do not contain either.
    let name = OwnedID(id)?.name ?? ""
    var labels = #""subject":"\#(name)","type":"\#(TickReader.type)""#
    if workload.views > 1 { labels += #","meeting":"\#(name)""# }
    if workload.views > 2 { labels += #","standup":"\#(name)""# }
    let tick = workload.tickMs == 1000 ? "" : #","tickMs":\#(workload.tickMs)"#
    return #"{"id":"\#(id)","durationMs":\#(durationMs),"speakers":\#(speakers)\#(tick),"#
      + #""labels":{\#(labels)}}"#
  }

  /// Returns a command that the timer must reject, and the id that the command is about.
  func bad(
    _ choice: Int, fresh: String, running: String
  ) -> (target: String, id: String, body: String) {
    switch choice % 9 {
    case 0: ("timer.start", fresh, startBody(fresh, durationMs: 60_000, speakers: 0))
    case 1: ("timer.start", fresh, startBody(fresh, durationMs: -5, speakers: 2))
    case 2: ("timer.start", fresh, startBody(fresh, durationMs: 1_000_000_000_000_000, speakers: 2))
    case 3: ("timer.start", fresh, startBody(fresh, durationMs: 60_000, speakers: -1))
    case 4: ("timer.start", "", startBody("", durationMs: 60_000, speakers: 2))
    case 5: ("timer.start", running, startBody(running, durationMs: 77_000, speakers: 2))
    case 6: ("timer.start", fresh, #"{"id": 12"#)
    case 7: ("timer.pause", fresh, #"{"id":"\#(fresh)"}"#)
    default: ("timer.skip", fresh, #"{"id":"\#(fresh)","from":-3}"#)
    }
  }

  // MARK: Decoding

  /// Returns the clock in a countdown's status.
  func clock(_ body: UnsafeRawBufferPointer) -> ReportedClock? {
    guard let elapsed = ByteScan.integer(after: #""elapsedMs":"#, in: body),
      let uptimeUs = ByteScan.integer(after: #""uptimeUs":"#, in: body),
      let wallMs = ByteScan.integer(after: #""wallMs":"#, in: body)
    else { return nil }
    let isHere = !boot.isEmpty && ByteScan.string(after: #""boot":"#, in: body) == boot
    return ReportedClock(
      elapsedMs: elapsed, at: isHere ? uptimeUs * 1000 : wallMs * 1_000_000 - wallOffset,
      isRunning: ByteScan.find(#""isRunning":true"#, in: body) != nil)
  }
}
