import Bus
import FastJSON
import Foundation
import MCP

/// A tool of an assistant: its description, and the code that calls it.
struct AssistantTool: Sendable {
  let description: MCPTool
  /// The arguments that the tool accepts.
  let arguments: Set<String>
  /// The commands that the tool sends.
  let targets: Set<String>
  /// Calls the tool with arguments that it accepts.
  let call: @Sendable (_ arguments: JSONTree, _ call: AssistantCall) async throws -> MCPToolResult
}

/// The context of a call.
struct AssistantCall: Sendable {
  let bus: any AssistantBus
  /// Idempotency key of the call.
  let key: String
  /// A new random id, which marks user content.
  let markID: UUID
  /// True if the model set the option of the tool.
  var hasOption = false
}

/// An argument of a tool, true or false, that its command does not have.
struct ToolOption: Sendable {
  let name: String
  /// Sentence for the model.
  let help: String
}

/// The result of a tool that sends a command.
struct Shown<Reply: Encodable & Sendable>: Sendable {
  /// Sentence about the result, without user content.
  var sentence: String
  /// The user content as lines; empty for none.
  var lines: [String]
  /// The reply, without transcripts.
  var reply: Reply
}

extension AssistantTool {
  /// Creates a tool that sends a command. Its schemas and the start of its description come from the
  /// contract.
  ///
  /// - Parameters:
  ///   - arguments: the members of the command that the model may set.
  ///   - option: an argument in addition to them; default: false.
  ///   - note: sentences for the model, in addition to the description of the command.
  ///   - run: sends the command, and describes the reply.
  init<Command: BusCommand>(
    _ name: String, title: String, sending command: Command.Type, arguments: [String],
    option: ToolOption? = nil, note: String = "", isReadOnly: Bool = true,
    isIdempotent: Bool = true,
    run: @escaping @Sendable (Command, AssistantCall) async throws -> Shown<Command.Reply>
  ) {
    let target = Command.target
    description = MCPTool(
      name: name, title: title,
      description: [CommandSchemas.descriptions[target] ?? "", note].filter { !$0.isEmpty }
        .joined(separator: " "),
      input: ToolSchemas.input(target, arguments, option), output: ToolSchemas.output(target),
      isReadOnly: isReadOnly, isIdempotent: isIdempotent)
    self.arguments = Set(arguments + [option?.name].compactMap(\.self))
    targets = [target]
    call = { arguments, call in
      let (arguments, hasOption) = try Self.taking(option, from: arguments)
      var call = call
      call.hasOption = hasOption
      let command = try RawJSON(encoding: arguments).decode(as: Command.self)
      let shown = try await run(command, call)
      let structured = try JSONTree.encoding(shown.reply)
      guard structured.sizeBytes <= AssistantLimits.maxResultBytes else { throw Self.tooLarge }
      let texts =
        shown.lines.isEmpty
        ? [] : UserContent.marked("text", shown.lines.joined(separator: "\n"), id: call.markID)
      return MCPToolResult(
        texts: [MCPText(shown.sentence)] + texts, structured: UserContent.structured(structured))
    }
  }

  /// Removes the option from arguments, and returns its value.
  ///
  /// - Throws: `invalid` if it is neither true nor false.
  private static func taking(
    _ option: ToolOption?, from arguments: JSONTree
  ) throws -> (JSONTree, Bool) {
    guard let option, case .object(var members) = arguments,
      let value = members.removeValue(forKey: option.name)
    else { return (arguments, false) }
    guard case .bool(let isSet) = value else {
      throw BusError(.invalid, "“\(option.name)” must be true or false.")
    }
    return (.object(members), isSet)
  }

  /// Sends a command for a page of a list; with a smaller limit if the reply is too large.
  ///
  /// - Parameters:
  ///   - limit: the requested number of elements; nil for the default.
  ///   - page: sends the command with a limit, and removes transcripts from the reply.
  static func page<Reply: Encodable>(
    _ limit: Int?, _ page: (Int) async throws -> Reply
  ) async throws -> Reply {
    let sizes = AssistantLimits.pageSizes
    guard (1...sizes.most).contains(limit ?? sizes.usual) else {
      throw BusError(.invalid, "Invalid limit; expected 1 to \(sizes.most).")
    }
    var size = limit ?? sizes.usual
    while true {
      let reply = try await page(size)
      let bytes = try JSONTree.encoding(reply).sizeBytes
      if bytes <= AssistantLimits.maxResultBytes { return reply }
      guard size > 1 else { throw tooLarge }
      size /= 2
    }
  }

