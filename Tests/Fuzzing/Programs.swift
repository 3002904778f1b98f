#if DEBUG || FUZZING
  import AssistantTools
  import Bus
  import Dispatch
  import FastJSON
  import Foundation
  import MCP
  import Threads

  @testable import GatewayService
  @testable import WebServer

  /// Input from programs with a token: assistants over HTTP, the token itself, and requests for events.
  enum Programs {
    // MARK: Assistants

    /// Receives a message of an assistant: the header fields of the protocol line by line, an empty line, and the
    /// body. Checks that the response is JSON with the id of the request, or has no body.
    static func assistant(_ bytes: [UInt8]) throws {
      let (lines, body) = parts(bytes)
      func values(_ name: String) -> [String] {
        lines.filter { $0.hasPrefix("\(name): ") }.map { String($0.dropFirst(name.count + 2)) }
      }
      let fields = MCPExchange.Fields(
        version: values("version"), method: values("method"), name: values("name"))
      let assistant = StandupsAssistant(EmptyBus(), version: "0", newID: { UUID() })
      let exchange = MCPExchange(assistant, fields, key: "k")
      guard let reply = waiting(for: { await exchange.reply(to: body) }) else {
        throw Finding("the reply is missing")
      }
      guard let json = reply.json else {
        return try expect(reply.status == 202, "\(reply.status) without a body")
      }
      try expect([200, 400, 404].contains(reply.status), "\(reply.status) with a body")
      let tree = (try? RawJSON(validating: json)).flatMap { JSONTree($0) }
      try expect(
        tree?["jsonrpc"]?.text == "2.0" && (tree?["result"] == nil) != (tree?["error"] == nil),
        "“\(String(decoding: json, as: UTF8.self))” is not a response")
      let sent = (try? RawJSON(validating: body)).flatMap { JSONTree($0) }
      try expect(
        tree?["id"] == .null || tree?["id"] == sent?["id"],
        "the response to \(sent?["id"] as Any) has the id \(tree?["id"] as Any)")
      try expect(
        tree?["result"] == nil || reply.status == 200, "a result has the status \(reply.status)")
    }

    /// A bus on which no standup exists.
    private struct EmptyBus: AssistantBus {
      func send<Command: BusCommand>(
        _ command: Command, idempotencyKey: String?
      ) async throws -> Command.Reply {
        throw BusError(.notFound, "\(Command.target): not found.")
      }
    }

    /// Waits for an asynchronous function. The caller must not be a thread of Swift's pool, which may have only one.
    private static func waiting<Value: Sendable>(
      for body: @escaping @Sendable () async -> Value
    ) -> Value? {
      let (result, isOver) = (Locked<Value?>(nil), DispatchSemaphore(value: 0))
      Task {
        let value = await body()
        result.withLock { $0 = value }
        isOver.signal()
      }
      isOver.wait()
      return result.withLock { $0 }
    }

    // MARK: Tokens

    /// Parses `Authorization` fields, one per line: a token is accepted only if it is alone, and nothing is lost.
    static func token(_ bytes: [UInt8]) throws {
      let lines = String(decoding: bytes, as: UTF8.self).split(
        omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      let fields = lines.map { WebRequest.Field("Authorization", String($0)) }
      let request = WebRequest(method: "GET", target: "/", fields: fields)
      guard let token = BearerToken(request) else { return }
      let words = lines[0].split(separator: " ")
      try expect(
        lines.count == 1 && words.count == 2 && words[0].lowercased() == "bearer",
        "a token is found in \(lines)")
      try expect(
        words[1].hasPrefix("standups_") && token.hash == Secret.hash(String(words[1])),
        "\(token.hash) is not the hash of “\(words[1])”")
    }

    // MARK: Events

    /// Parses a request for Server-Sent Events: its query, and a `Last-Event-ID` in each further line. Checks that
    /// the bounds hold, and that the result written as a query is the same.
    static func events(_ bytes: [UInt8]) throws {
      let lines = String(decoding: bytes, as: UTF8.self).split(
        omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      let ids = lines.dropFirst().map { WebRequest.Field("Last-Event-ID", String($0)) }
      let query = try EventQuery(
        WebRequest(method: "GET", target: "/api/events?\(lines.first ?? "")", fields: ids))
      try expect(
        query.meetings.count <= ClientMessage.maxMeetings
          && query.filter.types.count <= EventQuery.maxTypes, "\(query) exceeds its bounds")
      if let id = ids.first?.value, !id.isEmpty {
        try expect(query.start == EventID(id), "“\(id)” does not decide about \(query)")
      }
      let again = try? EventQuery(
        WebRequest(method: "GET", target: "/api/events?\(written(query))"))
      try expect(again == query, "\(query) is written as “\(written(query))”")
    }

    private static func written(_ query: EventQuery) -> String {
      var pairs = query.filter.types.map { "type=\($0)" } + query.meetings.map { "meeting=\($0)" }
      pairs += query.filter.standup.map { ["standup=\($0)"] } ?? []
      pairs += query.filter.team.map { ["team=\($0)"] } ?? []
      pairs += query.start.map { ["after=\($0)"] } ?? []
      return pairs.joined(separator: "&")
    }

    /// The lines before the first empty one, and the bytes after it.
    private static func parts(_ bytes: [UInt8]) -> (lines: [String], body: [UInt8]) {
      var rest = bytes[...]
      var lines: [String] = []
      while !rest.isEmpty {
        let line = rest.prefix { $0 != UInt8(ascii: "\n") }
        rest = rest.dropFirst(line.count + 1)
        if line.isEmpty { break }
        lines.append(String(decoding: line, as: UTF8.self))
      }
      return (lines, Array(rest))
    }
  }
#endif
