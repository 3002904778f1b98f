import Bus
import Documents
import Testing

@Suite struct RequestDigestTests {
  private static func digest(_ teams: [String]?, of id: String = "a") throws -> String {
    try RequestDigest.of(AnyCommand(id: id), for: TeamScope(teams))
  }

  @Test(
    arguments: [
      (nil, nil, false), (["web"], ["web"], false), (["web", "ops"], ["ops", "web"], false),
      // The role of the sender grew.
      (["web"], ["ops", "web"], false), (["web"], nil, false), ([], ["web"], false),
      // The role shrank, or it is another person.
      (["ops", "web"], ["web"], true), (["web"], [], true), (nil, ["web"], true), (nil, [], true),
      (["web"], ["ops"], true), (["web"], ["web-2"], true),
    ] as [(first: [String]?, again: [String]?, isAnother: Bool)])
  func aRepetitionIncludesTheTeamsOfTheFirstRequest(
    first: [String]?, again: [String]?, isAnother: Bool
  ) throws {
    let known = try Self.digest(first)
    let (request, other) = try (Self.digest(again), Self.digest(again, of: "b"))
    #expect(StoredReply.isAnother(request, than: known) == isAnother)
    #expect(StoredReply.isAnother(other, than: known))
    #expect(!StoredReply.isAnother(nil, than: known))
  }

  /// `OutsideStore` limits the length.
  @Test func theDigestIsFollowedByTheTeams() throws {
    let all = (0..<TeamScope.maxTeams).map { number in
      String(repeating: "t", count: TeamScope.maxIDBytes - 2) + "\(10 + number)"
    }
    let digest = try Self.digest(all)
    #expect(try digest.hasPrefix(Self.digest(nil) + " "))
    #expect(digest.utf8.count == 32 + TeamScope.maxTeams * (TeamScope.maxIDBytes + 1))
  }
}

private struct AnyCommand: BusCommand, Hashable {
  typealias Reply = Done
  static let target = "tests.any"
  static let traits = CommandTraits(access: .member)
  var id: String
}
