import BridgeAPI
import Foundation
import TestSupport
import Testing
import ZeroMQ

@testable import BridgeService

/// Authentication with certificates, users and tokens, with libnats and real servers.
@Suite(
  .serialized,
  .needs(.natsServer))
struct AccessTests {
  private static let count: Int64 = 3

  /// A bridge with an event to publish.
  private func withBridge(
    _ url: String, credentials: String? = nil, authority: String? = nil,
    certificate: String? = nil, _ body: (BridgeService) async throws -> Void
  ) async throws {
    let address = try #require(
      NATSAddress(
        url, credentials: credentials, authority: authority, certificate: certificate))
    let router = InMemoryRouter()
    router.publish(Int(Self.count))
    let loop = try SocketLoop(name: "bridge")
    let service = try BridgeService.overNATS(router, address, loop)
    try await service.start()
    do {
      try await body(service)
    } catch {
      Issue.record("It was last: \(await service.status)")
      await service.drain()
      await loop.stop()
      throw error
    }
    await service.drain()
    await loop.stop()
  }

  /// Waits until all events are in the stream.
  private func publishes(_ service: BridgeService) async throws {
    _ = try await service.until { $0.state == .live && $0.sequence == Self.count }
  }

  private func withCertificates(_ body: (NATSCertificates) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.path + "/tls-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try await body(NATSCertificates(in: folder))
  }

  private func replace(_ file: String, by other: String) throws {
    try Data(contentsOf: URL(fileURLWithPath: other)).write(
      to: URL(fileURLWithPath: file), options: .atomic)
  }

  // MARK: Certificates

  /// A server without a trusted certificate receives nothing, and the error names the file. After a
  /// correction the bridge connects.
  @Test func aServerIsBelievedByItsAuthorityAlone() async throws {
    try await withCertificates { certificates in
      let server = try NATSServer(configuration: certificates.configuration())
      defer { server.stop() }
      let url = server.url.replacing("nats://", with: "tls://")
      // The system's certificate authorities are not ours.
      try await withBridge(url) { bridge in
        try await bridge.awaySaying(
          "Could not establish an encrypted connection", "STANDUPS_NATS_CA")
      }
      let file = "\(certificates.folder)/believed.pem"
      try replace(file, by: certificates.otherAuthority)
      try await withBridge(server.url, authority: file) { bridge in
        try await bridge.awaySaying(
          "Could not establish an encrypted connection", "issuer", "\(file) (STANDUPS_NATS_CA)")
        #expect(await bridge.status.sequence == nil)
        try replace(file, by: certificates.authority)
        try await publishes(bridge)
      }
    }
  }

  /// A certificate for another host is rejected, whichever authority signed it.
  @Test func aServerIsTheHostThatIsMeant() async throws {
    try await withCertificates { certificates in
      let server = try NATSServer(configuration: certificates.configuration("elsewhere"))
      defer { server.stop() }
      try await withBridge(server.url, authority: certificates.authority) { bridge in
        try await bridge.awaySaying("Could not establish an encrypted connection", "mismatch")
      }
    }
  }

  /// Data that must be encrypted is never sent in plain text to a server without TLS.
  @Test(arguments: [true, false]) func nothingGoesInTheClear(_ isByURL: Bool) async throws {
    try await withCertificates { certificates in
      let server = try NATSServer()
      defer { server.stop() }
      let url = isByURL ? server.url.replacing("nats://", with: "tls://") : server.url
      let authority = isByURL ? nil : certificates.authority
      try await withBridge(url, authority: authority) { bridge in
        try await bridge.awaySaying("Could not establish an encrypted connection", "not available")
        #expect(await bridge.status.sequence == nil)
      }
    }
  }

  /// A server may require a client certificate from the bridge.
  @Test func aServerMayWantACertificate() async throws {
    try await withCertificates { certificates in
      let server = try NATSServer(
        configuration: certificates.configuration(wantsCertificate: true))
      defer { server.stop() }
      let authority = certificates.authority
      try await withBridge(server.url, authority: authority) { bridge in
        try await bridge.awaySaying(
          "STANDUPS_NATS_CERTIFICATE, as the server may require a certificate")
      }
      let file = "\(certificates.folder)/shown.pem"
      try replace(file, by: certificates.stranger)
      try await withBridge(server.url, authority: authority, certificate: file) { bridge in
        try await bridge.awaySaying("\(file) (STANDUPS_NATS_CERTIFICATE)")
        #expect(await bridge.status.sequence == nil)
        try replace(file, by: certificates.bridge)
        try await publishes(bridge)
      }
    }
  }

  // MARK: Users

  /// A user of an account, by its `.creds`: one of another operator or an expired one is rejected,
  /// and the bridge connects once the file is correct.
  @Test func aUserHasCredentials() async throws {
    let (accounts, others) = (try NATSAccounts(), try NATSAccounts())
    let server = try NATSServer(configuration: accounts.configuration)
    defer { server.stop() }
    let file = "\(server.folder)/bridge.creds"
    func write(_ text: String) throws {
      try Data(text.utf8).write(to: URL(fileURLWithPath: file), options: .atomic)
    }
    try await withBridge(server.url) { bridge in
      try await bridge.awaySaying("denied access", "none of which specifies a user")
    }
    try write(others.credentials())
    try await withBridge(server.url, credentials: file) { bridge in
      try await bridge.awaySaying("denied access", "\(file) (STANDUPS_NATS_CREDENTIALS)")
      try write("nothing of the kind")
      try await bridge.awaySaying(file, "seed")
      try FileManager.default.removeItem(atPath: file)
      try await bridge.awaySaying(file, "cannot be read", "STANDUPS_NATS_CREDENTIALS")
      try write(accounts.credentials(expiring: Date(timeIntervalSinceNow: 3)))
      try await publishes(bridge)
      // The server itself closes the connection.
      try await bridge.awaySaying("denied access", "\(file) (STANDUPS_NATS_CREDENTIALS)")
      try write(accounts.credentials())
      try await publishes(bridge)
    }
  }

  /// A user may have fewer rights than the bridge needs; the reason names the missing one.
  @Test func aUserNeedsItsRights() async throws {
    let accounts = try NATSAccounts()
    let server = try NATSServer(configuration: accounts.configuration)
    defer { server.stop() }
    let file = "\(server.folder)/bridge.creds"
    // The rights in docs/how-to/run-with-nats.md, except for JetStream's.
    var rights = ["pub": ["standups.t.>", "standups.e.>"], "sub": ["_INBOX.>"]]
    func write() throws {
      try Data(accounts.credentials(rights: rights).utf8).write(
        to: URL(fileURLWithPath: file), options: .atomic)
    }
    try write()
    try await withBridge(server.url, credentials: file) { bridge in
      try await bridge.awaySaying("$JS.API.")
      rights["pub"]?.append("$JS.API.>")
      try write()
      try await publishes(bridge)
    }
  }

  @Test func aServerMayWantAToken() async throws {
    let server = try NATSServer(configuration: #"authorization { token: "s3cret" }"#)
    defer { server.stop() }
    let wrong = server.url.replacing("nats://", with: "nats://guess@")
    try await withBridge(wrong) { bridge in
      try await bridge.awaySaying("denied access", "the token, in STANDUPS_NATS_URL")
      #expect(await bridge.status.reason?.contains("guess") == false)
    }
    try await withBridge(server.url.replacing("nats://", with: "nats://s3cret@")) { bridge in
      try await publishes(bridge)
    }
  }
}
