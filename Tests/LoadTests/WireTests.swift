import Bus
import Foundation
import Testing
import TimerAPI

@testable import LoadTester

@Suite struct WireTests {
  private let ids = NumberedID(kind: 1, run: 0xABCD)
  /// The id of work that the tester starts.
  private let work = NumberedID(kind: 1, run: 0xABCD, owner: "tool")

  private func withBytes<Value>(
    _ text: String, _ body: (UnsafeRawBufferPointer) throws -> Value
  ) rethrows -> Value {
    try Array(text.utf8).withUnsafeBytes { try body($0) }
  }

  @Test(arguments: [0, 1, 255, 100_000, 0xFFFF_FFFF_FFFF])
  func idsCarryTheirNumber(number: Int) throws {
    let text = ids.text(number)
    #expect(UUID(uuidString: text) != nil)
    #expect(withBytes(text) { ids.number($0[...]) } == number)
    let other = NumberedID(kind: 1, run: 0xABCE)
    #expect(withBytes(text) { other.number($0[...]) } == nil)
  }

  @Test(arguments: [0, 4711, 0xFFFF_FFFF_FFFF])
  func idsOfWorkNameTheirOwner(number: Int) throws {
    let text = work.text(number)
    #expect(OwnedID(text) == OwnedID("tool", work.name(number)))
    #expect(work.name(number) == ids.text(number))
    #expect(withBytes(text) { work.number($0[...]) } == number)
    #expect(withBytes(text) { ids.number($0[...]) } == nil)
    #expect(withBytes(ids.text(number)) { work.number($0[...]) } == nil)
    let body = #"{"elapsedMs":1,"id":"\#(text)","speaker":2}"#
    #expect(withBytes(body) { work.number(after: #""id":""#, in: $0) } == number)
    #expect(withBytes(String(body.prefix(40))) { work.number(after: #""id":""#, in: $0) } == nil)
  }

