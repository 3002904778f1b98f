import Bus
import CommandLineKit
import Foundation
import PeopleAPI
import Testing

@testable import Command

@Suite("people voice") struct OwnVoiceVerbTests {
  private static let agreedAt = Date(timeIntervalSince1970: 1_795_260_600)
  private static let agreed = OwnVoice(
    agreedAt: agreedAt, hasPrint: true, learnedMs: 61_500, lastUsedAt: agreedAt + 86_400)

  private static func make(_ voice: OwnVoice = OwnVoice(), typing lines: [String]? = nil) -> Bench {
    let bench = Bench(typing: lines)
    bench.caller.on(GetOwnVoice.self) { _ in voice }
    bench.caller.on(AgreeToVoice.self) { _ in OwnVoice(agreedAt: agreedAt) }
    bench.caller.on(WithdrawVoice.self) { _ in OwnVoice() }
    return bench
  }

  @Test func withoutAnOptionItShowsWhatIsKept() async throws {
    let none = Self.make()
    #expect(await none.run("people voice") == .ok)
    #expect(none.output.hasPrefix("You have not agreed that meetings recognise your voice."))
    #expect(none.caller.targets == ["people.voice"])
    let bench = Self.make(Self.agreed)
    #expect(await bench.run("people voice") == .ok)
    #expect(
      bench.output.contains("Voice print  learned from 1 min 1 s of speech\n"), "\(bench.output)")
    #expect(bench.output.contains("after 90 days without use"))
    let json = Self.make(Self.agreed)
    #expect(await json.run("people voice --json") == .ok)
    #expect(try PeopleBench.json(OwnVoice.self, json) == Self.agreed)
  }

  /// The person reads the terms before the question.
  @Test func agreeingShowsTheConsentAndAsks() async {
    let declined = Self.make(typing: ["no"])
    #expect(await declined.run("people voice --agree") == .ok)
    #expect(declined.errors.contains("A voice print is biometric data."))
    #expect(
      declined.errors.hasSuffix("Agree that meetings recognise your voice? (yes/no) "))
    #expect(declined.caller.targets == ["people.voice"])
    let agreed = Self.make(typing: ["yes"])
    #expect(await agreed.run("people voice --agree") == .ok)
    #expect(agreed.caller.targets == ["people.agreeToVoice"])
    #expect(agreed.output.hasPrefix("You agreed on "))
    #expect(agreed.output.contains("none yet; a meeting in which you speak enough creates it"))
    let unasked = Self.make()
    #expect(await unasked.run("people voice --agree") == .usage)
    #expect(unasked.caller.sent.isEmpty)
  }

  @Test func withdrawingAsks() async throws {
    let declined = Self.make(Self.agreed, typing: ["no"])
    #expect(await declined.run("people voice --withdraw") == .ok)
    #expect(declined.caller.targets == ["people.voice"])
    let script = Self.make(Self.agreed)
    #expect(await script.run("people voice --withdraw --yes --json") == .ok)
    #expect(script.caller.targets == ["people.withdrawVoice"])
    #expect(try PeopleBench.json(OwnVoice.self, script) == OwnVoice())
  }

  @Test func bothOptionsAreAUsageError() async {
    let bench = Self.make()
    #expect(await bench.run("people voice --agree --withdraw --yes") == .usage)
    #expect(bench.errors.contains("Use --agree or --withdraw, not both."))
    #expect(await bench.run("people voice Ann") == .usage)
    #expect(bench.caller.sent.isEmpty)
  }

  @Test func aKeyOfNoPersonIsDenied() async {
    let bench = Self.make()
    bench.caller.on(GetOwnVoice.self) { _ in throw BusError(.denied, "Only a person has a voice.") }
    #expect(await bench.run("people voice") == .denied)
    #expect(bench.errors == "standups: Only a person has a voice.\n")
  }
}
