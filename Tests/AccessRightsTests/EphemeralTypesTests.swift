import Testing

@testable import AccessRights

/// Messages that are accepted as ephemeral events.
struct EphemeralTypesTests {
  private let types = EphemeralTypes(
    own: ["timer": ["meeting.tick"], "transcription": ["meeting.partial"], "focus": []],
    reserved: ["meeting", "standup", "service"])

  private func allows(_ frame: String, _ services: Set<String> = ["timer"]) -> Bool {
    Array(frame.utf8).withUnsafeBytes { types.allows($0, by: services) }
  }

  private static func event(of team: String) -> String {
    #"{"type":"meeting.tick","subject":"1","team":"\#(team)","data":{}}"#
  }

  private static func event(_ type: String, _ subject: String = "1") -> String {
    #"{"type":"\#(type)","subject":"\#(subject)","data":{"n":1.5}}"#
  }

  @Test(arguments: [
    "t/meeting.tick/1/ \(event("meeting.tick"))", "m/7/meeting.tick/ \(event("meeting.tick"))",
    "s/7/meeting.tick/ \(event("meeting.tick"))", "t/egg.tick/egg/ \(event("egg.tick", "egg"))",
    "t/load.tick/a%2Fb/ \(event("load.tick", "a/b"))",
    "g/web/m/7/meeting.tick/ \(event(of: "web"))", "m/7/meeting.tick/ \(event(of: "web"))",
    #"t/egg.said/1/ {"text":"the \"sequence\": 1","type":"egg.said","subject":"1"}"#,
    #"t/egg.said/1/ { "data" : {"sequence":"1","type":"x"}, "type" : "egg.said", "subject" : "1" }"#,
  ])
  func whatIsItsOwnOrNobodys(frame: String) {
    #expect(allows(frame))
  }

  @Test(arguments: [
    "t/meeting.partial/1/ \(event("meeting.partial"))",
    "t/meeting.finished/1/ \(event("meeting.finished"))",
    "m/1/meeting.finished/ \(event("meeting.finished"))",
    "s/1/standup.deleted/ \(event("standup.deleted"))",
    "t/Meeting.finished/1/ \(event("Meeting.finished"))",
    "t/meeting.ticks/1/ \(event("meeting.ticks"))",
    "t/service.down/timer/ \(event("service.down"))",
  ])
  func whatIsAnothers(frame: String) {
    #expect(!allows(frame))
  }

  /// A subscriber reads the type and the team in the event; the topic only selects the receivers.
  @Test(arguments: [
    "g/web/m/7/meeting.tick/ \(event("meeting.tick"))",
    "g/web/m/7/meeting.tick/ \(event(of: "ops"))",
    "g/web/m/7/meeting.tick/ \(event(of: "webs"))", "g/web/m/7/meeting.tick/ \(event(of: ""))",
    "g/web/m/7/com.x.y/ \(event(of: "web"))",
    #"g/web/t/egg.tick/1/ {"type":"egg.tick","subject":"1","team":"web","team":"ops"}"#,
    #"g/web/t/egg.tick/1/ {"type":"egg.tick","subject":"1","team":["web"]}"#,
    #"g/web/t/egg.tick/1/ {"type":"egg.tick","subject":"1","te\u0061m":"web"}"#,
    "t/meeting.tick/1/ \(event("meeting.finished"))", "t/egg.tick/1/ \(event("meeting.finished"))",
    "m/7/com.x.y/ \(event("meeting.tick"))", "m/7/com.x.y/ \(event("meeting.finished"))",
    "t/meeting.tick/2/ \(event("meeting.tick"))", "t/egg.tick/%41/ \(event("egg.tick", "A"))",
    "t/egg.tick/%2f/ \(event("egg.tick", "/"))", "t/egg%2Etick/1/ \(event("egg.tick"))",
    "t/meeting.tick/1/ {}", #"t/meeting.tick/1/ {"subject":"1"}"#,
    #"t/meeting.tick/1/ {"type":"meeting.tick"}"#, #"t/meeting.tick/1/ {"type":7,"subject":"1"}"#,
    #"t/egg.tick/1/ {"type":"egg.tick","type":"meeting.finished","subject":"1"}"#,
    #"t/egg.tick/1/ {"type":"egg.tick","subject":"1","subject":"2"}"#,
    #"t/egg.tick/1/ {"type":"egg.tick","\u0074ype":"meeting.finished","subject":"1"}"#,
  ])
  func whatIsNotWhatItsTopicSays(frame: String) {
    #expect(!allows(frame))
  }

  @Test(arguments: [
    #""sequence":"00000000000000000001""#, #""sequence" :"1""#, "\"sequence\"\n:\"1\"",
    #""sequenc\u0065":"1""#, #""epoch":"e""#, #""epoch" : null"#, #""prevtype":"1""#,
    #""prevstandup":"1""#, #""prevmeeting":"1""#, #""prevteam":"1""#, #""by":"tool/ann""#,
  ])
  func whatLooksKept(member: String) {
    #expect(!allows(#"t/meeting.tick/1/ {"type":"meeting.tick","subject":"1",\#(member)}"#))
    #expect(!allows(#"t/egg.tick/1/ {\#(member),"type":"egg.tick","subject":"1"}"#))
  }

  @Test(arguments: [
    "t/meeting.tick", "t/meeting.tick {}", "m/1", "m/1/", "h/ {}", "~/nonce/ {}", "", " ", "t/",
    "t",
    "t///", "t//1/ \(event("", "1"))", "t/egg.tick/1/2/ \(event("egg.tick"))",
    "x/egg.tick/1/ \(event("egg.tick"))", "t/egg.tick/1/ \(event("egg.tick"))}",
    "t/egg.tick/1/ [\(event("egg.tick"))]", #"t/egg.tick/1/ {"type":"egg.tick","subject":"1""#,
  ])
  func whatIsNoEvent(frame: String) {
    #expect(!allows(frame))
  }

  @Test func eachServiceHasItsOwn() {
    let (tick, partial) = (Self.event("meeting.tick"), Self.event("meeting.partial"))
    #expect(allows("t/meeting.partial/1/ \(partial)", ["transcription"]))
    #expect(!allows("t/meeting.tick/1/ \(tick)", ["focus"]))
    #expect(allows("t/meeting.tick/1/ \(tick)", ["focus", "timer"]))
    #expect(!allows("t/meeting.tick/1/ \(tick)", []))
  }
}
