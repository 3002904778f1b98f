import Bus
import Foundation
import GatewayAPI
import Standups
import StandupsAPI
import TestSupport
import Testing

@testable import GatewayService

/// Commands with readable addresses.
@Suite struct AliasTests {
  private static let id = "8d5d5c5e-9f1a-4c89-9f0d-2f6a5a3c1b01"

  @Test(arguments: [
    ("/api/standups", "standups.list", "{}"),
    ("/api/standups?", "standups.list", "{}"),
    (
      "/api/standups?limit=10&after=a%3D%22b&settled=true", "standups.list",
      #"{"after":"a=\"b","limit":10,"settled":true}"#
    ),
    ("/api/standups?after=1+95%2B7", "standups.list", #"{"after":"1 95+7"}"#),
    ("/api/standups/\(id)", "standups.get", #"{"id":"\#(id)","limit":0}"#),
    ("/api/standups/\(id)/meetings", "standups.get", #"{"id":"\#(id)"}"#),
    (
      "/api/standups/\(id)/meetings?after=x&limit=0005", "standups.get",
      #"{"after":"x","id":"\#(id)","limit":5}"#
    ),
    (
      "/api/standups/\(id)/stats?fromMs=1&toMs=9&zoneMinutes=-60", "meetings.stats",
      #"{"fromMs":1,"standup":"\#(id)","toMs":9,"zoneMinutes":-60}"#
    ),
    ("/api/meetings?settled=false", "meetings.live", #"{"settled":false}"#),
    ("/api/meetings/\(id)", "meetings.get", #"{"id":"\#(id)"}"#),
    // The command checks the values.
    ("/api/standups?limit=-1", "standups.list", #"{"limit":-1}"#),
    ("/api/meetings/no%20id", "meetings.get", #"{"id":"no id"}"#),
  ])
  func anAddressIsACommand(path: String, target: String, body: String) async throws {
    try await GatewayFixture.serving { fixture in
      fixture.bus.on(target) { _ in #"{"as": "it came"}"# }
      let cookie = try await fixture.login("eve", .observer)
      let answer = try await fixture.ask("GET", path, ["Cookie: \(cookie)"])
      #expect(answer.status == 200)
      #expect(answer.body == #"{"as": "it came"}"#)
      #expect(answer.fields["content-type"] == "application/json")
      #expect(fixture.bus.bodies(target) == [body])
      #expect(fixture.bus.commands.last?.via == "gateway")
    }
  }

  @Test func aHeadHasTheLengthAndNoBody() async throws {
    try await GatewayFixture.serving { fixture in
      fixture.bus.on("standups.list") { _ in #"{"standups":[]}"# }
      let cookie = try await fixture.login()
      let answer = try await fixture.ask("HEAD", "/api/standups", ["Cookie: \(cookie)"])
      #expect(answer.status == 200)
      #expect(answer.fields["content-length"] == "15")
      #expect(answer.body.isEmpty)
    }
  }

  @Test(arguments: [
    ("/api/standups?team=web", "expected after, limit, settled"),
    ("/api/standups?Limit=1", "Unknown query parameter"),
    ("/api/standups?limit=1&limit=2", "more than once"),
    ("/api/standups?limit", "expected a value"),
    ("/api/standups?limit=", "expected a whole number"),
    ("/api/standups?limit=%2B1", "expected a whole number"),
    ("/api/standups?limit=1.5", "expected a whole number"),
    ("/api/standups?limit=99999999999999999999", "expected a whole number"),
    ("/api/standups?settled=yes", "expected true or false"),
    ("/api/standups?after=%FF", "percent-encoding"),
    ("/api/standups/\(id)?limit=5", "this address has none"),
    ("/api/meetings/\(id)?settled=true", "this address has none"),
  ])
  func anInvalidQueryIsExplained(path: String, part: String) async throws {
    try await GatewayFixture.serving { fixture in
      let cookie = try await fixture.login()
      let answer = try await fixture.ask("GET", path, ["Cookie: \(cookie)"])
      #expect(answer.status == 400)
      #expect(answer.body.contains(#""code":"invalid""#) && answer.body.contains(part))
      for target in ["standups.list", "standups.get", "meetings.get"] {
        #expect(fixture.bus.bodies(target).isEmpty)
      }
    }
  }

  @Test func anErrorIsThatOfTheCommand() async throws {
    try await GatewayFixture.serving { fixture in
      fixture.bus.on("standups.get") { _ in throw BusError(.notFound, "There is no standup.") }
      let cookie = try await fixture.login()
      let answer = try await fixture.ask("GET", "/api/standups/\(Self.id)", ["Cookie: \(cookie)"])
      let command = try await fixture.post(
        "/api/commands/standups.get", #"{"id":"\#(Self.id)"}"#, cookie: cookie)
      #expect(answer.status == 404)
      #expect(command.status == 404)
      #expect(answer.body == command.body)
    }
  }

  @Test func aliasesCountAsCommands() async throws {
    try await GatewayFixture.serving { fixture in
      fixture.bus.on("standups.list") { _ in "{}" }
      let cookie = "Cookie: \(try await fixture.login())"
      for _ in 0..<20 {
        #expect(try await fixture.ask("GET", "/api/standups", [cookie]).status == 200)
      }
      let answer = try await fixture.ask("GET", "/api/standups", [cookie])
      #expect(answer.status == 429)
      #expect(answer.fields["retry-after"] != nil)
    }
  }

  /// A member that a command does not have would be ignored.
  @Test func theCommandsHaveTheMembers() throws {
    let commands: [String: @Sendable ([UInt8]) throws -> Data] = [
      ListStandups.target: {
        try BusJSON.encode(BusJSON.decode(ListStandups.self, from: Data($0)))
      },
      GetStandup.target: { try BusJSON.encode(BusJSON.decode(GetStandup.self, from: Data($0))) },
      ListLiveMeetings.target: {
        try BusJSON.encode(BusJSON.decode(ListLiveMeetings.self, from: Data($0)))
      },
      GetMeeting.target: { try BusJSON.encode(BusJSON.decode(GetMeeting.self, from: Data($0))) },
      GetMeetingStats.target: {
        try BusJSON.encode(BusJSON.decode(GetMeetingStats.self, from: Data($0)))
      },
    ]
    let aliases = WebRoute.allCases.compactMap(\.traits.alias)
    try #require(aliases.count == 7)
    // Never empty because the number of aliases is required above.
    for alias in aliases {
      let query = alias.query.map { name, kind in
        switch kind {
        case .string: "\(name)=\(Self.id)"
        case .integer: "\(name)=7"
        case .boolean: "\(name)=true"
        }
      }
      let body = try AliasBody(
        alias, path: alias.path.map { _ in Self.id }, query: query.joined(separator: "&")
      ).json
      let read = try #require(commands[alias.target])
      #expect(try read(body) == Data(body), "\(alias.target)")
    }
  }

  @Test func anObserverMayReadAllAliases() {
    let aliases = WebRoute.allCases.compactMap(\.traits.alias)
    #expect(!aliases.isEmpty)
    // Never empty because the test expects some above.
    for alias in aliases { #expect(Rights.allows(.observer, alias.target), "\(alias.target)") }
  }
}
