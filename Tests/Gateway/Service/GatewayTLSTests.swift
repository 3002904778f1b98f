import Bus
import Foundation
import GatewayAPI
import StandupsConfiguration
import TestSupport
import Testing

@testable import GatewayService

/// TLS of the gateway itself.
@Suite struct GatewayTLSTests {
  private static func environment(_ client: TLSClient) -> [String: String] {
    [
      CertificateFiles.certificateVariable: client.certificate,
      CertificateFiles.keyVariable: client.key,
    ]
  }

  private static func serving(
    _ body: (GatewayFixture, TLSClient) async throws -> Void
  ) async throws {
    let client = try TLSClient()
    try await GatewayFixture.serving(environment(client)) { try await body($0, client) }
    try client.remove()
  }

  private static func ask(
    _ fixture: GatewayFixture, _ client: TLSClient, _ method: String, _ path: String,
    host: String? = nil, body: String = "", _ fields: [String] = []
  ) async throws -> HTTPClient.Answer {
    let port = fixture.port
    let lines =
      [
        "\(method) \(path) HTTP/1.1", "Host: \(host ?? "127.0.0.1:\(port)")", "Connection: close",
        "Content-Length: \(body.utf8.count)",
      ] + fields
    let text = lines.joined(separator: "\r\n") + "\r\n\r\n" + body
    return try await blocking {
      let bytes = try client.exchange(Array(text.utf8), port: port)
      return try HTTPClient.parse(String(decoding: bytes, as: UTF8.self))
    }
  }

  @Test func theAddressAndTheCookieAreThoseOfTLS() async throws {
    try await Self.serving { fixture, client in
      #expect(fixture.address == "https://127.0.0.1:\(fixture.port)/")
      let invite = try await fixture.send(InviteToWeb(name: "ada", role: .observer))
      let login = try await Self.ask(
        fixture, client, "POST", "/api/login", body: #"{"code":"\#(invite.code)"}"#,
        ["Content-Type: application/json", "Origin: https://127.0.0.1:\(fixture.port)"])
      #expect(login.status == 204)
      let cookie = try #require(login.fields["set-cookie"])
      #expect(cookie.hasPrefix("__Host-standups-") && cookie.hasSuffix("; Secure"))
      let me = try await Self.ask(
        fixture, client, "GET", "/api/me", ["Cookie: \(cookie.prefix { $0 != ";" })"])
      #expect(me.status == 200)
      // The cookie of a connection without TLS does not count.
      let plain = cookie.dropFirst("__Host-".count).prefix { $0 != ";" }
      #expect(
        try await Self.ask(fixture, client, "GET", "/api/me", ["Cookie: \(plain)"]).status == 401)
    }
  }

  @Test func browsersUseOnlyTLSFromThenOn() async throws {
    try await Self.serving { fixture, client in
      for path in ["/", "/api/me", "/api/nothing"] {
        let answer = try await Self.ask(fixture, client, "GET", path)
        #expect(answer.fields["strict-transport-security"] == "max-age=31536000", "\(path)")
      }
      // Other programs use the ports of this name.
      let local = try await Self.ask(fixture, client, "GET", "/", host: "localhost:\(fixture.port)")
      #expect(local.status == 200)
      #expect(local.fields["strict-transport-security"] == nil)
    }
    try await GatewayFixture.serving { fixture in
      let answer = try await fixture.ask("GET", "/")
      #expect(answer.fields["strict-transport-security"] == nil)
    }
  }

  @Test func aRenewedCertificateIsUsed() async throws {
    try await Self.serving { fixture, client in
      try await blocking { try client.renew() }
      await #expect(throws: TLSClient.Failure.self) {
        try await Self.ask(fixture, client, "GET", "/")
      }
      await fixture.gateway.renewCertificate()
      #expect(try await Self.ask(fixture, client, "GET", "/").status == 200)
      #expect(await fixture.service.problems().isEmpty)
    }
  }

  @Test func aBrokenRenewalLeavesTheOldCertificateInUse() async throws {
    try await Self.serving { fixture, client in
      try Data("nonsense".utf8).write(to: URL(fileURLWithPath: client.key))
      await fixture.gateway.renewCertificate()
      let problem = try #require(await fixture.service.problems().first)
      #expect(problem.contains(client.key) && problem.contains("not a private key"))
      #expect(try await Self.ask(fixture, client, "GET", "/").status == 200)
      try FileManager.default.removeItem(atPath: client.key)
      await fixture.gateway.renewCertificate()
      #expect(try #require(await fixture.service.problems().first).contains(client.key))
      try await blocking { try client.renew() }
      await fixture.gateway.renewCertificate()
      #expect(await fixture.service.problems().isEmpty)
      #expect(try await Self.ask(fixture, client, "GET", "/").status == 200)
    }
  }

  /// The gateway reads the files before it listens, and ends with this error.
  @Test func aBrokenCertificateIsAConfigurationError() throws {
    let (client, other) = (try TLSClient(), try TLSClient())
    func problem(_ certificate: String, _ key: String) -> String {
      do {
        _ = try CertificateFiles(certificate: certificate, key: key).read()
        return ""
      } catch {
        #expect(error is ConfigurationError)
        return "\(error)"
      }
    }
    #expect(problem(client.certificate, client.key).isEmpty)
    let missing = problem("\(client.folder)/none.pem", client.key)
    #expect(missing.contains(CertificateFiles.certificateVariable) && missing.contains("none.pem"))
    let foreign = problem(client.certificate, other.key)
    #expect(foreign.contains(other.key) && foreign.contains("does not belong"))
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: client.key)
    let exposed = problem(client.certificate, client.key)
    #expect(exposed.contains(CertificateFiles.keyVariable) && exposed.contains("chmod 600"))
    try client.remove()
    try other.remove()
  }

  // MARK: The settings

  private static func settings(_ environment: [String: String]) throws -> GatewaySettings {
    try BusEnvironment.read(
      with: GatewaySettings.self, environment.merging(["HOME": "/"]) { $1 }, userID: 0,
      isTerminal: false
    ).1
  }

  @Test func bothFilesAreNecessary() throws {
    #expect(try Self.settings([:]).certificate == nil)
    let both = [CertificateFiles.certificateVariable: "/a", CertificateFiles.keyVariable: "/b"]
    #expect(
      try Self.settings(both).certificate == CertificateFiles(certificate: "/a", key: "/b"))
    // Never empty because there are two settings.
    for name in both.keys {
      #expect {
        try Self.settings(both.filter { $0.key != name })
      } throws: { error in
        "\(error)".contains("\(name): not set")
      }
    }
    #expect(throws: (any Error).self) {
      try Self.settings(both.merging([CertificateFiles.keyVariable: "b"]) { $1 })
    }
  }

  @Test func withTLSTheGatewayMayListenBeyondThisMachine() throws {
    let address = ["STANDUPS_WEB": "*:8443"]
    #expect(try Self.settings(address).problem(isInsecure: false) != nil)
    let files = [CertificateFiles.certificateVariable: "/a", CertificateFiles.keyVariable: "/b"]
    #expect(
      try Self.settings(address.merging(files) { $1 }).problem(isInsecure: false) == nil)
  }
}
