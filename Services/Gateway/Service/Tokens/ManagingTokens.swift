import Bus
import Documents
import FastJSON
import Foundation
import GatewayAPI
import Schema
import ServiceShell

extension GatewayReducer {
  /// Maximum number of tokens, expired ones included.
  static let maxTokens = 1000
  /// Maximum number of tokens of one team or one person, so that each leaves some for others.
  static let maxTokensOfOwner = 100
}

/// Adds, lists and revokes tokens.
extension GatewayReduction {
  mutating func addToken(_ operation: Operation, _ request: TokenRequest) throws {
    try checkPermission(of: request, operation)
    try checkRoom(for: request)
    if let expiresMs = request.token.expiresMs, expiresMs <= operation.at {
      throw BusError(
        .invalid, "Invalid expiry; expected a time in the future.", detail: ["member": "expires"])
    }
    guard
      let team = request.token.team,
      let unknown = operation.scope.unknown(team, isByPerson: operation.header.isByPerson)
    else { return try create(operation, request) }
    state.commands.wait(operation.id, for: .findingTeam)
    effects.append(.findTeam(operation.id, unknown))
  }

  /// Continues to add a token once its team was found.
  mutating func teamFound(_ id: OperationID, _ result: Result<Done, BusError>) {
    guard let operation = state.commands.operation(id, waitingFor: .findingTeam),
      case .addToken(let request) = operation.command
    else { return }
    answered(operation, result) { reduction, _ in try reduction.create(operation, request) }
  }

  /// - Throws: `not_found` for a team in which the sender is not an admin, `denied` for permissions
  ///   that only an operator grants.
  private func checkPermission(
    of request: TokenRequest, _ operation: Operation
  ) throws(BusError) {
    guard operation.scope != .all else { return }
    guard let team = request.token.team else {
      throw BusError(
        .denied, "Only an operator creates tokens for all teams or for a person; name a team.",
        detail: ["member": "team"])
    }
    guard operation.scope.contains(team) else {
      throw .unknownTeam(team)
    }
  }

  /// - Throws: `conflict` if there are too many tokens.
  private func checkRoom(for request: TokenRequest) throws(BusError) {
    guard state.saved.tokens.count < GatewayReducer.maxTokens else {
      throw BusError(
        .conflict,
        "There are already \(GatewayReducer.maxTokens) tokens (the maximum); revoke one first.")
    }
    let (team, person) = (request.token.team, request.token.person)
    guard team != nil || person != nil else { return }
    let count = state.saved.tokens.values.count { $0.team == team && $0.person == person }
    guard count < GatewayReducer.maxTokensOfOwner else {
      throw BusError(
        .conflict,
        "The \(team == nil ? "person" : "team") already has \(GatewayReducer.maxTokensOfOwner) tokens"
          + " (the maximum); revoke one first.")
    }
  }

  private mutating func create(_ operation: Operation, _ request: TokenRequest) throws {
    let text = SavedToken.prefix + Secret(reducer.random(Secret.tokenBytes)).text
    let id = reducer.uuid().lowercaseText
    var token = request.token
    token.hash = Secret.hash(text)
    token.createdMs = operation.at
    token.creator = operation.header.by
    let added = TokenAdded(
      id: id, name: token.name, role: token.role, person: token.person?.lowercaseText)
    let reply = NewToken(
      token: text, id: id, expires: token.expiresMs.map(SavedSession.date))
    try commit(
      operation, [.putToken(id, token)],
      events: [try event(added, id, team: token.team, operation)],
      reply: AddToken.encoded(reply))
  }

  /// A page of the tokens in the teams of the sender, newest first.
  func tokens(_ operation: Operation, _ page: TokenPage) -> ListTokens.Reply {
    let following = state.saved.tokens
      .filter { operation.scope.contains($0.value.team) && page.precedes($0.value, $0.key) }
      .sorted { ($1.value.createdMs, $0.key) < ($0.value.createdMs, $1.key) }
    let shown = following.prefix(page.limit)
    let last = shown.count < following.count ? shown.last : nil
    return ListTokens.Reply(
      tokens: shown.map { $0.value.shown(as: $0.key) },
      next: last.map { DocumentCursor(sortKey: $0.value.createdMs, id: $0.key).text })
  }

  mutating func revokeToken(_ operation: Operation, _ id: String) throws {
    // The team of an unreadable token is unknown, so the scope must include all teams.
    let isUnreadable =
      operation.scope == .all && state.saved.unreadable[id] == SavedToken.collection
    guard
      isUnreadable || state.saved.tokens[id].map({ operation.scope.contains($0.team) }) ?? false
    else {
      let error = BusError(
        .notFound, "Token “\(id)” not found; “standups tokens” lists all tokens.",
        detail: ["token": id])
      return try refuse(operation, error)
    }
    try revoke(operation, [id], reply: RevokeToken.encoded(Done()))
  }

