import BridgeAPI
import StandupsConfiguration
import Foundation
import ServiceCatalog
import TestSupport
import Testing

@testable import BridgeService

/// Names, subjects and settings.
@Suite struct ValueTests {
  @Test func aNameSaysWhichJournalAndWhereItBegins() {
    let name = StreamName(cell: "standups", epoch: "8E5E575C-6F33-447B-8D2D", base: 12)
    #expect(name.text == "standups_8E5E575C_12")
    #expect(StreamName("standups_8E5E575C_12", cell: "standups") == name)
    for other in [
      "standups_8E5E575C_12", "ORDERS", "north_8E5E575C_-1", "north_8E5E575C_01", "north_8E5_1",
      "north_8E5E575C_1_2", "north_8E5E575C_99999999999999999999",
    ] {
      #expect(StreamName(other, cell: "north") == nil, "\(other)")
    }
    #expect(StreamName.short("a-b") == "ab000000")
  }

  @Test(
    arguments: [
      ("web", "meeting.started", "8e5e575c-6f33", "standups.t.web.meeting.started.8e5e575c-6f33"),
      (nil, "com.example.done", "a.b", "standups.t.%.com.example.done.a%2Eb"),
      ("w.*", "a b*", ">", "standups.t.w%2E%2A.a%20b%2A.%3E"), ("", "", "", "standups.t.%.%.%"),
      (nil, "a..b", "%", "standups.t.%.a.%.b.%25"),
      ("default", "é", "\t\r\n", "standups.t.default.%C3%A9.%09%0D%0A"),
    ] as [(String?, String, String, String)])
  func aSubjectHasOnlyWhatNATSTakes(
    team: String?, type: String, subject: String, expected: String
  ) {
    var event = Scenario.event(1)
    (event.team, event.type, event.subject) = (team, type, subject)
    #expect(EventSubject.durable("standups", event) == expected)
    #expect(
      EventSubject.ephemeral("standups", event)
        == "standups.e" + expected.dropFirst("standups.t".count))
  }

  /// Other programs take the names from the catalog.
  @Test func theNamesAreThoseOfTheCatalog() {
    let known = ServiceCatalog.all.first { $0.name == "bridge" }?.settings
    #expect(BridgeSettings.variables.map(\.name) == known)
  }

  @Test func settingsAreCheckedAtTheStart() throws {
    #expect(try BridgeSettings.reading([:]).nats == nil)
    let settings = try BridgeSettings.reading([
      "STANDUPS_NATS_URL": "nats://ann:secret@a:4222, tls://b", "STANDUPS_NATS_REPLICAS": "3",
      "STANDUPS_NATS_CELL": "north-1", "STANDUPS_NATS_STORAGE": "memory",
      "STANDUPS_NATS_EPHEMERAL": "meeting.tick, focus.tick",
      "STANDUPS_NATS_COMMANDS": "standups.list, meetings.*",
    ])
    #expect(settings.nats?.servers == ["nats://ann:secret@a:4222", "tls://b"])
    #expect(settings.nats?.display == "nats://a:4222,tls://b")
    #expect(settings.nats?.isSecure == true)
    #expect(settings.stream.cell == "north-1")
    #expect(settings.stream.replicas == 3)
    #expect(settings.stream.storage == .memory)
    #expect(settings.ephemeralTypes == ["meeting.tick", "focus.tick"])
    #expect(settings.commands == CommandList("standups.list,meetings.*"))
    #expect(try BridgeSettings.reading([:]).commands == nil)
    for (name, value) in [
      ("STANDUPS_NATS_URL", "http://a"), ("STANDUPS_NATS_URL", "nats://"),
      ("STANDUPS_NATS_URL", "nats://a,,nats://b"), ("STANDUPS_NATS_URL", "nats://a/b"),
      ("STANDUPS_NATS_URL", Array(repeating: "nats://a", count: 17).joined(separator: ",")),
      ("STANDUPS_NATS_CELL", "a.b"), ("STANDUPS_NATS_CELL", "a_b"),
      ("STANDUPS_NATS_REPLICAS", "6"), ("STANDUPS_NATS_DAYS", "-1"),
      ("STANDUPS_NATS_STORAGE", "tape"), ("STANDUPS_NATS_CREDENTIALS", "relative"),
      ("STANDUPS_NATS_EPHEMERAL", "a,,b"), ("STANDUPS_NATS_EPHEMERAL", "*"),
      ("STANDUPS_NATS_COMMANDS", "standups.list,"), ("STANDUPS_NATS_COMMANDS", "stand*"),
    ] {
      #expect(BridgeSettings.problems([name: value]) == [name], "\(name)=\(value)")
    }
    let error = #expect(throws: ConfigurationError.self) {
      try BridgeSettings.reading(["STANDUPS_NATS_URL": "nats://ann:secret@"])
    }
    #expect(error.map { "\($0)".contains("secret") } == false)
  }
}
