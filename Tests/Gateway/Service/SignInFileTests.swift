import Bus
import Foundation
import PeopleAPI
import ServiceCatalog
import StandupsConfiguration
import TestSupport
import Testing

@testable import GatewayService

/// The file of `STANDUPS_SIGN_IN`.
@Suite struct SignInFileTests {
  private static let provider =
    #""name":"company","issuer":"https://login.example.com","clientID":"standups""#

  private static func read(_ text: String, secret: String? = nil, mode: Int = 0o600) throws
    -> SignInConfiguration
  {
    let directory = FileManager.default.temporaryDirectory.path + "/sign-in-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: false)
    // Ignored because the test is over.
    defer { try? FileManager.default.removeItem(atPath: directory) }
    let path = directory + "/sign-in.json"
    var text = text
    if let secret {
      let file = directory + "/secret"
      try Data(secret.utf8).write(to: URL(fileURLWithPath: file))
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file)
      text = text.replacing("SECRET", with: file)
    }
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    return try SignInFile.read(path)
  }

  @Test func aFileIsRead() throws {
    let configuration = try Self.read(
      #"""
      {"providers": [{\#(Self.provider), "label": "Example Inc.", "clientSecretFile": "SECRET",
        "scopes": ["openid", "groups"], "groupsClaim": "realm_access.roles", "addsPeople": true,
        "parameters": {"access_type": "offline"},
        "roles": [{"group": "engineering", "team": "web", "role": "member"}, {"group": "sre", "operator": true}]}],
       "proxy": {"roles": [{"group": "*", "team": "web", "role": "observer"}]}}
      """#, secret: "s3cret\n")
    let provider = try #require(configuration.providers.first)
    #expect(provider.openID.clientSecret == "s3cret")
    #expect(
      provider.openID.label == "Example Inc." && provider.openID.scopes == ["openid", "groups"])
    #expect(provider.openID.parameters == ["access_type": "offline"])
    #expect(provider.mapping.addsPeople && !provider.mapping.linksByEmail)
    let roles = provider.mapping.roles(of: ["engineering", "sre"])
    #expect(roles.teams == ["web": .member] && roles.isOperator)
    #expect(configuration.proxy?.roles(of: []).teams == ["web": .observer])
    #expect(configuration.proxy?.addsPeople == false)
  }

  @Test(arguments: [
    ("{", "Invalid JSON"), ("[]", "the file"), (#"{"provider": []}"#, "Unknown member “provider”"),
    (#"{"providers": [{"name": "x"}]}"#, "Missing member “issuer”"),
    (#"{"providers": [{\#(Self.provider), "label": 7}]}"#, "label"),
    (#"{"providers": [{\#(Self.provider)}, {\#(Self.provider)}]}"#, "same name"),
    (#"{"providers": [{\#(Self.provider), "scopes": ["email"]}]}"#, "openid"),
    (#"{"providers": [{\#(Self.provider), "secret": "x"}]}"#, "Unknown member “secret”"),
    (#"{"providers": [{\#(Self.provider), "clientSecretFile": "x"}]}"#, "absolute path"),
    (#"{"providers": [{\#(Self.provider), "clientSecretFile": "/none/such"}]}"#, "/none/such"),
    (#"{"providers": [{\#(Self.provider), "roles": [{"group": "a"}]}]}"#, "Invalid role"),
    (
      #"{"providers": [{\#(Self.provider), "roles": [{"group": "a", "team": "web", "role": "owner"}]}]}"#,
      "Invalid role"
    ),
    (
      #"{"providers": [{\#(Self.provider), "roles": [{"group": "a", "team": "web", "role": "member", "operator": true}]}]}"#,
      "Invalid role"
    ),
    (
      #"{"providers": [{\#(Self.provider), "roles": [{"group": "", "operator": true}]}]}"#,
      "Invalid group"
    ),
    (
      #"{"providers": [{"name": "a", "issuer": "http://login.example.com", "clientID": "c"}]}"#,
      "https"
    ),
  ])
  func anInvalidFileIsExplained(text: String, sentence: String) {
    let error = #expect(throws: ConfigurationError.self) { try Self.read(text) }
    let text = error.map { "\($0)" } ?? ""
    #expect(text.contains(sentence) && text.contains("STANDUPS_SIGN_IN"), "\(text)")
  }

  @Test(arguments: [("s3cret", 0o644), ("", 0o600), ("a\nb", 0o600)])
  func aSecretMustBePrivateAndOneLine(secret: String, mode: Int) {
    #expect(throws: ConfigurationError.self) {
      try Self.read(
        #"{"providers": [{\#(Self.provider), "clientSecretFile": "SECRET"}]}"#, secret: secret,
        mode: mode)
    }
  }

  /// “standups up” and the other services take the names from the catalog.
  @Test func theSettingsAreThoseOfTheCatalog() {
    let known = ServiceCatalog.all.first { $0.name == "gateway" }?.settings
    #expect(GatewaySettings.variables.map(\.name) == known)
  }

  @Test func aMissingFileIsNotAMissingKey() {
    let error = #expect(throws: ConfigurationError.self) { try SignInFile.read("/none/such") }
    let text = error.map { "\($0)" } ?? ""
    #expect(text.contains("/none/such does not exist.") && !text.contains("keys"), "\(text)")
  }

  @Test func theHighestRoleOfATeamCounts() {
    let mapping = RoleMapping(
      rules: [
        .init(group: "a", grant: .role(.observer, team: "web")),
        .init(group: "b", grant: .role(.admin, team: "web")),
        .init(group: "c", grant: .role(.member, team: "ops")),
        // The same letter, composed and decomposed: two groups.
        .init(group: "caf\u{E9}", grant: .operator),
      ], addsPeople: false)
    #expect(mapping.roles(of: ["a", "b"]).memberships == [.init(team: "web", role: .admin)])
    #expect(mapping.roles(of: ["cafe\u{301}"]).isEmpty)
    #expect(mapping.roles(of: ["caf\u{E9}"]).isOperator)
    #expect(mapping.roles(of: ["A", "x"]).isEmpty)
  }

  @Test func onlyTheTeamsThatFitAreGranted() {
    let rules = (0..<100).map {
      RoleMapping.Rule(group: "a", grant: .role(.member, team: "team-\($0)"))
    }
    let roles = RoleMapping(rules: rules, addsPeople: false).roles(of: ["a"])
    #expect(roles.memberships.count == Person.maxTeams)
  }

  @Test func theOldestAttemptsEndFirst() {
    var attempts = SignInAttempts()
    func attempt(_ untilMs: Int64) -> SignInAttempts.Attempt {
      SignInAttempts.Attempt(
        provider: "company", browser: "b", nonce: "n", verifier: "v", redirect: "r", path: "/",
        untilMs: untilMs)
    }
    for number in 0...SignInAttempts.maxCount {
      attempts.begin(attempt(1000), state: "\(number)", at: 0)
    }
    #expect(attempts.count == SignInAttempts.maxCount)
    #expect(attempts.complete(state: "0", provider: "company", browser: "b", at: 0) == nil)
    #expect(attempts.complete(state: "1", provider: "company", browser: "b", at: 0) != nil)
    attempts.begin(attempt(3000), state: "last", at: 2000)
    #expect(attempts.count == 1)
  }
}
