import Foundation
import Testing
import Threads
import WebClient
import WebServer
import ZeroMQ

@testable import OpenID

/// A sign-in over HTTP, with the real client and a real server.
@Suite struct LoopbackTests {
  @Test func aSignInOverHTTP() async throws {
    try await ProviderSite.serving { issuer, provider in
      let http = try HTTPClient(limits: OpenIDClient.limits)
      let client = OpenIDClient(
        OpenIDProvider(
          name: "local", label: "Local", issuer: issuer, clientID: "standups",
          clientSecret: "s3cret"),
        send: { await http.send($0) }, nowMs: { provider.state.withLock { $0.nowMs } })
      let grant = try await client.redeem(
        code: "c-1", redirect: TestProvider.redirect, nonce: TestProvider.nonce,
        verifier: TestProvider.verifier)
      #expect(grant.claims.groups == ["web", "sre"] && grant.refreshToken == "rt-1")
      #expect(provider.form()["code_verifier"] == TestProvider.verifier)
      let refreshed = try await client.refresh("rt-1", subject: "u-1")
      #expect(refreshed.claims == grant.claims)
      // A redirect is not followed, and a long answer is cut.
      provider.change { $0.answers["/token"] = .success(HTTPResponse(status: 302)) }
      let redirected = await #expect(throws: OpenIDError.self) {
        _ = try await client.refresh("rt-1", subject: "u-1")
      }
      #expect(redirected?.code == .invalid && provider.count("/elsewhere") == 0)
      provider.change {
        $0.answers["/token"] = .success(
          HTTPResponse(status: 200, body: Data(repeating: 0x20, count: 300_000)))
      }
      let huge = await #expect(throws: OpenIDError.self) {
        _ = try await client.refresh("rt-1", subject: "u-1")
      }
      #expect(huge?.message.contains("longer than") == true)
      await http.close()
    }
  }
}

/// A web server that passes requests on to a provider of the test.
private actor ProviderSite {
  private let loop: SocketLoop
  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }
  private var server: WebServer?

  private init() throws { loop = try SocketLoop(name: "provider") }

  /// Runs `body` with the server's issuer.
  static func serving(_ body: (String, TestProvider) async throws -> Void) async throws {
    let site = try ProviderSite()
    do {
      let (issuer, provider) = try await site.start()
      try await body(issuer, provider)
    } catch {
      await site.stop()
      throw error
    }
    await site.stop()
  }

  private func start() throws -> (String, TestProvider) {
    let current = Locked<TestProvider?>(nil)
    let server = try WebServer(on: loop, host: "127.0.0.1", port: 0) { request in
      .read(most: 65_536) { body, reply in
        let url = "http://127.0.0.1\(request.target)"
        let form = request.method == "POST" ? Data(body) : nil
        let provider = current.withLock { $0 }
        guard case .success(let answer)? = provider?.answer(HTTPRequest(url: url, body: form))
        else {
          return reply.send(WebResponse(500))
        }
        let fields = answer.status == 302 ? [WebRequest.Field("Location", "/elsewhere")] : []
        reply.send(WebResponse(answer.status, fields, [UInt8](answer.body)))
      }
    }
    self.server = server
    let issuer = "http://127.0.0.1:\(server.port)"
    let provider = TestProvider(issuer: issuer)
    current.withLock { $0 = provider }
    return (issuer, provider)
  }

  private func stop() async {
    server?.stop()
    server = nil
    await loop.stop()
  }
}
