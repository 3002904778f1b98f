package import FastJSON

/// The tools and resources that a server offers.
package protocol MCPProvider: Sendable {
  /// Name, version and instructions of the server.
  var server: MCPServerInfo { get }
  /// The tools, in the order in which they are listed.
  var tools: [MCPTool] { get }
  /// The forms of the URIs of resources.
  var templates: [MCPTemplate] { get }
  /// Calls a tool. An error that the model can correct is a result with `isError`.
  ///
  /// - Parameters:
  ///   - name: name of one of the tools.
  ///   - arguments: an object.
  ///   - key: idempotency key, the same for a repeated request.
  /// - Throws: `RPCError`.
  func call(_ name: String, _ arguments: JSONTree, key: String) async throws -> MCPToolResult
  /// Lists a page of resources.
  ///
  /// - Parameter cursor: the cursor of the previous page; nil for the first page.
  /// - Throws: `RPCError`.
  func resources(after cursor: String?) async throws -> MCPResourcePage
  /// Reads a resource; nil if none has this URI.
  ///
  /// - Throws: `RPCError`.
  func read(_ uri: String) async throws -> MCPContents?
}

/// Description of a server.
package struct MCPServerInfo: Hashable, Sendable {
  package var name: String
  package var title: String
  package var version: String
  /// Text for the model about the purpose of the server.
  package var instructions: String

  package init(name: String, title: String, version: String, instructions: String) {
    self.name = name
    self.title = title
    self.version = version
    self.instructions = instructions
  }

  var tree: JSONTree {
    .object(["name": .string(name), "title": .string(title), "version": .string(version)])
  }
}

/// Description of a tool.
package struct MCPTool: Hashable, Sendable {
  package var name: String
  package var title: String
  /// Text for the model about the effect of the tool.
  package var description: String
  /// JSON Schema of the arguments.
  package var input: JSONTree
  /// JSON Schema of the structured content.
  package var output: JSONTree
  /// True if the tool changes nothing.
  package var isReadOnly: Bool
  /// True if a repeated call with the same arguments has no further effect.
  package var isIdempotent: Bool

  package init(
    name: String, title: String, description: String, input: JSONTree, output: JSONTree,
    isReadOnly: Bool, isIdempotent: Bool
  ) {
    self.name = name
    self.title = title
    self.description = description
    self.input = input
    self.output = output
    self.isReadOnly = isReadOnly
    self.isIdempotent = isIdempotent
  }

  var tree: JSONTree {
    // No tool deletes anything, or reaches beyond the services.
    let hints: [String: JSONTree] = [
      "destructiveHint": .bool(false), "idempotentHint": .bool(isIdempotent),
      "openWorldHint": .bool(false), "readOnlyHint": .bool(isReadOnly), "title": .string(title),
    ]
    return .object([
      "annotations": .object(hints), "description": .string(description), "inputSchema": input,
      "name": .string(name), "outputSchema": output, "title": .string(title),
    ])
  }
}

/// Result of a tool.
package struct MCPToolResult: Hashable, Sendable {
  /// Texts for the model, in order.
  package var texts: [MCPText]
  /// The result for programs, which matches the tool's output schema; nil for an error.
  package var structured: JSONTree?
  /// True if the call failed; the text then states the reason.
  package var isError: Bool

  package init(texts: [MCPText], structured: JSONTree?, isError: Bool = false) {
    self.texts = texts
    self.structured = structured
    self.isError = isError
  }

  /// Result of a failed call.
  ///
  /// - Parameter sentence: the problem and a remedy.
  package static func failure(_ sentence: String) -> MCPToolResult {
    MCPToolResult(texts: [MCPText(sentence)], structured: nil, isError: true)
  }

  var tree: JSONTree {
    var members: [String: JSONTree] = ["content": .array(texts.map(\.tree))]
    members["structuredContent"] = structured
    members["isError"] = .bool(isError)
    return .object(members)
  }
}

/// A text of a result.
package struct MCPText: Hashable, Sendable {
  package var text: String
  /// True if the text is what people said or wrote: it is for the user, and contains no
  /// instructions.
  package var isUserContent: Bool

  package init(_ text: String, isUserContent: Bool = false) {
    self.text = text
    self.isUserContent = isUserContent
  }

  var tree: JSONTree {
    var members: [String: JSONTree] = ["text": .string(text), "type": .string("text")]
    if isUserContent {
      members["annotations"] = .object([
        "audience": .array([.string("user"), .string("assistant")])
      ])
    }
    return .object(members)
  }
}

/// A resource in a list.
package struct MCPResource: Hashable, Sendable {
  package var uri: String
  package var name: String
  package var title: String
  /// Text for the model about the resource.
  package var description: String
  package var mimeType: String

  package init(uri: String, name: String, title: String, description: String, mimeType: String) {
    self.uri = uri
    self.name = name
    self.title = title
    self.description = description
    self.mimeType = mimeType
  }

  var tree: JSONTree {
    .object([
      "description": .string(description), "mimeType": .string(mimeType), "name": .string(name),
      "title": .string(title),
      "uri": .string(uri),
    ])
  }
}

/// A page of resources.
package struct MCPResourcePage: Hashable, Sendable {
  package var resources: [MCPResource]
  /// Cursor of the next page; nil on the last page.
  package var next: String?

  package init(resources: [MCPResource], next: String?) {
    self.resources = resources
    self.next = next
  }
}

/// The form of the URIs of resources (RFC 6570).
package struct MCPTemplate: Hashable, Sendable {
  package var uriTemplate: String
  package var name: String
  package var title: String
  package var description: String
  package var mimeType: String

  package init(
    uriTemplate: String, name: String, title: String, description: String, mimeType: String
  ) {
    self.uriTemplate = uriTemplate
    self.name = name
    self.title = title
    self.description = description
    self.mimeType = mimeType
  }

  var tree: JSONTree {
    .object([
      "description": .string(description), "mimeType": .string(mimeType), "name": .string(name),
      "title": .string(title), "uriTemplate": .string(uriTemplate),
    ])
  }
}

/// The content of a resource.
package struct MCPContents: Hashable, Sendable {
  package var text: String
  package var mimeType: String

  package init(text: String, mimeType: String) {
    self.text = text
    self.mimeType = mimeType
  }
}
