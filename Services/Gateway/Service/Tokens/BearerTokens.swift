import Bus
import Foundation
import GatewayAPI
import WebServer

/// The token that a request contains (RFC 6750, section 2.1).
struct BearerToken: Hashable, Sendable {
  private let text: String
  /// Hash of the token.
  var hash: String { Secret.hash(text) }

  /// Nil for a request without a token of ours. Proxies forward other credentials, which the gateway
  /// ignores.
  init?(_ request: WebRequest) {
    let values = request.values("Authorization")
    guard values.count == 1, values[0].utf8.count <= 128 else { return nil }
    let words = values[0].split(separator: " ", omittingEmptySubsequences: true)
    guard words.count == 2, words[0].lowercased() == "bearer",
      words[1].hasPrefix(SavedToken.prefix)
    else { return nil }
    text = String(words[1])
  }

  /// True if a request contains another token than one of ours, such as a mistyped one.
  static func isUnusable(in request: WebRequest) -> Bool {
    request.values("Authorization").contains {
      $0.split(separator: " ").first?.lowercased() == "bearer"
    } && BearerToken(request) == nil
  }
}

extension Gateway {
  /// The visitor who has a token, or the reason why it is not valid.
  func visitor(with token: BearerToken) -> Result<Visitor, LoginProblem> {
    guard isReady else { return .failure(.unavailable) }
    let now = nowMs
    guard
      let (id, token) = shell?.assumeIsolated({
        $0.state.saved.token(ofHash: token.hash, at: now)
      }), let principal = token.principal(id)
    else { return .failure(.token) }
    var visitor = Visitor(
      name: token.name, role: token.role.map { PageRole($0) } ?? .observer,
      session: Self.session(ofToken: id), principal: principal)
    visitor.commands = token.commands.map { Set($0) }
    visitor.teams = token.team.map { [$0] }
    if let person = principal.person {
      guard let known = persons[person] else {
        readRole(of: person)
        return .failure(.role)
      }
      guard let role = known.role else { return .failure(.noRole) }
      visitor.role = role
    }
    tokenUses[id] = now
    return .success(visitor)
  }

  /// Id that replaces that of a session for a visitor with a token.
  static func session(ofToken id: String) -> String { tokenSession + id }
  static let tokenSession = "token/"

  /// Adds the state of the rate limit to the response for a visitor with a token.
  func withRateLimit(_ answer: WebAnswer, of visitor: Visitor) -> WebAnswer {
    guard visitor.isToken else { return answer }
    let fields = commands.fields(for: visitor.session, at: uptimeMs)
    return answer.changing { response in
      var response = response
      response.fields += fields
      return response
    }
  }

  /// Interval at which the times of the last requests are saved, in milliseconds.
  private static let savingMs: Int64 = 60_000

  /// Maximum number of tokens that are saved in one decision, which must fit in a message.
  static let maxUsesPerDecision = 50

  /// Saves the times of the last requests, once a minute.
  func saveTokenUses() {
    guard isReady, !tokenUses.isEmpty, uptimeMs - usesSavedMs >= Self.savingMs else { return }
    usesSavedMs = uptimeMs
    var left = Array(tokenUses)
    tokenUses = [:]
    Task {
      while !left.isEmpty {
        let uses = Dictionary(
          left.prefix(Self.maxUsesPerDecision).map { ($0.key, $0.value) }, uniquingKeysWith: max)
        left.removeFirst(uses.count)
        guard case .failure(let error) = await decide(.tokensUsed(uses)) else { continue }
        log.debug("Could not save when tokens were used: \(error)")
        tokenUses.merge(uses, uniquingKeysWith: max)
      }
    }
  }
}

extension RateLimit {
  /// The state of a bucket as header fields (draft-ietf-httpapi-ratelimit-headers-07): size, tokens
  /// left, and seconds until it is full.
  func fields(for key: String, at nowMs: Int64) -> [WebRequest.Field] {
    let left = left(key, at: nowMs)
    return [
      .init("RateLimit-Limit", "\(Int(size))"), .init("RateLimit-Remaining", "\(Int(left))"),
      .init("RateLimit-Reset", "\(Int(((size - left) / perMs / 1000).rounded(.up)))"),
    ]
  }
}
