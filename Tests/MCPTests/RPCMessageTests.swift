import FastJSON
import MCP
import Testing

@Suite struct RPCMessageTests {
  private func parse(_ text: String) -> RPCMessage { RPCMessage(parsing: Array(text.utf8)) }

  @Test func aRequestHasAnIDAndANotificationHasNone() {
    #expect(
      parse(#"{"jsonrpc":"2.0","id":7,"method":"ping"}"#)
        == .request(.number(7), method: "ping", params: nil))
    #expect(
      parse(#"{"jsonrpc":"2.0","id":"a","method":"m","params":{"x":1}}"#)
        == .request(.string("a"), method: "m", params: .object(["x": .integer(1)])))
    #expect(
      parse(#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#)
        == .notification(method: "notifications/initialized", params: nil))
  }

  @Test func aResponseIsIgnored() {
    #expect(parse(#"{"jsonrpc":"2.0","id":7,"result":{}}"#) == .response)
    #expect(parse(#"{"jsonrpc":"2.0","id":7,"error":{"code":1,"message":""}}"#) == .response)
  }

  @Test(
    arguments: [
      ("", .parseError), ("{", .parseError), ("nul", .parseError), ("{} {}", .parseError),
      (String(repeating: "[", count: 57) + String(repeating: "]", count: 57), .parseError),
      ("7", .invalidRequest), ("[]", .invalidRequest), ("{}", .invalidRequest),
      (#"[{"jsonrpc":"2.0","id":1,"method":"ping"}]"#, .invalidRequest),
      (#"{"jsonrpc":"1.0","id":1,"method":"ping"}"#, .invalidRequest),
      (#"{"jsonrpc":"2.0","id":1}"#, .invalidRequest),
      (#"{"jsonrpc":"2.0","id":1,"method":2}"#, .invalidRequest),
      (#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, .invalidRequest),
      (#"{"jsonrpc":"2.0","id":1.5,"method":"ping"}"#, .invalidRequest),
      (#"{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}"#, .invalidParams),
    ] as [(String, RPCError.Code)])
  func anInvalidMessageHasACode(text: String, code: RPCError.Code) throws {
    guard case .invalid(_, let error) = parse(text) else {
      Issue.record("It was accepted: \(text)")
      return  // Returns because the issue is recorded.
    }
    #expect(error.code == code)
    #expect(error.message.hasSuffix("."))
  }

  @Test func anErrorHasTheIDOfItsRequest() {
    guard case .invalid(let id, _) = parse(#"{"jsonrpc":"2.0","id":3,"method":"m","params":1}"#)
    else {
      Issue.record("It was accepted.")
      return  // Returns because the issue is recorded.
    }
    #expect(id == .number(3))
  }

  @Test func aMessageAndItsIDAreBounded() {
    let long = String(repeating: "x", count: RPCLimits.maxIDBytes)
    func request(_ id: String) -> String { #"{"jsonrpc":"2.0","id":"\#(id)","method":"m"}"# }
    #expect(parse(request(long)) == .request(.string(long), method: "m", params: nil))
    guard case .invalid(nil, let error) = parse(request(long + "x")) else {
      Issue.record("A long id was accepted.")
      return  // Returns because the issue is recorded.
    }
    #expect(error.code == .invalidRequest)
    let padding = [UInt8](repeating: UInt8(ascii: " "), count: RPCLimits.maxMessageBytes)
    guard case .invalid(nil, let size) = RPCMessage(parsing: padding + Array(request("1").utf8))
    else {
      Issue.record("A long message was accepted.")
      return  // Returns because the issue is recorded.
    }
    #expect(size.message.contains("1000000 bytes"))
  }
}
