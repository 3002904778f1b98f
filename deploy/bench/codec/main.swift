// Compares the hand-written JSON code of the hot paths with Foundation's, by processing the same messages
// alternately in one process. Prints one line of JSON for each message; `ratio` is Foundation's time divided by
// ours.
//
//   swift run -c release codec-bench
import Bus
import Countdown
import FastJSON
import Foundation
import TimerAPI

let id = "6f9619ff-8b86-d011-b42d-00c04fc964ff"
let reading = ClockReading(wallMs: 1_795_260_600_123, boot: id, uptimeUs: 7_701_304_363)
let clock = CountdownClock(elapsedMs: 3181, at: reading, isRunning: true)
let labels = EventLabels(type: "meeting.tick", subject: id, standup: id, meeting: id)
let work = OwnedID("meeting", id).description
let start = StartCountdown(
  id: work, durationMs: 900_000, speakers: 5,
  resuming: .init(clock: clock, announcedSpeaker: 0), labels: labels)
let status = CountdownStatus(id: work, durationMs: 900_000, speakers: 5, speaker: 0, clock: clock)
let changed = CountdownSpeakerChanged(id: work, speaker: 1, elapsedMs: 180_000)
let tick = TickData(
  elapsedMs: 3000, durationMs: 900_000, speaker: 0, speakers: 5, turnEndsMs: 180_000)
let data = try RawJSON(encoding: tick)
let event = CloudEvent(
  id: "\(work)/3000", source: "/standups/timer", type: "meeting.tick", subject: id,
  time: Date(timeIntervalSince1970: 1_795_260_600.123), data: data)
let page = CountdownsRequested.Reply(
  countdowns: Array(repeating: start, count: 1000), next: "1000/\(work)")
let header = Header(
  corr: UUID(), cause: UUID(), deadline: 1_795_260_600_123, idem: id, key: work)

/// Foundation's coders, configured like those of `BusJSON`.
func foundation(_ value: some Encodable) throws -> Data {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  encoder.dateEncodingStrategy = .custom { date, encoder in
    var container = encoder.singleValueContainer()
    try container.encode(
      date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true)))
  }
  return try encoder.encode(value)
}

/// Minimum time of one call of each function, in nanoseconds, over alternating rounds.
func least(
  _ count: Int, _ bodies: [() throws -> Void]
) throws -> [Double] {
  var best = Array(repeating: Double.infinity, count: bodies.count)
  for _ in 0..<7 {
    for (index, body) in bodies.enumerated() {
      let start = ContinuousClock.now
      for _ in 0..<count { try body() }
      let taken = start.duration(to: .now)
      let ns = Double(taken.components.attoseconds) / 1e9 + Double(taken.components.seconds) * 1e9
      best[index] = min(best[index], ns / Double(count))
    }
  }
  return best
}

func compare(
  _ name: String, count: Int = 5000, _ ours: @escaping () throws -> Void,
  _ theirs: @escaping () throws -> Void
)
  throws
{
  let best = try least(count, [ours, theirs])
  let ratio = best[1] / best[0]
  print(
    #"{"codec":"\#(name)","ns":\#(Int(best[0])),"foundationNs":\#(Int(best[1])),"ratio":"#
      + "\((ratio * 100).rounded() / 100)}")
}

func both<Value: Codable>(_ name: String, _ value: Value, count: Int = 5000) throws {
  let json = try foundation(value)
  guard try BusJSON.encode(value) == json else { fatalError("\(name) is encoded differently") }
  try compare(
    "\(name) write", count: count, { _ = try BusJSON.encode(value) }, { _ = try foundation(value) })
  try compare(
    "\(name) read", count: count, { _ = try BusJSON.decode(Value.self, from: json) },
    { _ = try JSONDecoder().decode(Value.self, from: json) })
}

try both("timer.start", start)
try both("timer.start reply", status)
try both("timer.speakerChanged", changed)
try both("timer.countdownsRequested reply (1000)", page, count: 10)
// Forwarded messages are only validated; Foundation has to decode them for that.
let dataJSON = Data(data.bytes)
try compare(
  "event data check", { _ = try RawJSON(validating: dataJSON) },
  { _ = try JSONSerialization.jsonObject(with: dataJSON) })
try compare("event write", { _ = try BusJSON.encode(event) }, { _ = try foundation(event) })
let head = Head(kind: .command, target: "timer.start", header: header)
let text = head.text
let headerJSON = try foundation(header)
try compare("head write", { _ = head.text }, { _ = try foundation(header) })
try compare(
  "head read", { _ = try Array(text.utf8).withUnsafeBytes { try Head(parsing: $0) } },
  { _ = try JSONDecoder().decode(Header.self, from: headerJSON) })
