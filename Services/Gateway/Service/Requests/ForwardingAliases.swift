import Bus
import Foundation
import GatewayAPI
import WebServer

/// Forwards commands whose members are in the path and in the query of the address.
extension Gateway {
  /// Sends the command of an alias, and answers with its reply.
  ///
  /// - Parameters:
  ///   - route: a route with an alias.
  ///   - values: the values of the parameters in the path.
  func command(
    _ route: WebRoute, _ values: [String], _ request: WebRequest, _ visitor: Visitor
  ) -> WebAnswer {
    guard let alias = route.traits.alias else { return refuse(Self.notFound) }
    if let refusal = tooMany(visitor)
      ?? refusal(of: alias.target, to: visitor, isDecidedHere: false)
    {
      return refusal
    }
    let body: [UInt8]
    do {
      body = try AliasBody(alias, path: values, query: request.query).json
    } catch {
      return refuse(error)
    }
    var options = CallOptions(
      timeoutMs: Self.commandMs, via: "gateway", principal: visitor.principal)
    options.traceparent = request[WebParameter.traceparent.rawValue].flatMap { TraceParent($0) }
    return .read(most: 0) { _, reply in
      self.send(
        alias.target, to: nil, body, key: nil, options, answering: self.keep(reply))
    }
  }
}

/// Body of a command, made from a path and a query.
struct AliasBody: Hashable, Sendable {
  /// The members by their names, each as JSON.
  private var members: [String: String] = [:]

  /// Reads the members of the body.
  ///
  /// - Parameters:
  ///   - path: the values in the path, percent-encoded, in the order of `alias.path`.
  ///   - query: the query, percent-encoded; nil if the address has none.
  /// - Throws: `invalid` for a parameter that is unknown, repeated or of another type.
  init(_ alias: WebAlias, path: [String], query: String?) throws(BusError) {
    for (name, value) in alias.fixed { members[name] = "\(value)" }
    for (name, value) in zip(alias.path, path) {
      members[name] = try Self.json(.string, name, Self.checked(value.removingPercentEncoding))
    }
    // A `?` without a query is valid.
    for pair in (query ?? "").split(separator: "&") {
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = try Self.checked(QueryItems.decoded(parts[0]))
      guard let kind = alias.query[name] else { throw Self.unknown(name, alias) }
      guard members[name] == nil else {
        throw BusError(.invalid, "Invalid query; it contains “\(name)” more than once.")
      }
      guard parts.count == 2 else {
        throw BusError(.invalid, "Invalid query; expected a value after “\(name)=”.")
      }
      members[name] = try Self.json(kind, name, Self.checked(QueryItems.decoded(parts[1])))
    }
  }

  /// The body, with its members in the order of their names.
  var json: [UInt8] {
    let text = members.sorted { $0.key < $1.key }.map { "\"\($0.key)\":\($0.value)" }
    return Array("{\(text.joined(separator: ","))}".utf8)
  }

  private static func checked(_ decoded: String?) throws(BusError) -> String {
    guard let decoded else {
      throw BusError(.invalid, "Invalid address; expected UTF-8 in percent-encoding.")
    }
    return decoded
  }

  private static func json(
    _ kind: WebAlias.Kind, _ name: String, _ text: String
  ) throws(BusError) -> String {
    switch kind {
    case .string:
      do {
        return String(decoding: try BusJSON.encode(text), as: UTF8.self)
      } catch {
        throw BusError(any: error)
      }
    case .integer:
      guard let number = Int64(text), !text.hasPrefix("+") else {
        throw BusError(.invalid, "Invalid \(name) “\(text.prefix(64))”; expected a whole number.")
      }
      return "\(number)"
    case .boolean:
      guard ["true", "false"].contains(text) else {
        throw BusError(.invalid, "Invalid \(name) “\(text.prefix(64))”; expected true or false.")
      }
      return text
    }
  }

  private static func unknown(_ name: String, _ alias: WebAlias) -> BusError {
    let names = alias.query.keys.sorted().joined(separator: ", ")
    return BusError(
      .invalid,
      "Unknown query parameter “\(name.prefix(64))”; "
        + (names.isEmpty ? "this address has none." : "expected \(names)."))
  }
}
