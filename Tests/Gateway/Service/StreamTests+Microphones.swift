import Foundation
import TestSupport
import Testing
import Threads

@testable import GatewayService

/// Microphones of browsers, which use their streams.
extension StreamTests {
  private func sound(_ offset: Int, samples: Int = 1600) -> [UInt8] {
    Array(#"{"meeting":"\#(Self.meeting)","offset":\#(offset),"atMs":100,"stream":"s"}"#.utf8)
      + [0x0A] + [UInt8](repeating: 0, count: 2 * samples)
  }

  @Test func whatIsSaidGoesToTheRecognition() async throws {
    try await GatewayFixture.serving { fixture in
      fixture.bus.on("transcription.audio") { _ in
        #"{"creditSamples":16000,"settled":800,"stream":"s2"}"#
      }
      let browser = try await fixture.stream(try await fixture.login())
      try await browser.say(#"{"microphone":{"open":"\#(Self.meeting)","take":false}}"#)
      #expect(
        try await browser.hear("microphone")
          == #"{"microphone":{"meeting":"\#(Self.meeting)","open":true}}"#)
      try await browser.say(binary: sound(3200))
      #expect(
        try await browser.hear("microphone")
          == #"{"microphone":{"creditSamples":16000,"meeting":"\#(Self.meeting)","offset":3200,"settled":800,"stream":"s2"}}"#
      )
      let sent = try #require(
        fixture.bus.commands.last { $0.target == "transcription.audio" })
      #expect(sent.attachments == [3200])
      #expect(
        sent.body == #"{"atMs":100,"id":"meeting\/\#(Self.meeting)","offset":3200,"stream":"s"}"#
          || sent.body.contains(#""offset":3200"#))
      #expect(sent.key == "meeting/\(Self.meeting)")
    }
  }

  /// More would only wait, as the recognition has its credit.
  @Test func soMuchSoundIsUnderWayAndNoMore() async throws {
    try await GatewayFixture.serving { fixture in
      let isHeld = Locked(true)
      fixture.bus.on("transcription.audio") { _ in
        if isHeld.withLock({ $0 }) { throw FakeBus.Later() }
        return #"{"creditSamples":16000,"settled":0,"stream":"s"}"#
      }
      let browser = try await fixture.stream(try await fixture.login())
      try await browser.say(#"{"microphone":{"open":"\#(Self.meeting)","take":false}}"#)
      _ = try await browser.hear("microphone")
      for number in 0...32 { try await browser.say(binary: sound(number, samples: 1)) }
      let refused = try await browser.hear("microphone")
      #expect(refused.contains(#""code":"busy""#))
      isHeld.withLock { $0 = false }
      for _ in 0...31 { #expect(try await browser.hear("microphone").contains("settled")) }
    }
  }

  @Test func oneMicrophoneAtATime() async throws {
    try await GatewayFixture.serving { fixture in
      let (first, second) = (
        try await fixture.stream(try await fixture.login("ada")),
        try await fixture.stream(try await fixture.login("bob"))
      )
      let open = #"{"microphone":{"open":"\#(Self.meeting)","take":false}}"#
      try await first.say(open)
      #expect(try await first.hear("microphone").contains(#""open":true"#))
      try await second.say(open)
      let refused = try await second.hear("microphone")
      #expect(refused.contains(#""code":"conflict""#) && refused.contains("ada"))
      try await second.say(binary: sound(0))
      #expect(try await second.hear("microphone").contains(#""code":"conflict""#))
      try await second.say(open.replacing("false", with: "true"))
      #expect(try await second.hear("microphone").contains(#""open":true"#))
      #expect(
        try await first.hear("microphone")
          == #"{"microphone":{"meeting":"\#(Self.meeting)","taken":"bob"}}"#)
    }
  }

  @Test func anObserverIsNotHeard() async throws {
    try await GatewayFixture.serving { fixture in
      let browser = try await fixture.stream(try await fixture.login("eve", .observer))
      try await browser.say(#"{"microphone":{"open":"\#(Self.meeting)"}}"#)
      #expect(try await browser.hear("microphone").contains(#""code":"denied""#))
    }
  }

  /// One session opens as many microphones as it can, and another one can still open one.
  @Test func oneSessionLeavesMicrophonesForOthers() {
    var microphones = MicrophoneLeases()
    func open(_ meeting: Int, _ session: String, nowMs: Int64 = 0) -> MicrophoneLeases.Outcome {
      microphones.open(
        MeetingMicrophone(meeting: "\(meeting)"), client: 1, session: session, name: session,
        take: false, nowMs: nowMs)
    }
    let given = MicrophoneLeases.Outcome.given(settled: nil, takenFrom: nil)
    for meeting in 0..<MicrophoneLeases.maxPerSession { #expect(open(meeting, "eve") == given) }
    #expect(open(100, "eve") == .tooMany)
    // A microphone that it already has may be opened again.
    #expect(open(0, "eve") == given)
    #expect(open(100, "ada") == given)
    // Leases whose browser did not return do not count.
    microphones.lost(client: 1, nowMs: 0)
    #expect(open(101, "eve", nowMs: MicrophoneLeases.graceMs) == given)
  }

  /// The room and each person have a microphone of their own in the same meeting.
  @Test func leasesOfTheRoomAndOfPersonsAreIndependent() {
    var microphones = MicrophoneLeases()
    let (ann, bob) = (UUID(), UUID())
    func open(_ person: UUID?, _ client: Int, _ session: String, take: Bool = false)
      -> MicrophoneLeases.Outcome
    {
      microphones.open(
        MeetingMicrophone(meeting: "m", person: person), client: client, session: session,
        name: session, take: take, nowMs: 0)
    }
    let given = MicrophoneLeases.Outcome.given(settled: nil, takenFrom: nil)
    #expect(open(nil, 1, "room") == given)
    #expect(open(ann, 2, "ann") == given)
    #expect(open(bob, 3, "bob") == given)
    // Ann's phone is another session of the same person.
    #expect(open(ann, 4, "ann's phone") == .held(by: "ann", isOwn: false))
    #expect(open(ann, 4, "ann's phone", take: true) == .given(settled: nil, takenFrom: 2))
    #expect(microphones.isRecording("m", person: ann, client: 4))
    #expect(!microphones.isRecording("m", person: ann, client: 2))
    #expect(microphones.isRecording("m", person: nil, client: 1))
    microphones.settled(MeetingMicrophone(meeting: "m", person: bob), client: 3, 800)
    microphones.lost(client: 3, nowMs: 0)
    #expect(open(bob, 5, "bob") == .given(settled: 800, takenFrom: nil))
    #expect(microphones.has(MeetingMicrophone(meeting: "m"), client: 1))
    microphones.close(MeetingMicrophone(meeting: "m", person: ann), client: 4)
    #expect(!microphones.isRecording("m", person: ann, client: 4))
    #expect(microphones.has(MeetingMicrophone(meeting: "m", person: bob), client: 5))
  }

  @Test func aSessionWithoutAPersonHasNoOwnMicrophone() async throws {
    try await GatewayFixture.serving { fixture in
      let browser = try await fixture.stream(try await fixture.login())
      try await browser.say(#"{"microphone":{"open":"\#(Self.meeting)","own":true}}"#)
      let refused = try await browser.hear("microphone")
      #expect(refused.contains(#""code":"denied""#) && refused.contains(#""own":true"#))
      try await browser.say(
        binary: Array(#"{"meeting":"\#(Self.meeting)","offset":0,"own":true}"#.utf8) + [0x0A, 0, 0])
      #expect(try await browser.hear("microphone").contains(#""code":"conflict""#))
      #expect(!fixture.bus.commands.contains { $0.target == "transcription.audio" })
    }
  }
}
