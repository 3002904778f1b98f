import FastJSON
import Foundation
import Testing
import ZeroMQ

@testable import Bus

/// Heads and bodies as another implementation's JSON encoder writes them.
@Suite struct PythonTests {
  private static let script = #"""
    import json, sys, uuid
    header = {"id": str(uuid.UUID(int=7)), "deadline": 1795000000000, "idem": "\u00fc\U0001F388 \"q\"",
              "attempt": 2, "unknown": {"x": [1.5, None, True]}}
    body = {"text": "\u00fc\U0001F388", "n": 4852094820647174144}
    styles = [{}, {"separators": (",", ":")}, {"indent": 2}, {"ensure_ascii": False},
              {"sort_keys": True}]
    for style in styles:
        head = "STB1 CMD timer.start " + json.dumps(header, **style)
        for frame in (head, json.dumps(body, **style)):
            data = frame.encode("utf-8")
            sys.stdout.buffer.write(len(data).to_bytes(4, "big") + data)
    """#

  @Test func itsMessagesAreRead() throws {
    let python = Process()
    python.executableURL = URL(filePath: "/usr/bin/env")
    python.arguments = ["python3", "-c", Self.script]
    let output = Pipe()
    python.standardOutput = output
    try python.run()
    let bytes = [UInt8](try output.fileHandleForReading.readToEnd() ?? Data())
    python.waitUntilExit()
    try #require(python.terminationStatus == 0)
    var frames: [Frame] = []
    var at = 0
    while at < bytes.count {
      let size = bytes[at..<at + 4].reduce(0) { $0 << 8 | Int($1) }
      frames.append(Frame(bytes[(at + 4)..<(at + 4 + size)]))
      at += 4 + size
    }
    try #require(frames.count == 10)
    for index in stride(from: 0, to: 10, by: 2) {
      let envelope = try Envelope([frames[index], frames[index + 1]])
      #expect(envelope.head.target == "timer.start")
      #expect(envelope.head.header.id.uuidString.hasSuffix("000000000007"))
      #expect(envelope.head.header.deadline == 1_795_000_000_000)
      #expect(envelope.head.header.idem == "ü🎈 \"q\"")
      #expect(envelope.head.header.attempt == 2)
      let body = try RawJSON(validating: envelope.body)
      #expect(body["n"]?.text == "4852094820647174144")
      #expect(body["text"]?.string == "ü🎈")
    }
  }
}
