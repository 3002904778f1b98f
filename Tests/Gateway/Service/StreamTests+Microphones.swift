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
        "\(meeting)", client: 1, session: session, name: session, take: false, nowMs: nowMs)
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
}
