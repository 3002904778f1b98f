import FastJSON
import Foundation

/// One message over streamable HTTP, and its response
/// (modelcontextprotocol.io/specification/2025-06-18/basic/transports).
///
/// The server needs no sessions: each message is complete in itself, and each response is one JSON
/// object. The HTTP server checks the sender, `Origin`, the media types and the size.
package struct MCPExchange: Sendable {
  /// The header fields that belong to the protocol: all values of each, in the order of receipt.
  package struct Fields: Hashable, Sendable {
    /// `MCP-Protocol-Version`.
    package var version: [String]
    /// `Mcp-Method`, which version 2026-07-28 requires.
    package var method: [String]
    /// `Mcp-Name`, which version 2026-07-28 requires for methods with a name.
    package var name: [String]

    /// Creates the fields from the values of each.
    package init(version: [String] = [], method: [String] = [], name: [String] = []) {
      self.version = version
      self.method = method
      self.name = name
    }
  }

  /// Response to a request.
  package struct Reply: Hashable, Sendable {
    /// Status code of HTTP.
    package var status: Int
    /// The message as JSON; nil for a notification or a response, which is accepted without a body.
    package var json: [UInt8]?
  }

  private let provider: any MCPProvider
  private let fields: Fields
  private let key: String

  /// Creates an exchange.
  ///
  /// - Parameters:
  ///   - fields: header fields of the request.
  ///   - key: idempotency key of the request, of at most 128 bytes.
  package init(_ provider: any MCPProvider, _ fields: Fields, key: String) {
    self.provider = provider
    self.fields = fields
    self.key = key
  }

  /// Receives the body of the request, and waits for the response.
  ///
  /// - Parameter body: one message, of at most `RPCLimits.maxMessageBytes`.
  package func reply(to body: [UInt8]) async -> Reply {
    let message = RPCMessage(parsing: body)
    do throws(RPCError) {
      let version = try headerVersion()
      switch message {
      case .response, .notification: return Reply(status: 202)
      case .invalid(let id, let error): return Self.rejected(id, error)
      case .request(let id, let method, let params):
        let named = params?["_meta"]?[MCPVersion.Meta.version]
        let isStateless = named != nil || version?.isStateless == true
        if isStateless { try check(method, params, named) }
        let negotiated = isStateless || method == "initialize" ? nil : version ?? .june2025
        let session = MCPSession(provider, version: negotiated, key: key)
        guard let reply = await session.response(to: message) else {
          return Self.rejected(id, RPCError(.internalError, "The request was cancelled."))
        }
        return Reply(
          status: isStateless ? Self.status(reply.code) : 200, json: reply.json)
      }
    } catch {
      return Self.rejected(message.id, error)
    }
  }

  /// The version in the header; nil without one. Clients of version 2025-03-26 send none, and the
  /// others send none with `initialize`.
  private func headerVersion() throws(RPCError) -> MCPVersion? {
    guard let text = try Self.single(fields.version, "MCP-Protocol-Version") else { return nil }
    guard let version = MCPVersion(rawValue: text) else { throw MCPVersion.unsupported(text) }
    return version
  }

  /// Checks that the header of a request of version 2026-07-28 matches its body, so that programs on
  /// the path that read only the header are not deceived.
  ///
  /// - Parameter named: the version that the body names.
  private func check(
    _ method: String, _ params: JSONTree?, _ named: JSONTree?
  ) throws(RPCError) {
    guard fields.version.first == named?.text else {
      throw Self.mismatch("MCP-Protocol-Version", "the version in “_meta”")
    }
    guard try Self.single(fields.method, "Mcp-Method") == method else {
      throw Self.mismatch("Mcp-Method", "“method”")
    }
    let member = Self.named[method]
    guard let member, let name = params?[member]?.text else { return }
    guard try Self.single(fields.name, "Mcp-Name").flatMap(Self.decoded) == name else {
      throw Self.mismatch("Mcp-Name", "“\(member)”")
    }
  }

  /// The member of the parameters that `Mcp-Name` repeats, by the method.
  private static let named = ["tools/call": "name", "resources/read": "uri"]

  private static func single(_ values: [String], _ name: String) throws(RPCError) -> String? {
    guard values.count <= 1 else {
      throw RPCError(.headerMismatch, "Invalid \(name); expected one value.")
    }
    return values.first
  }

  private static func mismatch(_ name: String, _ member: String) -> RPCError {
    RPCError(.headerMismatch, "Invalid \(name); expected the same as \(member) of the body.")
  }

  /// Decodes a value that may be in Base64, as `=?base64?…?=`; nil if it is invalid.
  private static func decoded(_ value: String) -> String? {
    let (start, end) = ("=?base64?", "?=")
    guard value.hasPrefix(start), value.hasSuffix(end), value.utf8.count >= 11 else { return value }
    let text = value.dropFirst(start.count).dropLast(end.count)
    return Data(base64Encoded: String(text)).flatMap { String(validating: $0, as: UTF8.self) }
  }

  private static func rejected(_ id: RPCID?, _ error: RPCError) -> Reply {
    Reply(status: 400, json: RPCResponse.error(id, error).json)
  }

  /// Status of a response of version 2026-07-28. In earlier versions, the status is 200, because
  /// their clients read no error from a response with another one.
  private static func status(_ code: RPCError.Code?) -> Int {
    switch code {
    case .parseError, .invalidRequest, .invalidParams, .headerMismatch, .unsupportedVersion: 400
    case .methodNotFound: 404
    case nil, .internalError, .busy, .resourceNotFound: 200
    }
  }
}

extension RPCMessage {
  /// The id under which the message is answered; nil if it has none.
  var id: RPCID? {
    switch self {
    case .request(let id, _, _): id
    case .invalid(let id, _): id
    case .notification, .response: nil
    }
  }
}
