import FastJSON
import Foundation
import Testing

@testable import Bus

@Suite struct TopicTests {
  @Test(arguments: [
    ("aZ09-._~", "aZ09-._~"), ("a/b c", "a%2Fb%20c"), ("ü", "%C3%BC"), ("%", "%25"), ("", ""),
    ("\u{1}", "%01"),
  ])
  func tokensAreEscaped(token: String, escaped: String) {
    #expect(Topic.escape(token) == escaped)
  }

  @Test func everyViewHasItsTopic() {
    let labels = EventLabels(
      type: "meeting.tick", subject: "c1", standup: "s1", meeting: "m1", team: "web")
    #expect(
      Topic.all(for: labels) == [
        "t/meeting.tick/c1/", "s/s1/meeting.tick/", "m/m1/meeting.tick/",
        "g/web/t/meeting.tick/c1/", "g/web/s/s1/meeting.tick/", "g/web/m/m1/meeting.tick/",
      ])
    #expect(Topic.all(for: labels).count == Topic.maxCount)
    #expect(Topic.all(for: EventLabels(type: "a", subject: "b")) == ["t/a/b/"])
    #expect(!"m/10/".hasPrefix("m/1/"))
  }

  private func fits(
    _ topic: String, _ type: String, _ subject: String, team: String? = "a b"
  ) -> Bool {
    Array(topic.utf8).withUnsafeBytes {
      TopicParts($0)?.fit(type: type, subject: subject, team: team) ?? false
    }
  }

  @Test(arguments: [("meeting.tick", "c1"), ("a/b ü%", "\u{1}/"), ("a", "")])
  func anEventFitsItsTopicsAndNoOthers(type: String, subject: String) {
    let labels = EventLabels(
      type: type, subject: subject, standup: "s/1", meeting: "m 1", team: "a b")
    let topics = Topic.all(for: labels)
    #expect(topics.count == 6)
    for topic in topics {
      #expect(fits(topic, type, subject), "\(topic)")
      #expect(!fits(topic, type + "x", subject))
      #expect(!fits(topic, String(type.dropLast()), subject))
      #expect(!fits(topic + "x/", type, subject))
      #expect(!fits(String(topic.dropLast()), type, subject))
    }
    #expect(!fits(Topic.type(type, subject: subject), type, subject + "x"))
    #expect(!fits("x/\(type)/\(subject)/", type, subject))
  }

  @Test(arguments: [nil, "", "we", "webs", "ops", "WEB"])
  func anEventOfAnotherTeamDoesNotFit(team: String?) {
    let topic = Topic.prefix(ofTeam: "web") + Topic.type("meeting.tick", subject: "c1")
    #expect(fits(topic, "meeting.tick", "c1", team: "web"))
    #expect(!fits(topic, "meeting.tick", "c1", team: team))
    #expect(fits(Topic.meeting("m1", type: "meeting.tick"), "meeting.tick", "c1", team: team))
  }

  @Test(arguments: ["", "/", "t/", "t//", "t///", "t//a/", "h/", "~/n", "t/a/", "m/1/a", "tt/a/b/"])
  func whatIsNoTopicOfAnEvent(topic: String) {
    #expect(Array(topic.utf8).withUnsafeBytes { TopicParts($0) == nil })
  }

  @Test func eventsAreCloudEvents() throws {
    let event = CloudEvent(
      id: "e", source: "/standups/timer", type: "meeting.started", subject: "m",
      time: Date(timeIntervalSince1970: 1_795_253_400.25), sequence: 42, epoch: "x",
      team: "web", previousOfType: 41, previousOfTeam: 40, data: try RawJSON(encoding: ["n": 1]))
    let data = try BusJSON.encode(event)
    #expect(
      String(decoding: data, as: UTF8.self)
        == #"{"data":{"n":1},"datacontenttype":"application/json","epoch":"x","id":"e","#
        + #""prevteam":"00000000000000000040","prevtype":"00000000000000000041","sequence":"00000000000000000042","#
        + #""source":"/standups/timer","specversion":"1.0","subject":"m","team":"web","#
        + #""time":"2026-11-21T09:30:00.250Z","type":"meeting.started"}"#)
    #expect(try BusJSON.decode(CloudEvent.self, from: data) == event)
  }
}
