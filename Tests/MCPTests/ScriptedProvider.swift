import FastJSON
import MCP

/// A server with the tools `echo`, `fail` and `wait`, and the resources `x:1` and `x:2`.
actor ScriptedProvider: MCPProvider {
  /// Idempotency keys of the calls, in order.
  private(set) var keys: [String] = []

  nonisolated var server: MCPServerInfo {
    MCPServerInfo(
      name: "scripted", title: "Scripted", version: "1", instructions: "Be careful.")
  }

  nonisolated var tools: [MCPTool] {
    ["echo", "fail", "wait"].map {
      MCPTool(
        name: $0, title: $0, description: $0, input: .object(["type": .string("object")]),
        output: .object(["type": .string("object")]), isReadOnly: true, isIdempotent: true)
    }
  }

  nonisolated var templates: [MCPTemplate] {
    [
      MCPTemplate(
        uriTemplate: "x:{n}", name: "x", title: "X", description: "A number.",
        mimeType: "text/plain")
    ]
  }

  func call(_ name: String, _ arguments: JSONTree, key: String) async throws -> MCPToolResult {
    keys.append(key)
    switch name {
    case "fail": throw RPCError(.internalError, "It failed.")
    case "wait":
      // Ends when it is cancelled.
      while !Task.isCancelled { await Task.yield() }
      throw CancellationError()
    default: return MCPToolResult(texts: [MCPText("Echo.")], structured: arguments)
    }
  }

  func resources(after cursor: String?) async throws -> MCPResourcePage {
    let number = cursor ?? "1"
    return MCPResourcePage(
      resources: [
        MCPResource(
          uri: "x:\(number)", name: number, title: number, description: number,
          mimeType: "text/plain")
      ], next: number == "1" ? "2" : nil)
  }

  func read(_ uri: String) async throws -> MCPContents? {
    uri == "x:1" ? MCPContents(text: "one", mimeType: "text/plain") : nil
  }
}

extension MCPSession {
  /// Sends a request, and returns the response.
  func call(_ method: String, _ params: String = "{}", id: Int = 1) async -> JSONTree? {
    await reply(#"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)","params":\#(params)}"#)
  }

  /// Sends a message, and returns the response; nil for none.
  func reply(_ message: String) async -> JSONTree? {
    await response(to: Array(message.utf8)).flatMap { JSONTree(RawJSON(unchecked: $0)) }
  }
}

extension [UInt8] {
  /// A call of a tool without arguments.
  static func call(_ name: String, id: Int) -> [UInt8] {
    Array(
      #"{"jsonrpc":"2.0","id":\#(id),"method":"tools/call","params":{"name":"\#(name)"}}"#.utf8)
  }
}

extension JSONTree? {
  /// Code of the error in a response; nil for a result.
  var code: Int64? {
    guard case .integer(let code)? = self?["error"]?["code"] else { return nil }
    return code
  }
}
