import Bus
import FastJSON

/// A session of one client: it receives messages, and returns the responses.
///
/// It knows no transport. Over stdio, a process has one session for all of its messages; over HTTP,
/// each request has a session of its own (`MCPExchange`).
package actor MCPSession {
  /// The response to a message.
  package enum Response: Sendable {
    /// The message is not answered.
    case none
    /// The response.
    case now(RPCReply)
    /// The response of a request that is in progress; nil if the request is cancelled.
    case later(Task<RPCReply?, Never>)
  }

  private let provider: any MCPProvider
  /// The idempotency key of a request.
  private let key: @Sendable (RPCID, JSONTree?) -> String
  private let sleep: @Sendable (Duration) async throws -> Void
  /// The negotiated version; nil before `initialize`.
  private var version: MCPVersion?
  private var calls: [RPCID: Task<RPCReply?, Never>] = [:]

  /// Creates a session for the messages of one client.
  ///
  /// - Parameters:
  ///   - id: unique id of the session, from which idempotency keys are derived; at most 64 bytes.
  ///   - sleep: waits for the time limit of a request.
  package init(
    _ provider: any MCPProvider, id: String,
    sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
  ) {
    self.provider = provider
    key = { "mcp-\(id)-" + Self.digest($0, $1) }
    self.sleep = sleep
  }

  /// Creates a session for one request, without a handshake before it.
  ///
  /// - Parameters:
  ///   - version: the version that the client negotiated before; nil for `initialize`, and for a
  ///     request that names its version.
  ///   - key: idempotency key of the request, of at most 128 bytes.
  package init(_ provider: any MCPProvider, version: MCPVersion?, key: String) {
    self.provider = provider
    self.key = { _, _ in key }
    self.version = version
    sleep = { try await Task.sleep(for: $0) }
  }

  /// Number of requests in progress.
  package var callCount: Int { calls.count }

  /// Receives a message. Messages must be passed in the order in which the client sent them.
  ///
  /// - Parameter message: one JSON-RPC message, in UTF-8.
  package func receive(_ message: [UInt8]) -> Response { receive(RPCMessage(parsing: message)) }

  /// Receives a message that is already parsed.
  func receive(_ message: RPCMessage) -> Response {
    switch message {
    case .response: return .none
    case .invalid(let id, let error): return .now(RPCResponse.error(id, error))
    case .notification(let method, let params):
      if method == "notifications/cancelled" { cancel(params) }
      return .none
    case .request(let id, let method, let params):
      do throws(RPCError) {
        return try request(id, method, params)
      } catch {
        return .now(RPCResponse.error(id, error))
      }
    }
  }

  /// Receives a message and waits for its response; nil for a message without one.
  package func response(to message: [UInt8]) async -> [UInt8]? {
    await response(to: RPCMessage(parsing: message))?.json
  }

  /// Receives a message that is already parsed, and waits for its response.
  func response(to message: RPCMessage) async -> RPCReply? {
    switch receive(message) {
    case .none: nil
    case .now(let response): response
    case .later(let task): await task.value
    }
  }

  /// Cancels all requests in progress.
  package func cancelAll() {
    for call in calls.values { call.cancel() }
  }

  private func cancel(_ params: JSONTree?) {
    guard let id = params?["requestId"].flatMap({ RPCID($0) }) else { return }
    calls[id]?.cancel()
  }

  // MARK: Requests

  private func request(
    _ id: RPCID, _ method: String, _ params: JSONTree?
  ) throws(RPCError) -> Response {
    guard calls[id] == nil else {
      throw RPCError(.invalidRequest, "A request with this id is in progress.")
    }
    if method == "initialize" { return .now(RPCResponse.result(id, try initialize(params))) }
    let named = try MCPVersion.named(in: params)
    if method == "ping", named == nil { return .now(RPCResponse.result(id, .object([:]))) }
    if method == "server/discover", named == nil {
      throw RPCError(.invalidParams, "The member “_meta.\(MCPVersion.Meta.version)” is missing.")
    }
    guard let version = named ?? version else {
      guard Self.methods.contains(method) else { throw Self.unknown(method) }
      throw RPCError(.invalidRequest, "Send “initialize” first.")
    }
    if let result = try listing(method, params, version) {
      return .now(RPCResponse.result(id, result))
    }
    guard Self.methods.contains(method) else { throw Self.unknown(method) }
    guard calls.count < RPCLimits.maxCalls else {
      throw RPCError(
        .busy, "\(RPCLimits.maxCalls) requests are in progress. Wait for one of their responses.")
    }
    let key = key(id, params)
    let task = Task { await answer(id, method, params, version, key: key) }
    calls[id] = task
    return .later(task)
  }

  /// Methods whose results come from the provider.
  private static let methods: Set<String> = [
    "resources/list", "resources/read", "tools/call", "tools/list", "resources/templates/list",
  ]

  private static func unknown(_ method: String) -> RPCError {
    RPCError(.methodNotFound, "Unknown method.", data: .string(String(method.prefix(64))))
  }

  private func initialize(_ params: JSONTree?) throws(RPCError) -> JSONTree {
    guard case .string(let requested)? = params?["protocolVersion"] else {
      throw RPCError(.invalidParams, "Invalid “protocolVersion”; expected a string.")
    }
    guard version == nil else {
      throw RPCError(.invalidRequest, "The session is already initialized.")
    }
    let offered = MCPVersion.offered(for: requested)
    version = offered
    return .object([
      "capabilities": Self.capabilities, "instructions": .string(provider.server.instructions),
      "protocolVersion": .string(offered.rawValue), "serverInfo": provider.server.tree,
    ])
  }

  private static let capabilities = JSONTree.object([
    "resources": .object([:]), "tools": .object([:]),
  ])

  /// Returns a result that needs no command; nil for other methods.
  private func listing(
    _ method: String, _ params: JSONTree?, _ version: MCPVersion
  ) throws(RPCError) -> JSONTree? {
    switch method {
    case "server/discover" where version.isStateless:
      return complete(
        [
          "capabilities": Self.capabilities,
          "instructions": .string(provider.server.instructions),
          "supportedVersions": .array(MCPVersion.allCases.map { .string($0.rawValue) }),
        ], version, caching: .shared)
    case "tools/list":
      try Self.requireFirstPage(params)
      // They may depend on the permissions of the client.
      return complete(["tools": .array(provider.tools.map(\.tree))], version, caching: .own)
    case "resources/templates/list":
      try Self.requireFirstPage(params)
      return complete(
        ["resourceTemplates": .array(provider.templates.map(\.tree))], version, caching: .own)
    default: return nil
    }
  }

  private static func requireFirstPage(_ params: JSONTree?) throws(RPCError) {
    guard try cursor(params) == nil else {
      throw RPCError(.invalidParams, "Invalid “cursor”; this list has only one page.")
    }
  }

  private static func cursor(_ params: JSONTree?) throws(RPCError) -> String? {
    switch params?["cursor"] {
    case nil: return nil
    case .string(let text)?: return text
    default: throw RPCError(.invalidParams, "Invalid “cursor”; expected a string.")
    }
  }

  /// Adds the members that version 2026-07-28 requires.
  ///
  /// - Parameter caching: the extent to which the result may be cached; nil for a result that does
  ///   not state it.
  private func complete(
    _ members: [String: JSONTree], _ version: MCPVersion, caching: Caching?
  ) -> JSONTree {
    guard version.isStateless else { return .object(members) }
    var members = members
    members["resultType"] = .string("complete")
    members["_meta"] = .object([MCPVersion.Meta.serverInfo: provider.server.tree])
    if let caching {
      members["cacheScope"] = .string(caching == .shared ? "public" : "private")
      members["ttlMs"] = .integer(caching == .never ? 0 : 300_000)
    }
    return .object(members)
  }

  /// Extent to which a result may be cached.
  private enum Caching {
    /// The result is the same for each client, and does not change while the program runs.
    case shared
    /// The result changes rarely, but may differ between clients.
    case own
    /// The result may be different the next time.
    case never
  }

  // MARK: Requests in progress

  /// Executes a request within the time limit.
  ///
  /// - Returns: nil if it is cancelled.
  private func answer(
    _ id: RPCID, _ method: String, _ params: JSONTree?, _ version: MCPVersion, key: String
  ) async -> RPCReply? {
    defer { calls[id] = nil }
    let provider = provider
    let sleep = sleep
    let outcome = await withTaskGroup(of: Result<Answer, RPCError>.self) { group in
      group.addTask { await Self.result(method, params, version, provider, key: key) }
      group.addTask {
        // The sleep ends early only if the request has ended or is cancelled.
        try? await sleep(.milliseconds(RPCLimits.maxCallMs))
        return .failure(
          RPCError(
            .internalError,
            "The request took more than \(RPCLimits.maxCallMs / 1000) s. If it changes data, the change may have taken effect."
          ))
      }
      let first = await group.next()
      group.cancelAll()
      return first
    }
    guard !Task.isCancelled, let outcome else { return nil }
    switch outcome {
    case .success(let answer):
      return RPCResponse.result(
        id, complete(answer.members, version, caching: answer.statesCaching ? .never : nil))
    case .failure(let error): return RPCResponse.error(id, error)
    }
  }

  /// The members of a result.
  private struct Answer: Sendable {
    var members: [String: JSONTree]
    /// True if the result states for how long it can be cached.
    var statesCaching: Bool
  }

  private static func result(
    _ method: String, _ params: JSONTree?, _ version: MCPVersion, _ provider: any MCPProvider,
    key: String
  ) async -> Result<Answer, RPCError> {
    do {
      switch method {
      case "tools/call":
        return .success(
          Answer(members: try await call(params, provider, key: key), statesCaching: false))
      case "resources/list":
        let page = try await provider.resources(after: try cursor(params))
        var members: [String: JSONTree] = ["resources": .array(page.resources.map(\.tree))]
        members["nextCursor"] = page.next.map { .string($0) }
        return .success(Answer(members: members, statesCaching: true))
      case "resources/read":
        return .success(
          Answer(members: try await read(params, version, provider), statesCaching: true))
      default: return .failure(unknown(method))
      }
    } catch let error as RPCError {
      return .failure(error)
    } catch {
      return .failure(RPCError(.internalError, "Internal error: \(error)."))
    }
  }

  private static func call(
    _ params: JSONTree?, _ provider: any MCPProvider, key: String
  ) async throws -> [String: JSONTree] {
    guard let name = params?["name"]?.text else {
      throw RPCError(.invalidParams, "Invalid “name”; expected the name of a tool.")
    }
    guard provider.tools.contains(where: { $0.name == name }) else {
      throw RPCError(.invalidParams, "Unknown tool.", data: .string(String(name.prefix(64))))
    }
    let arguments = params?["arguments"] ?? .object([:])
    guard case .object = arguments else {
      throw RPCError(.invalidParams, "Invalid “arguments”; expected an object.")
    }
    guard case .object(let members) = try await provider.call(name, arguments, key: key).tree else {
      return [:]
    }
    return members
  }

  private static func read(
    _ params: JSONTree?, _ version: MCPVersion, _ provider: any MCPProvider
  ) async throws -> [String: JSONTree] {
    guard let uri = params?["uri"]?.text else {
      throw RPCError(.invalidParams, "Invalid “uri”; expected a string.")
    }
    guard let contents = try await provider.read(uri) else {
      throw RPCError(
        version.codeOfMissingResource, "Resource not found.",
        data: .object(["uri": .string(String(uri.prefix(200)))]))
    }
    let content: [String: JSONTree] = [
      "mimeType": .string(contents.mimeType), "text": .string(contents.text),
      "uri": .string(uri),
    ]
    return ["contents": .array([.object(content)])]
  }

  /// A digest of a request (FNV-1a, 64 bits), so that a repeated request has the same key. A client
  /// that finds a collision affects only its own session.
  private static func digest(_ id: RPCID, _ params: JSONTree?) -> String {
    var writer = JSONWriter()
    let parts = [id.tree, params?["name"] ?? .null, params?["arguments"] ?? .null]
    JSONTree.array(parts).write(to: &writer)
    return String(writer.withBytes { FNV1a.hash($0) }, radix: 16)
  }
}
