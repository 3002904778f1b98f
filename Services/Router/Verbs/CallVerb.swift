import ArchiveAPI
import Bus
import FastJSON
import Foundation
import RouterAPI
import SnapshotAPI

/// The `standups call` command.
enum CallVerb {
  static let target = Argument<CallTarget>.required(
    "TARGET", completion: .methods, help: "Command from docs/asyncapi.yaml, such as standups.list.")
  static let body = Argument<String?>.optional(
    "JSON",
    help: "Body, a JSON object; “-” reads it from standard input. Default: {}.")
  static let about = Argument<String?>.option(
    "--about", placeholder: "ID",
    help:
      "Id of your own work that the command is about, such as tool/egg (“key” in the header).")
  static let idempotency = Argument<String?>.option(
    "--idempotency-key", placeholder: "KEY",
    help: "Idempotency key. Repeating a call with the same key returns the first reply.")

  static let verb = Verb(
    "call", summary: "Send any bus command and print its reply.",
    details: """
      Use this if no other command does what you need. The call goes to the service that handles TARGET, and \
      the reply is printed as received. Unknown members are sent anyway, with a warning. Retries and permissions \
      are the same as for other commands. Commands with binary parts, such as audio, and commands from the router to \
      its services cannot be sent.
      """,
    arguments: [target, body, about, idempotency],
    examples: [
      .init("standups call standups.list", "All standups, as JSON."),
      .init("standups call standups.list '{\"limit\":1}'", "With a body."),
      .init(
        "echo '{\"limit\":1}' | standups call standups.list - | jq -c .",
        "With a body from standard input."),
      .init(
        "standups call timer.start '{\"id\":\"tool/egg\",\"durationMs\":1000,\"speakers\":1}' --about tool/egg",
        "For work that you own."),
    ],
    json: "The reply on one line, the same as without --json."
  ) { values, context in
    let target = try values[target]
    let text = try values[body] ?? "{}"
    let data = text == "-" ? try context.input.all() : Data(text.utf8)
    guard let json = try? RawJSON(validating: data), json.isObject else {
      throw Failure(
        .data, code: "invalid", "Invalid JSON; expected an object such as {\"limit\":1}.")
    }
    let unknown = target.unknownMembers(json)
    if !unknown.isEmpty {
      let names = unknown.map { "“\(DisplayText.safe($0))”" }.joined(separator: ", ")
      let nouns = unknown.count == 1 ? "member" : "members"
      context.note(
        "\(target.text) ignores the unknown \(nouns) \(names). See docs/asyncapi.yaml for its members."
      )
    }
    let reply = try await context.connected { connection in
      try await connection.call(
        target.text, json, about: try values[about], idempotencyKey: try values[idempotency])
    }
    try context.console.print(DisplayText.safeJSON(String(decoding: reply, as: UTF8.self)))
  }
}

extension Connection {
  /// Sends a command by its wire name.
  ///
  /// - Returns: the reply as JSON.
  func call(
    _ target: String, _ body: RawJSON, about key: String?, idempotencyKey: String?
  ) async throws -> Data {
    guard let caller = caller as? any TargetCaller else {
      throw Failure(.software, code: "internal", "This connection cannot send commands by name.")
    }
    let id = UUID()
    sent?.add(id)
    return try await caller.request(
      target, body: Data(body.bytes), attachments: [], key: key,
      options: CallOptions(
        timeoutMs: timeoutMs, idempotencyKey: idempotencyKey, id: id,
        traceparent: tracing.traceparent(for: id)))
  }
}

/// The wire name of a command: words separated by dots.
struct CallTarget: ArgumentValue, Hashable {
  var text: String
  init(argument: String) throws {
    let words = argument.split(separator: ".", omittingEmptySubsequences: false)
    let isName = words.allSatisfy { word in
      !word.isEmpty && word.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
    }
    guard isName, words.count >= 2, argument.utf8.count <= 200 else {
      throw UsageError(message: "expected a command such as standups.list")
    }
    text = argument
  }
  static var placeholder: String { "TARGET" }

  /// Returns the names of all available commands: those that connected services accept from
  /// operators, and the router's own.
  static func all(_ connection: Connection) async throws -> [String] {
    let services = try await ListServices.all { try await connection.send($0) }
    let theirs = services.flatMap(\.commands).filter { $0.access.isGranted(to: .operator) }
    return Set(theirs.map(\.target) + ofRouter.map { $0.target }).sorted()
  }
}
