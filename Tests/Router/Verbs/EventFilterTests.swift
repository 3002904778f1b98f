import Bus
import StandupsAPI
import Testing

@testable import Command

@Suite("Filters of events")
struct EventFilterTests {
  private static let standup = Fixture.standup().id

  @Test(
    "What is watched becomes topics",
    arguments: [
      (EventFilter(types: ["meeting.tick"]), ["t/meeting.tick/"]),
      (EventFilter(types: ["meeting.finished"]), ["t/meeting.finished/"]),
      (EventFilter(types: ["countdown"]), ["t/countdown.ended/"]),
      (EventFilter(types: ["mine.own"]), ["t/mine.own/"]),
      (EventFilter(types: ["test."]), EventTypes.durable.map { "t/\($0)/" } + ["t/test."]),
      (
        EventFilter(meeting: Fixture.meetingID, types: ["com.example."]),
        EventTypes.durable.map { "m/\(Fixture.meetingID)/\($0)/" }
          + ["m/\(Fixture.meetingID)/com.example."]
      ),
      (EventFilter(types: ["service"]), EventTypes.durable.map { "t/\($0)/" }),
      (EventFilter(all: true), EventTypes.all.map { "t/\($0)/" }),
      (
        EventFilter(types: ["meeting."], all: true),
        (EventTypes.durable + ["meeting.presence", "meeting.tick", "meeting.partial"]).map {
          "t/\($0)/"
        }
      ),
      (
        EventFilter(standup: standup, types: ["standup.created"]),
        EventTypes.durable.map { "s/\(standup)/\($0)/" }
      ),
      (EventFilter(team: "web"), EventTypes.durable.map { "g/web/t/\($0)/" }),
      (EventFilter(team: "a b", types: ["meeting.tick"]), ["g/a%20b/t/meeting.tick/"]),
      (
        EventFilter(team: "web", types: ["meeting.finished"]),
        EventTypes.durable.map { "g/web/t/\($0)/" }
      ),
      (
        EventFilter(standup: standup, team: "web", types: ["standup.created"]),
        EventTypes.durable.map { "g/web/s/\(standup)/\($0)/" }
      ),
      (
        EventFilter(standup: standup, meeting: Fixture.meetingID, types: ["meeting.partial"]),
        ["m/\(Fixture.meetingID)/meeting.partial/"]
      ),
    ])
  func topics(filter: EventFilter, prefixes: [String]) {
    #expect(filter.prefixes == prefixes)
  }

  @Test(
    "Ticks are not asked for unless they are wanted", arguments: [[], ["meeting."], ["meeting"]])
  func noTicks(types: [String]) {
    #expect(EventFilter(types: types).prefixes == EventTypes.durable.map { "t/\($0)/" })
  }

  @Test(
    "A type, or a family with or without its dot",
    arguments: [
      ("meeting.", true), ("meeting", true), ("meeting.segment", true), ("meeting.seg", false),
      ("standup.", false), ("meet", false),
    ])
  func accepts(type: String, isAccepted: Bool) throws {
    let event = try Fixture.event(MeetingSegment.type, [String: String]())
    #expect(EventFilter(types: [type]).accepts(event) == isAccepted)
  }

  @Test("A team is followed by its chain, and only its events are accepted")
  func team() throws {
    let filter = EventFilter(team: "web")
    #expect(!filter.isEverything && filter.wantsDurable)
    #expect(filter.replay(after: 3, epoch: "e", limit: 9).query.teams == ["web"])
    #expect(EventFilter().replay(after: 3, epoch: "e", limit: 9).query.teams == nil)
    var event = try Fixture.event(MeetingSegment.type, [String: String]())
    event.prevteam = CloudEvent.sequenceText(7)
    event.prevmeeting = CloudEvent.sequenceText(8)
    #expect(filter.previous(event, sequence: 9) == 7)
    #expect(!filter.accepts(event))
    event.team = "webs"
    #expect(!filter.accepts(event))
    event.team = "web"
    #expect(filter.accepts(event))
    let narrow = EventFilter(meeting: Fixture.meetingID, team: "web")
    #expect(narrow.previous(event, sequence: 9) == 8)
    let query = narrow.replay(after: 3, epoch: "e", limit: 9).query
    #expect(query.teams == ["web"] && query.meeting == Fixture.meetingID.description)
  }

  @Test("A replay is asked for kept types only")
  func replay() {
    let filter = EventFilter(types: ["meeting.", "service.up"])
    let types = filter.replay(after: 3, epoch: "e", limit: 9).query.types
    #expect(types == EventTypes.durable.filter { $0.hasPrefix("meeting.") } + ["service.up"])
    #expect(EventFilter().replay(after: 3, epoch: "e", limit: 9).query.types == nil)
  }
}
