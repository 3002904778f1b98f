import Testing

@testable import WebServer

/// A response body that stays open.
@Suite struct OpenBodyTests {
  private static func read(_ body: OpenBody, _ room: Int) -> String {
    var buffer = [UInt8](repeating: 0, count: room)
    switch buffer.withUnsafeMutableBytes({ body.read(into: $0) }) {
    case .bytes(let count): return String(decoding: buffer[..<count], as: UTF8.self)
    case .nothingYet: return "nothing yet"
    case .done: return "done"
    case .failed: return "failed"
    }
  }

  @Test func partsAreReadInOrderUntilTheEnd() {
    let body = OpenBody()
    var drained = 0
    body.onDrained = { drained += 1 }
    #expect(Self.read(body, 4) == "nothing yet")
    for part in ["abc", "", "defg"] { body.send(Array(part.utf8)) }
    #expect(body.backlog == 7)
    #expect(Self.read(body, 5) == "abcde" && drained == 0)
    #expect(Self.read(body, 5) == "fg" && drained == 1 && body.backlog == 0)
    body.send(Array("h".utf8))
    body.finish()
    body.send(Array("too late".utf8))
    #expect(Self.read(body, 9) == "h" && drained == 1)
    #expect(Self.read(body, 9) == "done")
  }

  @Test func newDataIsReportedOnce() {
    let body = OpenBody()
    var news = 0
    body.onNews = { news += 1 }
    body.send([1])
    body.send([2])
    #expect(news == 1)
    body.onNews = { news += 1 }
    body.finish()
    #expect(news == 2)
  }

  @Test func tooMuchDataEndsTheConnection() {
    let body = OpenBody(backlog: 100)
    var (aborts, endings): (Int, [OpenBody.Ending]) = (0, [])
    body.onAbort = { aborts += 1 }
    body.onClose = { endings.append($0) }
    body.send([UInt8](repeating: 0, count: 20), isDroppable: true)
    body.send([UInt8](repeating: 0, count: 20), isDroppable: true)
    #expect(body.dropped == 1 && body.backlog == 20)
    body.send([UInt8](repeating: 1, count: 90))
    // The droppable part made room.
    #expect(body.backlog == 90 && aborts == 0)
    body.send([UInt8](repeating: 2, count: 20))
    #expect(aborts == 1 && body.backlog == 0)
    #expect(Self.read(body, 9) == "failed")
    body.closed()
    body.closed()
    #expect(endings == [.tooSlow])
  }

  @Test(arguments: [(true, OpenBody.Ending.finished), (false, .lost)])
  func theEndIsReported(isFinished: Bool, expected: OpenBody.Ending) {
    let body = OpenBody()
    var endings: [OpenBody.Ending] = []
    body.onClose = { endings.append($0) }
    if isFinished { body.finish() }
    body.closed()
    #expect(endings == [expected])
  }
}
