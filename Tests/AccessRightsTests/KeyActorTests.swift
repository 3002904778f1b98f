import Bus
import Foundation
import StandupsDependencies
import Testing

@testable import AccessRights

@Suite struct KeyActorTests {
  @Test(arguments: [
    ("ci", "tool/ci"), ("a-b_1.c~d@e+f:g", "tool/a-b_1.c~d@e+f:g"),
    ("Jörg K", "tool/J%C3%B6rg%20K"),
    (#"x","id":"y"#, "tool/x%22%2C%22id%22:%22y"), ("a\\b/c%\n\u{1}", "tool/a%5Cb%2Fc%25%0A%01"),
  ])
  func aNameIsHarmless(name: String, expected: String) {
    let actor = KeyActor(name: name, fingerprint: "f", isService: false)
    #expect(actor.id == expected)
    let stamp = HeaderStamp(actor, .all)
    #expect(String(decoding: stamp.members, as: UTF8.self) == "\"by\":\"\(expected)\",")
  }

  @Test func theKeyOfAServiceActsAsAService() {
    #expect(KeyActor(name: "gateway", fingerprint: "f", isService: true).id == "service/gateway")
    let rights = Rights(name: "bot", key: nil, roles: [.service("bot"), .observer])
    #expect(rights.actor.id == "service/bot")
    #expect(Rights(name: "ann", key: nil, roles: [.operator]).actor.id == "tool/ann")
  }

  @Test func theKeyOfAPersonActsAsThePerson() {
    let id = UUID(number: 7)
    let rights = Rights(name: "ann", key: nil, roles: [.person(id)])
    #expect(rights.actor.id == "person/00000000-0000-0000-0000-000000000007")
    let both = Rights(name: "bot", key: nil, roles: [.person(id), .service("bot")])
    #expect(both.actor.id == "service/bot")
  }

  @Test func aLongNameIsReplacedByItsFingerprint() {
    let longest = String(repeating: "a", count: Limits.actorBytes - 5)
    #expect(KeyActor(name: longest, fingerprint: "0f", isService: false).id == "tool/\(longest)")
    #expect(KeyActor(name: longest + "a", fingerprint: "0f", isService: false).id == "tool/0f")
    let large = String(repeating: "ü", count: 100_000)
    #expect(KeyActor(name: large, fingerprint: "0f", isService: true).id == "service/0f")
  }
}