  private static let tooLarge = BusError(
    .tooLarge, "The result is too long for an assistant. Read it on the page or with “standups”.")
}

extension JSONTree {
  /// Encodes a value in the form that crosses the bus.
  static func encoding(_ value: some Encodable) throws -> JSONTree {
    JSONTree(try RawJSON(encoding: value)) ?? .null
  }

  /// Size as JSON, in bytes.
  var sizeBytes: Int {
    var writer = JSONWriter()
    write(to: &writer)
    return writer.count
  }
}

/// JSON Schemas of tools, from those of the commands that they send.
enum ToolSchemas {
  /// The schema of a command's body, with only the members that a model may set, and the option.
  static func input(
    _ target: String, _ arguments: [String], _ option: ToolOption? = nil
  ) -> JSONTree {
    let body = schema(CommandSchemas.bodies[target])
    var properties: [String: JSONTree] = [:]
    for name in arguments { properties[name] = body["properties"]?[name] }
    if properties["limit"] != nil {
      let sizes = AssistantLimits.pageSizes
      properties["limit"] = .object([
        "default": .integer(Int64(sizes.usual)),
        "description": .string(
          "Maximum number of elements per page. A page may contain fewer if they are long."),
        "maximum": .integer(Int64(sizes.most)), "minimum": .integer(1), "type": .string("integer"),
      ])
    }
    if let option {
      properties[option.name] = .object([
        "default": .bool(false), "description": .string(option.help), "type": .string("boolean"),
      ])
    }
    let required: [JSONTree] =
      if case .array(let names)? = body["required"] {
        names.filter { name in name.text.map { arguments.contains($0) } ?? false }
      } else {
        []
      }
    return input(properties, required: required)
  }

  /// The schema of arguments, without any others.
  static func input(_ properties: [String: JSONTree], required: [JSONTree]) -> JSONTree {
    var schema: [String: JSONTree] = [
      "additionalProperties": .bool(false), "properties": .object(properties),
      "type": .string("object"),
    ]
    if !required.isEmpty { schema["required"] = .array(required) }
    return .object(schema)
  }

  /// The schema of a member of a command's body.
  static func member(_ name: String, of target: String) -> JSONTree {
    schema(CommandSchemas.bodies[target])["properties"]?[name] ?? .object([:])
  }

  /// The schema of a command's reply, with the schemas to which it refers.
  static func output(_ target: String) -> JSONTree {
    let reply = schema(CommandSchemas.replies[target])
    var definitions: [String: JSONTree] = [:]
    var new = references(reply)
    while let name = new.popFirst() {
      let definition = schema(CommandSchemas.definitions[name])
      definitions[name] = definition
      new.formUnion(references(definition).subtracting(definitions.keys))
    }
    guard case .object(var members) = reply else { return reply }
    // A root that is only a reference has no type, which clients require.
    members["type"] = .string("object")
    var properties: [String: JSONTree] = [:]
    if case .object(let own)? = members["properties"] { properties = own }
    properties[UserContent.noticeName] = UserContent.noticeSchema
    members["properties"] = .object(properties)
    if !definitions.isEmpty { members["$defs"] = .object(definitions) }
    return .object(members)
  }

  private static func references(_ schema: JSONTree) -> Set<String> {
    switch schema {
    case .string(let text):
      text.hasPrefix("#/$defs/") ? [String(text.dropFirst("#/$defs/".count))] : []
    case .array(let elements): elements.reduce(into: []) { $0.formUnion(references($1)) }
    case .object(let members): members.values.reduce(into: []) { $0.formUnion(references($1)) }
    case .null, .bool, .integer, .unsigned, .number: []
    }
  }

  /// A generated schema; one that accepts any object if it is missing, which a test reports.
  private static func schema(_ text: String?) -> JSONTree {
    text.flatMap { JSONTree(RawJSON(unchecked: Array($0.utf8))) } ?? .object([:])
  }
}
