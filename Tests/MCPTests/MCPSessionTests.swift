import FastJSON
import MCP
import Testing

@Suite struct MCPSessionTests {
  private let provider = ScriptedProvider()

  private func session() -> MCPSession { MCPSession(provider, id: "s") }

  private func initialized() async -> MCPSession {
    let session = session()
    let reply = await session.call(
      "initialize", #"{"protocolVersion":"2025-11-25","capabilities":{}}"#, id: 0)
    #expect(reply?["result"] != nil)
    return session
  }

  // MARK: Lifecycle

  @Test(
    arguments: [
      ("2025-06-18", "2025-06-18"), ("2025-11-25", "2025-11-25"), ("2024-11-05", "2025-11-25"),
      ("2026-07-28", "2025-11-25"), ("later", "2025-11-25"),
    ])
  func aSupportedVersionIsAcceptedAndTheNewestOfferedOtherwise(asked: String, offered: String)
    async
  {
    let reply = await session().call("initialize", #"{"protocolVersion":"\#(asked)"}"#)
    let result = reply?["result"]
    #expect(result?["protocolVersion"]?.text == offered)
    #expect(result?["instructions"]?.text == "Be careful.")
    #expect(result?["serverInfo"]?["name"]?.text == "scripted")
    #expect(result?["capabilities"] == .object(["resources": .object([:]), "tools": .object([:])]))
  }

  @Test func initializeComesFirstAndOnce() async {
    let session = session()
    #expect(await session.call("tools/list").code == -32600)
    #expect(await session.call("ping")?["result"] == .object([:]))
    #expect(await session.call("initialize", "{}").code == -32602)
    #expect(
      await session.call("initialize", #"{"protocolVersion":"2025-06-18"}"#)?["result"] != nil)
    #expect(await session.call("initialize", #"{"protocolVersion":"2025-06-18"}"#).code == -32600)
    #expect(await session.call("tools/list")?["result"] != nil)
  }

  @Test func anUnknownMethodIsRejectedAndTheSessionContinues() async {
    let session = await initialized()
    #expect(await session.call("prompts/list").code == -32601)
    #expect(await session.reply("{").code == -32700)
    #expect(await session.reply("{")?["id"] == .null)
    #expect(await session.reply("[]").code == -32600)
    #expect(await session.call("ping")?["result"] == .object([:]))
  }

  @Test func aNotificationIsNotAnswered() async {
    let session = await initialized()
    for name in ["notifications/initialized", "notifications/cancelled", "unknown"] {
      #expect(await session.reply(#"{"jsonrpc":"2.0","method":"\#(name)"}"#) == nil)
    }
  }

  // MARK: Version 2026-07-28

  private static let meta = """
    "_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",\
    "io.modelcontextprotocol/clientCapabilities":{}}
    """

  @Test func aRequestThatNamesTheVersionNeedsNoHandshake() async {
    let reply = await session().call("server/discover", "{\(Self.meta)}")
    let result = reply?["result"]
    #expect(
      result?["supportedVersions"]
        == .array(["2025-06-18", "2025-11-25", "2026-07-28"].map { .string($0) }))
    #expect(result?["resultType"]?.text == "complete")
    #expect(result?["cacheScope"]?.text == "public")
    let tools = await session().call("tools/list", "{\(Self.meta)}")
    #expect(tools?["result"]?["ttlMs"] == .integer(300_000))
    #expect(tools?["result"]?["cacheScope"]?.text == "private")
    let call = await session().call("tools/call", #"{"name":"echo",\#(Self.meta)}"#)
    #expect(call?["result"]?["resultType"]?.text == "complete")
    #expect(call?["result"]?["ttlMs"] == nil)
    let list = await session().call("resources/list", "{\(Self.meta)}")
    #expect(list?["result"]?["cacheScope"]?.text == "private")
    let missing = await session().call("resources/read", #"{"uri":"x:none",\#(Self.meta)}"#)
    #expect(missing.code == -32602)
    #expect(await session().call("ping", "{\(Self.meta)}").code == -32601)
  }

  @Test func anInvalidEnvelopeIsRejected() async {
    let session = session()
    let other = await session.call(
      "tools/list",
      #"{"_meta":{"io.modelcontextprotocol/protocolVersion":"2030-01-01","io.modelcontextprotocol/clientCapabilities":{}}}"#
    )
    #expect(other.code == -32022)
    #expect(other?["error"]?["data"]?["requested"]?.text == "2030-01-01")
    #expect(
      await session.call(
        "tools/list", #"{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}"#
      ).code == -32602)
    #expect(await session.call("server/discover", "{}").code == -32602)
  }

  // MARK: Tools

  @Test func aToolIsListedWithItsHints() async {
    let reply = await initialized().call("tools/list")
    guard case .array(let tools)? = reply?["result"]?["tools"], let tool = tools.first else {
      Issue.record("There are no tools.")
      return  // Returns because the issue is recorded.
    }
    #expect(tool["name"]?.text == "echo")
    #expect(tool["annotations"]?["readOnlyHint"] == .bool(true))
    #expect(tool["annotations"]?["destructiveHint"] == .bool(false))
    #expect(await initialized().call("tools/list", #"{"cursor":"x"}"#).code == -32602)
  }

  @Test func aResultHasTextAndStructuredContent() async {
    let reply = await initialized().call(
      "tools/call", #"{"name":"echo","arguments":{"text":"hello"}}"#)
    let result = reply?["result"]
    #expect(result?["structuredContent"] == .object(["text": .string("hello")]))
    #expect(result?["isError"] == .bool(false))
    #expect(
      result?["content"]
        == .array([.object(["text": .string("Echo."), "type": .string("text")])]))
  }

  @Test(
    arguments: [
      ("{}", -32602), (#"{"name":"other"}"#, -32602), (#"{"name":"echo","arguments":[]}"#, -32602),
      (#"{"name":"fail"}"#, -32603),
    ])
  func anInvalidCallIsAnErrorOfTheProtocol(params: String, code: Int64) async {
    #expect(await initialized().call("tools/call", params).code == code)
  }

  @Test func aRepeatedRequestHasTheSameKeyAndAnotherRequestAnotherKey() async {
    let session = await initialized()
    for (id, text) in [(1, "a"), (1, "a"), (2, "a"), (1, "b")] {
      _ = await session.call(
        "tools/call", #"{"name":"echo","arguments":{"text":"\#(text)"}}"#, id: id)
    }
    let keys = await provider.keys
    #expect(keys.count == 4 && keys.prefix(2).allSatisfy { $0 == keys.first })
    #expect(Set(keys).count == 3)
    #expect(keys.allSatisfy { $0.hasPrefix("mcp-s-") })
  }

  // MARK: Resources

  @Test func resourcesHavePagesAndContents() async {
    let session = await initialized()
    let first = await session.call("resources/list")
    #expect(first?["result"]?["nextCursor"]?.text == "2")
    let second = await session.call("resources/list", #"{"cursor":"2"}"#)
    #expect(second?["result"]?["nextCursor"] == nil)
    #expect(await session.call("resources/list", #"{"cursor":3}"#).code == -32602)
    let read = await session.call("resources/read", #"{"uri":"x:1"}"#)
    #expect(
      read?["result"]?["contents"]
        == .array([
          .object([
            "mimeType": .string("text/plain"), "text": .string("one"), "uri": .string("x:1"),
          ])
        ]))
    #expect(await session.call("resources/read", #"{"uri":"x:none"}"#).code == -32002)
    #expect(await session.call("resources/read", "{}").code == -32602)
    #expect(await session.call("resources/templates/list")?["result"] != nil)
  }

  // MARK: Bounds and cancellation

  @Test func aCancelledRequestIsNotAnswered() async {
    let session = await initialized()
    guard case .later(let task) = await session.receive(.call("wait", id: 1)) else {
      Issue.record("The call was not started.")
      return  // Returns because the issue is recorded.
    }
    #expect(
      await session.reply(
        #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#) == nil)
    #expect(await task.value == nil)
    #expect(await session.callCount == 0)
    #expect(await session.call("ping")?["result"] == .object([:]))
  }

  @Test func theNumberOfRequestsInProgressIsBounded() async {
    let session = await initialized()
    var tasks: [Task<RPCReply?, Never>] = []
    for id in 1...RPCLimits.maxCalls {
      guard case .later(let task) = await session.receive(.call("wait", id: id)) else {
        Issue.record("Call \(id) was not started.")
        return  // Returns because the issue is recorded.
      }
      tasks.append(task)
    }
    #expect(await session.call("tools/call", #"{"name":"wait"}"#, id: 1).code == -32600)
    #expect(await session.call("tools/call", #"{"name":"wait"}"#, id: 99).code == -32000)
    #expect(await session.call("ping", id: 100)?["result"] == .object([:]))
    #expect(tasks.count == RPCLimits.maxCalls)
    await session.cancelAll()
    for task in tasks { #expect(await task.value == nil) }
    #expect(await session.callCount == 0)
  }

  @Test func aRequestEndsAtTheTimeLimit() async {
    let session = MCPSession(provider, id: "s") { duration in
      #expect(duration == .milliseconds(RPCLimits.maxCallMs))
    }
    _ = await session.call("initialize", #"{"protocolVersion":"2025-11-25"}"#, id: 0)
    let reply = await session.call("tools/call", #"{"name":"wait"}"#)
    #expect(reply.code == -32603)
    #expect(reply?["error"]?["message"]?.text?.contains("60 s") == true)
  }
}
