import Testing

@testable import BusRouter

/// What comes in by the door for events that nobody keeps.
struct EphemeralTypesTests {
  private let types = EphemeralTypes(
    own: ["timer": ["meeting.tick"], "transcription": ["meeting.partial"], "focus": []],
    reserved: ["meeting", "standup", "service"])

  private func allows(_ frame: String, _ services: Set<String> = ["timer"]) -> Bool {
    Array(frame.utf8).withUnsafeBytes { types.allows($0, by: services) }
  }

  @Test(arguments: [
    #"t/meeting.tick/1/ {"data":{}}"#, "m/1/meeting.tick/ {}", "s/1/meeting.tick/ {}",
    "t/egg.tick/egg/ {}", "t/load.tick/1/ {}", #"t/egg.said/1/ {"text":"the \"sequence\": 1"}"#,
  ])
  func whatIsItsOwnOrNobodys(frame: String) {
    #expect(allows(frame))
  }

  @Test(arguments: [
    "t/meeting.partial/1/ {}", "t/meeting.finished/1/ {}", "m/1/meeting.finished/ {}",
    "s/1/standup.deleted/ {}", "t/Meeting.finished/1/ {}", "t/meeting.ticks/1/ {}",
    "t/service.down/timer/ {}", "t/meeting.tick", "t/meeting.tick {}", "m/1", "m/1/", "h/ {}",
    "~/nonce/ {}", "", " ", "t/", "t",
    #"t/meeting.tick/1/ {"sequence":"00000000000000000001"}"#,
    #"t/com.example.x/1/ {"epoch":"e"}"#,
  ])
  func whatIsAnothersOrLooksKept(frame: String) {
    #expect(!allows(frame))
  }

  @Test func eachServiceHasItsOwn() {
    #expect(allows("t/meeting.partial/1/ {}", ["transcription"]))
    #expect(!allows("t/meeting.tick/1/ {}", ["focus"]))
    #expect(allows("t/meeting.tick/1/ {}", ["focus", "timer"]))
    #expect(!allows("t/meeting.tick/1/ {}", []))
  }
}
