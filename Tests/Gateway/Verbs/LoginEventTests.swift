import Bus
import FastJSON
import Foundation
import GatewayAPI
import Testing

@testable import Command

/// `standups audit` and `standups watch` show the events of the gateway in short.
@Suite("Events about access") struct LoginEventTests {
  private static let id = "622c553c-5e42-4695-8963-56dc595572b7"
  private static let ann = "0badcafe-5e42-4695-8963-56dc595572b8"

  private static func event(_ data: some EventData) throws -> CloudEvent {
    CloudEvent(
      id: "1", source: "/standups/gateway", type: type(of: data).type, subject: id,
      time: Date(timeIntervalSince1970: 1_800_000_000), data: try RawJSON(encoding: data))
  }

  @Test func eventsHaveShortTexts() throws {
    let (id, expires) = (Self.id, Date(timeIntervalSince1970: 1_800_000_600))
    let events: [(any EventData, String)] = [
      (TokenAdded(id: id, name: "ci", role: .observer), "ci"), (TokenRevoked(id: id), ""),
      (InvitationAdded(id: id, person: Self.ann, expires: expires), "person 0badcafe"),
      (InvitationAdded(id: id, role: .observer, expires: expires), "observer"),
      (InvitationWithdrawn(id: id), ""),
      (LoginBegan(session: id, person: Self.ann, how: .phone), "person 0badcafe, on a phone"),
      (LoginBegan(session: id, role: .operator, how: .link), "operator, with a link"),
      (
        LoginBegan(session: id, person: Self.ann, how: .provider),
        "person 0badcafe, at a provider"
      ),
      (LoginEnded(session: id, person: Self.ann), "person 0badcafe"),
      (LoginEnded(session: id), ""),
    ]
    for (data, text) in events {
      #expect(EventLine.detailOfGateway(try Self.event(data)) == text)
    }
    var broken = try Self.event(LoginEnded(session: id))
    broken.data = .emptyObject
    #expect(EventLine.detailOfGateway(broken) == "")
    broken.type = "standup.created"
    #expect(EventLine.detailOfGateway(broken) == nil)
  }
}
