import Bus
import StandupsDependencies
import Foundation
import Testing
import TimerAPI

@testable import TimerService

@Suite struct TickWriterTests {
  /// Codable's encoding of the same event.
  func expected(
    _ tick: TickData, id: String, labels: EventLabels, wallMs: Int64
  ) throws -> String {
    let event = CloudEvent(
      id: "\(id)/\(tick.elapsedMs)", source: "\(TickWriter.source)", type: labels.type,
      subject: labels.subject,
      time: Date(timeIntervalSince1970: Double(wallMs) / 1000), team: labels.team,
      data: try .init(encoding: tick))
    return String(decoding: try BusJSON.encode(event), as: UTF8.self)
  }

  func written(
    _ tick: TickData, id: String, labels: EventLabels, wallMs: Int64,
    with writer: TickWriter = TickWriter()
  ) -> String {
    writer.setTime(wallMs)
    let template = TickTemplate(id: id, labels: labels)
    defer { template.deallocate() }
    return writer.write(tick, template) {
      String(decoding: $0, as: UTF8.self)
    }
  }

  @Test(arguments: [
    "a", "6F9619FF-8B86-D011-B42D-00C04FC964FF", "", "quote\" slash/ back\\ line\n nul\u{0}",
    "é\u{2028}😀\u{7F}\u{1F}",
  ])
  func isByteForByteWhatCodableWrites(text: String) throws {
    let tick = TickData(
      elapsedMs: 1000, durationMs: 9000, speaker: 0, speakers: 3, turnEndsMs: 3000)
    // Never empty because it is a literal.
    for team in [nil, "web", text.isEmpty ? "ops" : text] {
      let labels = EventLabels(
        type: "meeting.tick" + text, subject: text, standup: "s", meeting: "m", team: team)
      #expect(
        written(tick, id: text, labels: labels, wallMs: 1_795_260_600_123)
          == (try expected(tick, id: text, labels: labels, wallMs: 1_795_260_600_123)))
    }
  }

  /// The end of the id may be the subject, and is then written once.
  @Test(arguments: [
    ("meeting/m-1", "m-1"), ("meeting/m-1", "m-12"), ("m", "meeting/m"), ("m", ""), ("", "m"),
    ("tool/\"", "\""), ("tool/\\", "\""), ("tool/e\u{301}", "\u{E9}"), ("tool/\u{E9}", "\u{E9}"),
  ])
  func theSubjectIsWrittenWhole(id: String, subject: String) throws {
    let tick = TickData(
      elapsedMs: 1000, durationMs: 9000, speaker: 0, speakers: 3, turnEndsMs: 3000)
    let labels = EventLabels(type: "meeting.tick", subject: subject, meeting: subject)
    let (ours, theirs) = (
      written(tick, id: id, labels: labels, wallMs: 1),
      try expected(tick, id: id, labels: labels, wallMs: 1)
    )
    // As bytes: strings consider both forms of “é” equal.
    #expect(Array(ours.utf8) == Array(theirs.utf8))
  }

  @Test func allNumbers() throws {
    var random = SeededGenerator(seed: 9)
    let writer = TickWriter()
    let labels = EventLabels(type: "meeting.tick", subject: "m")
    let edges: [Int64] = [0, 9, 10, 99, 100, .max, .min, -1, 999_999_999_999_999_999]
    func number() -> Int64 {
      Bool.random(using: &random)
        ? edges.randomElement(using: &random) ?? 0
        : Int64.random(in: .min ... .max, using: &random)
          >> Int64.random(in: 0..<64, using: &random)
    }
    for _ in 0..<500 {
      let tick = TickData(
        elapsedMs: number(), durationMs: number(), speaker: Int(number()), speakers: Int(number()),
        turnEndsMs: number())
      let wallMs = Int64.random(in: 0..<4_000_000_000_000, using: &random)
      #expect(
        written(tick, id: "m", labels: labels, wallMs: wallMs, with: writer)
          == (try expected(tick, id: "m", labels: labels, wallMs: wallMs)))
    }
  }

  @Test func longTextsGrowTheMemory() throws {
    let long = String(repeating: "\u{1}", count: 5000)
    let tick = TickData(elapsedMs: 1, durationMs: 2, speaker: 0, speakers: 1, turnEndsMs: 2)
    let labels = EventLabels(type: long, subject: long, team: long)
    #expect(
      written(tick, id: long, labels: labels, wallMs: 0)
        == (try expected(tick, id: long, labels: labels, wallMs: 0)))
  }

  /// The team's topic is the last one, whether or not the countdown has the others.
  @Test func aTemplateHasTheTopicsOfItsLabels() {
    // Never empty because it is a literal.
    for (standup, meeting, team) in [
      ("s", "m 1", "web"), (nil, nil, "web"), ("s", nil, "web"), ("s", "m 1", nil), (nil, nil, nil),
    ] as [(String?, String?, String?)] {
      let labels = EventLabels(
        type: "meeting.tick", subject: "m/1", standup: standup, meeting: meeting, team: team)
      let template = TickTemplate(id: "meeting/m/1", labels: labels)
      defer { template.deallocate() }
      let topics = (0..<template.topicCount).map {
        String(decoding: template.topic($0), as: UTF8.self)
      }
      #expect(topics == Topic.all(for: labels).map { $0 + " " })
    }
  }

  @Test func topicsAreThoseOfTheLabels() {
    let labels = EventLabels(
      type: "meeting.tick", subject: "m/1", standup: "s", meeting: "m 1", team: "web")
    var topics: [String] = []
    let prepared = PreparedTopics(labels)
    prepared.forEach { topics.append(String(decoding: $0, as: UTF8.self)) }
    #expect(topics == Topic.all(for: labels).map { $0 + " " })
    #expect(topics.count == 6)
    #expect(prepared.count == 6)
  }
}
