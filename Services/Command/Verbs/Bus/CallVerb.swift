import ArchiveAPI
import Bus
import FastJSON
import Foundation
import RouterAPI
import SnapshotAPI

/// `standups call`
enum CallVerb {
  static let target = Argument<CallTarget>.required(
    "TARGET", completion: .methods, help: "A method of docs/asyncapi.yaml, such as standups.list.")
  static let body = Argument<String?>.optional(
    "JSON",
    help: "What is said with it, a JSON object; “-” reads it from standard input. {} unless told.")
  static let about = Argument<String?>.option(
    "--about", placeholder: "ID",
    help: "The work that it is about, where it has an owner: the header’s “key”, such as tool/egg.")
  static let idempotency = Argument<String?>.option(
    "--idempotency-key", placeholder: "KEY",
    help: "Said twice with the same one, it is done once, and answered as the first time.")

  static let verb = Verb(
    "call", summary: "Send any command of the bus, and print its reply.",
    details: """
      For what no other command is there for: it goes to the service that answers TARGET, and the reply is \
      printed as it came. A member that the command does not have is sent, with a warning. It is tried again as other commands are, and refused as they are. Commands that \
      have binary parts, such as audio, and those of the router to its services cannot be sent so.
      """,
    arguments: [target, body, about, idempotency],
    examples: [
      .init("standups call standups.list", "All standups, as JSON."),
      .init("standups call standups.list '{\"limit\":1}'", "With a body."),
      .init(
        "echo '{\"limit\":1}' | standups call standups.list - | jq -c .", "From another program."),
      .init(
        "standups call timer.start '{\"id\":\"tool/egg\",\"durationMs\":1000,\"speakers\":1}' --about tool/egg",
        "About work of one’s own."),
    ],
    json: "The reply, as without it; it is one line."
  ) { values, context in
    let target = try values[target]
    let text = try values[body] ?? "{}"
    let data = text == "-" ? try context.input.all() : Data(text.utf8)
    guard let json = try? RawJSON(validating: data), json.isObject else {
      throw Failure(.data, code: "invalid", "JSON is no JSON object such as {\"limit\":1}.")
    }
    let unknown = target.unknownMembers(json)
    if !unknown.isEmpty {
      let names = unknown.map { "“\(DisplayText.safe($0))”" }.joined(separator: ", ")
      context.note(
        "\(target.text) has no \(names), which is ignored: see docs/asyncapi.yaml for its members.")
    }
    let reply = try await context.connected { connection in
      try await connection.call(
        target.text, json, about: try values[about], idempotencyKey: try values[idempotency])
    }
    try context.console.print(DisplayText.safeJSON(String(decoding: reply, as: UTF8.self)))
  }
}

extension Connection {
  /// Sends a command by its name on the wire.
  ///
  /// - Returns: the reply as JSON.
  func call(
    _ target: String, _ body: RawJSON, about key: String?, idempotencyKey: String?
  ) async throws -> Data {
    guard let caller = caller as? any TargetCaller else {
      throw Failure(.software, code: "internal", "This connection knows no commands by name.")
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

/// The name of a command on the wire: words with dots between them.
struct CallTarget: ArgumentValue, Hashable {
  var text: String
  init(argument: String) throws {
    let words = argument.split(separator: ".", omittingEmptySubsequences: false)
    let isName = words.allSatisfy { word in
      !word.isEmpty && word.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
    }
    guard isName, words.count >= 2, argument.utf8.count <= 200 else {
      throw UsageError(message: "is no name of a command such as standups.list")
    }
    text = argument
  }
  static var placeholder: String { "TARGET" }

  /// The commands that the router answers itself.
  static let ofRouter: [any BusCommand.Type] = [
    GetArchiveContents.self, GetArchiveDigests.self, GetArchiveDocuments.self,
    RestoreDocuments.self, FinishRestore.self, EventHeads.self, EventReplay.self,
    EventSnapshot.self, PublishEvents.self, ListServices.self, ListBindings.self, GetHealth.self,
    DeadLetters.self, ListConnections.self, GetTrace.self, ListTraces.self,
  ]

  /// All that can be sent now: what the services that are connected answer to tools, and the router.
  static func all(_ connection: Connection) async throws -> [String] {
    let services = try await ListServices.all { try await connection.send($0) }
    let theirs = services.flatMap(\.commands).filter { $0.access != .parent }.map(\.target)
    return Set(theirs + ofRouter.map { $0.target }).sorted()
  }
}
