import FastJSON
import MCP
import Testing

@Suite struct MCPExchangeTests {
  private let provider = ScriptedProvider()

  private func reply(
    _ body: String, _ fields: MCPExchange.Fields = .init()
  ) async -> MCPExchange.Reply {
    await MCPExchange(provider, fields, key: "k").reply(to: Array(body.utf8))
  }

  private func message(_ method: String, _ params: String = "{}") -> String {
    #"{"jsonrpc":"2.0","id":7,"method":"\#(method)","params":\#(params)}"#
  }

  private func code(_ reply: MCPExchange.Reply) -> Int64? {
    reply.json.flatMap { JSONTree(RawJSON(unchecked: $0)) }.code
  }

  @Test func aMessageNeedsNoHandshake() async throws {
    #expect(await reply(message("tools/list")).status == 200)
    let start = await reply(message("initialize", #"{"protocolVersion":"2025-06-18"}"#))
    let json = try #require(start.json.flatMap { JSONTree(RawJSON(unchecked: $0)) })
    #expect(json["result"]?["protocolVersion"]?.text == "2025-06-18")
    #expect(json["id"] == .integer(7))
    #expect(
      await reply(message("tools/call", #"{"name":"echo"}"#), .init(version: ["2025-11-25"]))
        .status == 200)
    #expect(await provider.keys == ["k"])
  }

  @Test func aNotificationAndAResponseAreAccepted() async {
    for body in [
      #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#,
      #"{"jsonrpc":"2.0","id":1,"result":{}}"#,
    ] {
      let accepted = await reply(body)
      #expect(accepted.status == 202 && accepted.json == nil)
    }
  }

  /// Clients of these versions read no error from a response with another status.
  @Test func anErrorOfTheProtocolHasTheStatus200() async {
    let unknown = await reply(message("prompts/list"))
    #expect(unknown.status == 200 && code(unknown) == -32601)
  }

  @Test(arguments: [
    ("[]", -32600), ("{", -32700), ("1", -32600), (#"{"jsonrpc":"2.0"}"#, -32600),
  ])
  func anInvalidMessageIsRejected(body: String, code expected: Int64) async {
    let invalid = await reply(body)
    #expect(invalid.status == 400 && code(invalid) == expected)
  }

  @Test func anUnsupportedVersionIsRejected() async {
    for version in ["2025-03-26", "later", ""] {
      let other = await reply(message("ping"), .init(version: [version]))
      #expect(other.status == 400 && code(other) == -32022)
    }
    let twice = await reply(message("ping"), .init(version: ["2025-06-18", "2025-06-18"]))
    #expect(twice.status == 400 && code(twice) == -32020)
  }

  // MARK: Version 2026-07-28

  private static let meta = """
    "_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",\
    "io.modelcontextprotocol/clientCapabilities":{}}
    """

  @Test(
    arguments: [
      ("2026-07-28", "tools/call", "echo", 200, nil),
      ("2026-07-28", "tools/call", "=?base64?ZWNobw==?=", 200, nil),
      ("2026-07-28", "tools/call", "fail", 400, -32020),
      ("2026-07-28", "tools/call", "=?base64?=", 400, -32020),
      ("2026-07-28", "tools/call", nil, 400, -32020),
      ("2026-07-28", "tools/list", "echo", 400, -32020),
      ("2026-07-28", nil, "echo", 400, -32020),
      ("2025-11-25", "tools/call", "echo", 400, -32020),
      (nil, "tools/call", "echo", 400, -32020),
    ] as [(String?, String?, String?, Int, Int64?)])
  func theHeaderMatchesTheBody(
    version: String?, method: String?, name: String?, status: Int, code expected: Int64?
  ) async {
    let fields = MCPExchange.Fields(
      version: [version].compactMap(\.self), method: [method].compactMap(\.self),
      name: [name].compactMap(\.self))
    let called = await reply(message("tools/call", #"{"name":"echo",\#(Self.meta)}"#), fields)
    #expect(called.status == status && code(called) == expected)
  }

  @Test func anErrorHasItsStatus() async {
    func send(_ method: String, _ params: String) async -> MCPExchange.Reply {
      await reply(
        message(method, params), .init(version: ["2026-07-28"], method: [method], name: ["x:no"]))
    }
    #expect(await send("prompts/list", "{\(Self.meta)}").status == 404)
    #expect(await send("resources/read", #"{"uri":"x:no",\#(Self.meta)}"#).status == 400)
    #expect(await send("tools/list", "{\(Self.meta)}").status == 200)
    #expect(await send("tools/list", "{}").status == 400)
  }
}
