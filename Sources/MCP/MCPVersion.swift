import FastJSON

/// Versions of the Model Context Protocol (modelcontextprotocol.io/specification).
package enum MCPVersion: String, CaseIterable, Hashable, Sendable {
  case june2025 = "2025-06-18"
  case november2025 = "2025-11-25"
  /// Without a handshake: each request names the version in `_meta`.
  case july2026 = "2026-07-28"

  /// Versions that `initialize` negotiates, oldest first.
  static let ofHandshake: [MCPVersion] = [.june2025, .november2025]
  /// Versions that each request names.
  static let ofRequests: [MCPVersion] = [.july2026]

  /// The version that the server offers for a requested one: the same if it is supported, and
  /// otherwise the newest.
  static func offered(for requested: String) -> MCPVersion {
    ofHandshake.first { $0.rawValue == requested } ?? .november2025
  }

  /// True if each request is complete in itself, and each result states its type.
  var isStateless: Bool { Self.ofRequests.contains(self) }

  /// Code of the error for an unknown resource.
  var codeOfMissingResource: RPCError.Code { isStateless ? .invalidParams : .resourceNotFound }

  /// Names in `_meta` of requests.
  enum Meta {
    static let version = "io.modelcontextprotocol/protocolVersion"
    static let capabilities = "io.modelcontextprotocol/clientCapabilities"
    static let serverInfo = "io.modelcontextprotocol/serverInfo"
  }

  /// Reads the version that a request names.
  ///
  /// - Returns: nil for a request without one, of the versions with a handshake.
  /// - Throws: `RPCError` if the version is not supported, or if a required member is missing.
  static func named(in params: JSONTree?) throws(RPCError) -> MCPVersion? {
    guard case .object(let meta)? = params?["_meta"], let value = meta[Meta.version] else {
      return nil
    }
    guard case .string(let text) = value else {
      throw RPCError(.invalidParams, "Invalid “\(Meta.version)”; expected a string.")
    }
    guard let version = ofRequests.first(where: { $0.rawValue == text }) else {
      throw unsupported(text)
    }
    guard case .object? = meta[Meta.capabilities] else {
      throw RPCError(.invalidParams, "The member “_meta.\(Meta.capabilities)” is missing.")
    }
    return version
  }

  /// The error for a version that requests cannot name.
  static func unsupported(_ requested: String) -> RPCError {
    RPCError(
      .unsupportedVersion, "Unsupported protocol version.",
      data: .object([
        "requested": .string(String(requested.prefix(64))),
        "supported": .array(allCases.map { .string($0.rawValue) }),
      ]))
  }
}
