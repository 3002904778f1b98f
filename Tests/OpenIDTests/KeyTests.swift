import FastJSON
import Foundation
import Testing
import WebClient

@testable import OpenID

/// The key set of a provider: rotation, bounds and failures.
@Suite struct KeyTests {
  @Test func aNewKeyIsReadWhenATokenNamesIt() async throws {
    let provider = TestProvider()
    let client = provider.client()
    _ = try await provider.redeem(client)
    provider.change {
      $0.nowMs += CachedKeys.pauseMs
      $0.use(.otherRSA, "RS256")
    }
    _ = try await provider.redeem(client)
    #expect(provider.count("/keys") == 2)
  }

  @Test(arguments: [nil, "rsa"])
  func aNewKeyWithoutANewIDIsReadWhenTheOldOneFails(id: String?) async throws {
    func name(_ key: SigningKey) -> [String: JSONTree] {
      var members = key.publicPart
      members["kid"] = id.map { .string($0) }
      return members
    }
    let provider = TestProvider {
      $0.keys = [name(.rsa)]
      $0.header["kid"] = id.map { .string($0) }
    }
    let client = provider.client()
    _ = try await provider.redeem(client)
    provider.change {
      $0.nowMs += CachedKeys.pauseMs
      $0.signer = .otherRSA
      $0.keys = [name(.otherRSA)]
    }
    _ = try await provider.redeem(client)
    #expect(provider.count("/keys") == 2)
  }

  @Test func aRemovedKeyIsForgottenAfterAnHour() async throws {
    let provider = TestProvider()
    let client = provider.client()
    _ = try await provider.redeem(client)
    provider.change {
      $0.nowMs += CachedKeys.freshMs + 1
      $0.claims["exp"] = .integer($0.seconds + 300)
      $0.claims["iat"] = .integer($0.seconds)
      $0.keys = [SigningKey.otherRSA.publicPart]
    }
    await #expect(throws: OpenIDError.self) { _ = try await provider.redeem(client) }
    #expect(provider.count("/keys") == 2)
  }

  @Test func unknownKeysCauseAtMostOneReadInTenSeconds() async throws {
    let provider = TestProvider()
    let client = provider.client()
    _ = try await provider.redeem(client)
    provider.change {
      $0.nowMs += CachedKeys.pauseMs
      $0.header["kid"] = .string("unknown")
    }
    func storm() async {
      await withTaskGroup { group in
        for _ in 0..<50 {
          group.addTask {
            await #expect(throws: OpenIDError.self) { _ = try await provider.redeem(client) }
          }
        }
      }
    }
    await storm()
    #expect(provider.count("/keys") == 2)
    provider.change { $0.nowMs += CachedKeys.pauseMs - 1 }
    await storm()
    #expect(provider.count("/keys") == 2)
    provider.change { $0.nowMs += 1 }
    await storm()
    #expect(provider.count("/keys") == 3)
  }

  private static let rows: [Hostile] = [
    Hostile("no key set", "not a JSON object") { $0.answers["/keys"] = .json("[]") },
    Hostile("deep JSON", "not a JSON object") {
      $0.answers["/keys"] = .json(deep("keys"))
    },
    Hostile("too many keys", "more than 100 keys") {
      $0.keys = Array(repeating: SigningKey.rsa.publicPart, count: 101)
    },
    Hostile("no keys", "none of its keys") { $0.keys = [] },
    Hostile("invalid keys", "none of its keys") {
      $0.answers["/keys"] = .json(#"{"keys":[1,null,"a",[],{}]}"#)
    },
    Hostile("a point that is not on the curve", "none of its keys") { state in
      state.use(.p256, "ES256")
      state.keys[0]["y"] = state.keys[0]["x"]
    },
    Hostile("an exponent of one", "none of its keys") { $0.keys[0]["e"] = .string("AQ") },
    Hostile("a huge modulus", "none of its keys") {
      $0.keys[0]["n"] = .string(String(repeating: "_", count: 4 * 400))
    },
    Hostile("a modulus with padding", "none of its keys") { $0.keys[0]["n"] = .string("A===") },
    Hostile("a redirect", "redirect (status 301)") {
      $0.answers["/keys"] = .success(HTTPResponse(status: 301))
    },
    Hostile("not found", "status 404") {
      $0.answers["/keys"] = .success(HTTPResponse(status: 404))
    },
    Hostile("a huge answer", "longer than 262144 bytes") {
      $0.answers["/keys"] = .success(HTTPResponse(status: 200, isCut: true))
    },
    Hostile("a timeout", .unavailable, "No answer in time.") { $0.answers["/keys"] = .late },
    Hostile("a failure of the server", .unavailable, "status 500") {
      $0.answers["/keys"] = .success(HTTPResponse(status: 500))
    },
  ]

  @Test(arguments: rows) func aHostileKeySetIsRejected(row: Hostile) async {
    await expectFailure(row) { _ = try await TestProvider(row.change).redeem() }
  }

  /// With an exponent of one, everybody could sign.
  @Test(arguments: [
    ("AQAB", true), ("Aw", true), ("AQ", false), ("AAE", false), ("Ag", false),
    ("AQAA", false), ("AA", false), ("", false), ("AQAAAAAAAAAB", false),
  ]) func anUnsafeExponentIsRejected(exponent: String, isAccepted: Bool) {
    var members = SigningKey.rsa.publicPart
    members["e"] = .string(exponent)
    #expect((JSONWebKey(members) != nil) == isAccepted)
  }

  @Test func aFailedReadIsRepeatedByTheNextSignIn() async throws {
    let provider = TestProvider { $0.answers["/keys"] = .late }
    let client = provider.client()
    await #expect(throws: OpenIDError.self) { _ = try await provider.redeem(client) }
    provider.change { $0.answers = [:] }
    _ = try await provider.redeem(client)
  }
}