  /// The timer encodes ticks like Codable, which its own tests check.
  @Test func aTickOfTheTimerIsRead() throws {
    let (id, name) = (work.text(4711), work.name(4711))
    let wallMs: Int64 = 1_795_245_762_348
    let data = TickData(
      elapsedMs: 3000, durationMs: 60_000, speaker: 1, speakers: 4, turnEndsMs: 30_000)
    let event = CloudEvent(
      id: "\(id)/3000", source: "/standups/timer", type: TickReader.type, subject: name,
      time: Date(timeIntervalSince1970: Double(wallMs) / 1000),
      data: try .init(encoding: data))
    let json = String(decoding: try BusJSON.encode(event), as: UTF8.self)
    let reader = TickReader(ids: work, tickMs: 1000, wallOffset: 5_000_000)
    let topic = Topic.type(TickReader.type, subject: name)
    #expect(topic == "\(TickReader.topic)\(name)/")
    let tick = withBytes("\(topic) \(json)") { reader.read($0) }
    #expect(
      tick == TickReader.Tick(meeting: 4711, number: 3, sent: wallMs * 1_000_000 - 5_000_000))
  }

  @Test(arguments: ["", TickReader.topic, TickReader.topic + "x/ {}", "h/ {\"head\":1}"])
  func whatIsNoTickOfOursIsNone(text: String) {
    let reader = TickReader(ids: work, tickMs: 1000, wallOffset: 0)
    #expect(withBytes(text) { reader.read($0) } == nil)
  }

  /// The example of docs/protocol.md, in its standup's topic family.
  @Test func eventsOfMeetingsAreRead() throws {
    let standup = ids.text(3)
    let reader = EventReader(ids: ids, wallOffset: 0)
    func event(_ type: String, _ data: String) -> String {
      #"s/\#(standup)/\#(type)/ {"data":\#(data),"datacontenttype":"application/json","#
        + #""sequence":"00000000000000000040","source":"/standups/standups","specversion":"1.0","#
        + #""subject":"81275fde-b449","time":"1970-01-01T00:00:02.178Z","type":"\#(type)"}"#
    }
    let changed = event(
      "meeting.speakerChanged", #"{"cause":"time","elapsedMs":1000,"speaker":1}"#)
    #expect(
      withBytes(changed) { reader.read($0) }
        == EventReader.Event(
          standup: 3, kind: .speakerChanged(1, elapsedMs: 1000), sent: 2_178_000_000))
    let tick = event("meeting.tick", #"{"durationMs":60000,"elapsedMs":2000,"speaker":0}"#)
    #expect(withBytes(tick) { reader.read($0) }?.kind == .tick(2))
    #expect(withBytes(event("meeting.finished", "{}")) { reader.read($0) }?.kind == .finished)
    #expect(withBytes(event("meeting.started", "{}")) { reader.read($0) } == nil)
  }

  @Test func daysAreThoseOfTheCalendar() {
    #expect(TickReader.days(1970, 1, 1) == 0)
    #expect(TickReader.days(2000, 3, 1) == 11_017)
    #expect(TickReader.days(2026, 11, 21) == 20_778)
  }

  /// The service can decode the commands.
  @Test func startsAreWhatTheTimerTakes() throws {
    var workload = TimerWorkload()
    workload.views = 3
    workload.tickMs = 100
    let messages = TimerMessages(
      meetings: work, requests: NumberedID(kind: 2, run: 1),
      storm: NumberedID(kind: 4, run: 1, owner: "tool"), workload: workload, boot: "b",
      wallOffset: 0)
    let (id, name) = (work.text(1), work.name(1))
    let start = try BusJSON.decode(
      StartCountdown.self, from: Data(messages.startBody(id).utf8))
    #expect(
      start
        == StartCountdown(
          id: id, durationMs: workload.lengthMs, speakers: workload.speakers, tickMs: 100,
          labels: EventLabels(type: TickReader.type, subject: name, standup: name, meeting: name)))
    let head = messages.head(9, "timer.start", key: id, wallMs: 1000)
    let parsed = try withBytes(head) { try Head(parsing: $0) }
    #expect(parsed.header.key == id && parsed.header.deadline == 31_000)
  }

  /// A wrong key would be rejected before the command itself is checked.
  @Test func badCommandsHaveTheKeyOfTheirID() throws {
    let messages = TimerMessages(
      meetings: work, requests: ids, storm: work, workload: TimerWorkload(), boot: "b",
      wallOffset: 0)
    for choice in 0..<9 {
      let bad = messages.bad(choice, fresh: work.text(1), running: work.text(2))
      // Ignored because the test compares whether there is an error.
      let body = try? JSONSerialization.jsonObject(with: Data(bad.body.utf8)) as? [String: Any]
      #expect(body == nil || body?["id"] as? String == bad.id)
      #expect(body != nil || choice == 6)
    }
  }

  @Test func aStatusIsRead() throws {
    let messages = TimerMessages(
      meetings: ids, requests: ids, storm: ids, workload: TimerWorkload(), boot: "here",
      wallOffset: 1000)
    func body(_ boot: String) -> String {
      #"{"clock":{"at":{"boot":"\#(boot)","uptimeUs":77,"wallMs":5},"elapsedMs":12,"#
        + #""isRunning":true},"durationMs":60000,"id":"x","speaker":2,"speakers":4}"#
    }
    let here = try #require(withBytes(body("here")) { messages.clock($0) })
    #expect(here == ReportedClock(elapsedMs: 12, at: 77_000, isRunning: true))
    // Another machine's uptime means nothing here; its wall clock does.
    let there = try #require(withBytes(body("there")) { messages.clock($0) })
    #expect(there.at == 5_000_000 - 1000)
  }

  @Test(
    arguments: [
      (#"{"a":-42}"#, -42), (#"{"a":0}"#, 0), (#"{"b":1}"#, nil), (#"{"a":"x"}"#, nil),
      (#"{"a":"#, nil),
    ] as [(String, Int64?)])
  func integersAreFound(text: String, value: Int64?) {
    #expect(withBytes(text) { ByteScan.integer(after: #""a":"#, in: $0) } == value)
  }
}