  /// Revokes the tokens of a team that was removed.
  mutating func revokeTokens(_ operation: Operation, of team: String) throws {
    let ids = state.saved.tokens.filter { $0.value.team == team }.keys.sorted()
    guard !ids.isEmpty else { return finish(operation, .success(.emptyObject)) }
    try revoke(operation, ids, reply: .emptyObject)
  }

  private mutating func revoke(_ operation: Operation, _ ids: [String], reply: RawJSON) throws {
    try commit(
      operation, ids.map { .removeToken($0) }, events: try revoked(ids, operation), reply: reply)
  }

  /// The events about revoked tokens.
  func revoked(_ ids: [String], _ operation: Operation) throws -> [NewEvent] {
    try ids.map {
      try event(TokenRevoked(id: $0), $0, team: state.saved.tokens[$0]?.team, operation)
    }
  }

  /// Saves the times of the last requests.
  mutating func saveUses(_ operation: Operation, _ uses: [String: Int64]) throws {
    let used = uses.sorted { $0.key < $1.key }.compactMap { id, ms in
      state.saved.tokens[id].map { token -> GatewayReducer.Change in
        var token = token
        token.usedMs = max(ms, token.usedMs ?? 0)
        return .putToken(id, token)
      }
    }
    guard !used.isEmpty else { return finish(operation, .success(.emptyObject)) }
    try commit(operation, used, reply: .emptyObject)
  }
}

/// A validated request for a page of tokens.
struct TokenPage: Hashable, Sendable {
  /// Position after a token of an earlier page; nil for the first page.
  var after: DocumentCursor?
  var limit: Int

  /// Validates a request.
  ///
  /// - Throws: `invalid`.
  init(_ command: ListTokens) throws(BusError) {
    try DocumentCursor.check(command.after)
    after = command.after.flatMap { DocumentCursor($0) }
    limit = try PageLimit.checked(
      command.limit, default: ListTokens.maxLimit, in: 1...ListTokens.maxLimit)
  }

  /// Returns true if the page begins before a token.
  func precedes(_ token: SavedToken, _ id: String) -> Bool {
    after.map { (token.createdMs, $0.id) < ($0.sortKey, id) } ?? true
  }
}

/// A validated request for a token.
struct TokenRequest: Hashable, Sendable {
  /// The token, still without hash and time of creation.
  var token: SavedToken

  /// Validates a request.
  ///
  /// - Throws: `invalid`.
  init(_ command: AddToken) throws(BusError) {
    token = SavedToken(
      hash: "", name: try PersonName(command.name).text, role: command.role, team: command.team,
      createdMs: 0, expiresMs: try command.expires.map(Self.milliseconds))
    if let team = command.team, !TeamID.isValid(team) {
      throw BusError(
        .invalid, "Invalid team “\(team.prefix(64))”; expected the id of a team, such as web.",
        detail: ["member": "team"])
    }
    if let commands = command.commands {
      guard (1...Self.maxCommands).contains(commands.count), commands.allSatisfy(Self.isTarget)
      else {
        throw BusError(
          .invalid,
          "Invalid commands; expected 1 to \(Self.maxCommands) wire names such as standups.list.",
          detail: ["member": "commands"])
      }
      // The router knows those of outside services.
      if let unknown = commands.first(where: { !Rights.isOutside($0) && !Rights.knows($0) }) {
        throw BusError(
          .invalid,
          "Unknown command “\(unknown)”; expected \(Rights.commands(like: unknown)).",
          detail: ["member": "commands"])
      }
    }
    if let person = command.person { token.person = try WebGrant.person(person) }
    token.commands = command.commands.map { Array(Set($0)).sorted() }
    if let problem = token.problem {
      throw BusError(.invalid, problem, detail: ["member": "role"])
    }
  }

  /// Maximum number of commands to which a token is limited.
  private static let maxCommands = 100

  /// Returns true for the form of the wire name of a command.
  private static func isTarget(_ text: String) -> Bool {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    return (3...64).contains(text.utf8.count) && parts.count >= 2
      && parts.allSatisfy { part in
        !part.isEmpty
          && part.utf8.allSatisfy { byte in
            UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte
              || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
              || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || byte == UInt8(ascii: "-")
              || byte == UInt8(ascii: "_")
          }
      }
  }

  /// Milliseconds of a date, whose year is from 1970 to 9999.
  private static func milliseconds(_ date: Date) throws(BusError) -> Int64 {
    let ms = (date.timeIntervalSince1970 * 1000).rounded()
    guard let ms = Int64(exactly: ms), WireTime.sinceEpochMs.contains(ms) else {
      throw BusError(
        .invalid, "Invalid expiry; expected a year from 1970 to 9999.",
        detail: ["member": "expires"])
    }
    return ms
  }
}
