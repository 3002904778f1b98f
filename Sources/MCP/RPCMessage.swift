package import FastJSON

/// A message of JSON-RPC 2.0 (jsonrpc.org/specification), as a client sends it.
package enum RPCMessage: Hashable, Sendable {
  /// A request, which is answered under its id.
  case request(RPCID, method: String, params: JSONTree?)
  /// A notification, which is not answered.
  case notification(method: String, params: JSONTree?)
  /// A response. The server sends no requests, so it is ignored.
  case response
  /// A message that cannot be accepted. Its id is nil if it has none that can be read.
  case invalid(RPCID?, RPCError)

  /// Parses one message.
  ///
  /// Batches are rejected: no supported version of the Model Context Protocol has them.
  ///
  /// - Parameter bytes: JSON in UTF-8, of at most `RPCLimits.maxMessageBytes`.
  package init(parsing bytes: some Collection<UInt8>) {
    guard bytes.count <= RPCLimits.maxMessageBytes else {
      self = .invalid(nil, .tooLong)
      return
    }
    guard let json = try? RawJSON(validating: bytes), let tree = JSONTree(json) else {
      self = .invalid(
        nil,
        RPCError(
          .parseError,
          "Invalid JSON; expected one message in UTF-8, nested at most \(JSONReader.rawDepth) levels deep."
        ))
      return
    }
    self = Self.message(tree)
  }

  private static func message(_ tree: JSONTree) -> RPCMessage {
    if case .array = tree {
      return .invalid(
        nil, RPCError(.invalidRequest, "Batches are not supported. Send each message separately."))
    }
    guard case .object(let members) = tree else {
      return .invalid(nil, RPCError(.invalidRequest, "Invalid message; expected an object."))
    }
    let id = members["id"].flatMap { RPCID($0) }
    func invalid(_ sentence: String) -> RPCMessage {
      .invalid(id, RPCError(.invalidRequest, sentence))
    }
    guard members["jsonrpc"] == .string("2.0") else {
      return invalid("Invalid “jsonrpc”; expected “2.0”.")
    }
    guard let name = members["method"] else {
      return members["result"] == nil && members["error"] == nil
        ? invalid("The member “method” is missing.") : .response
    }
    guard case .string(let method) = name else {
      return invalid("Invalid “method”; expected a string.")
    }
    switch members["params"] {
    case nil, .object: break
    default:
      return .invalid(id, RPCError(.invalidParams, "Invalid “params”; expected an object."))
    }
    guard members["id"] != nil else {
      return .notification(method: method, params: members["params"])
    }
    guard let id else {
      return invalid(
        "Invalid “id”; expected an integer, or a string of at most \(RPCLimits.maxIDBytes) bytes.")
    }
    return .request(id, method: method, params: members["params"])
  }
}

/// The id of a request.
package enum RPCID: Hashable, Sendable {
  case number(Int64)
  case string(String)

  /// Reads an id; nil for null, a fraction, a long string or a value of another type.
  init?(_ tree: JSONTree) {
    switch tree {
    case .integer(let number): self = .number(number)
    case .string(let text) where text.utf8.count <= RPCLimits.maxIDBytes: self = .string(text)
    default: return nil
    }
  }

  /// The id as JSON.
  package var tree: JSONTree {
    switch self {
    case .number(let number): .integer(number)
    case .string(let text): .string(text)
    }
  }
}

/// Bounds of the messages.
package enum RPCLimits {
  /// Maximum size of a message from a client, in bytes.
  package static let maxMessageBytes = 1_000_000
  /// Maximum size of a request id that is a string, in bytes.
  package static let maxIDBytes = 128
  /// Maximum number of requests of a session that are in progress.
  package static let maxCalls = 16
  /// Time limit of a request, in milliseconds.
  package static let maxCallMs: Int64 = 60_000
}

/// An error of the protocol, in place of a result.
package struct RPCError: Error, Hashable, Sendable {
  /// The reason for the error.
  package enum Code: Int64, Hashable, Sendable {
    /// The message is not JSON.
    case parseError = -32700
    /// The message is not a request.
    case invalidRequest = -32600
    /// The method does not exist, or not in this version of the protocol.
    case methodNotFound = -32601
    /// A parameter is missing or invalid.
    case invalidParams = -32602
    /// The request failed for another reason.
    case internalError = -32603
    /// Too many requests of the session are in progress.
    case busy = -32000
    /// The resource does not exist; used up to version 2025-11-25.
    case resourceNotFound = -32002
    /// A header field of an HTTP request is missing, or does not match its body.
    case headerMismatch = -32020
    /// The version of the protocol that a request names is not supported.
    case unsupportedVersion = -32022
  }

  /// The reason for the error.
  package var code: Code
  /// Sentence that states the problem.
  package var message: String
  /// Additional information for programs.
  package var data: JSONTree?

  /// Creates an error.
  package init(_ code: Code, _ message: String, data: JSONTree? = nil) {
    self.code = code
    self.message = message
    self.data = data
  }

  static let tooLong = RPCError(
    .invalidRequest, "The message has more than \(RPCLimits.maxMessageBytes) bytes.")
}

/// A response.
package struct RPCReply: Hashable, Sendable {
  /// The response as JSON without line breaks.
  package var json: [UInt8]
  /// Code of the error; nil for a result.
  package var code: RPCError.Code?
}

/// Creates responses.
enum RPCResponse {
  static func result(_ id: RPCID, _ result: JSONTree) -> RPCReply {
    RPCReply(json: bytes(["id": id.tree, "jsonrpc": .string("2.0"), "result": result]))
  }

  static func error(_ id: RPCID?, _ error: RPCError) -> RPCReply {
    var body: [String: JSONTree] = [
      "code": .integer(error.code.rawValue), "message": .string(error.message),
    ]
    body["data"] = error.data
    return RPCReply(
      json: bytes(["error": .object(body), "id": id?.tree ?? .null, "jsonrpc": .string("2.0")]),
      code: error.code)
  }

  private static func bytes(_ members: [String: JSONTree]) -> [UInt8] {
    var writer = JSONWriter()
    JSONTree.object(members).write(to: &writer)
    return writer.withBytes { Array($0) }
  }
}
