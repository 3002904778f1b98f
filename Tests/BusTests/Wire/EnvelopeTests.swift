import Foundation
import Testing
import ZeroMQ

@testable import Bus

@Suite struct EnvelopeTests {
  @Test func aMessageIsReadAsItWasSent() throws {
    let sent = Envelope(
      .command, target: "transcription.audio", header: Header(idem: "x"),
      body: Data("{\"a\":1}".utf8),
      attachments: [Frame([0, 255, 1]), Frame()])
    let message = try sent.message()
    #expect(message.count == 4)
    let read = try Envelope(message)
    #expect(read.head == sent.head)
    #expect(read.body == sent.body)
    #expect(read.attachments == sent.attachments)
  }

  @Test func aMissingBodyIsAnEmptyObject() throws {
    let read = try Envelope([Frame(Head(kind: .bye, header: Header()).text)])
    #expect(read.body == Data("{}".utf8))
  }

  @Test func anEmptyMessageIsInvalid() {
    #expect(throws: BusError.self) { try Envelope(Message()) }
  }

  @Test(arguments: [(6, true), (7, false)])
  func atMostEightFrames(attachments: Int, fits: Bool) throws {
    let envelope = Envelope(
      .command, target: "a.b", header: Header(),
      attachments: Array(repeating: Frame(), count: attachments))
    // Ignored because the test compares whether there is an error.
    let sends = (try? envelope.message()) != nil
    #expect(sends == fits)
    let frames = [Frame(envelope.head.text), Frame("{}")] + envelope.attachments
    // Ignored because the test compares whether there is an error.
    #expect(((try? Envelope(Message(frames))) != nil) == fits)
  }

  @Test(arguments: [(0, true), (1, false)])
  func atMostOneMebibyte(over: Int, fits: Bool) throws {
    var envelope = Envelope(.command, target: "a.b", header: Header(), body: Data())
    let size = Limits.bytes - envelope.head.text.utf8.count + over
    envelope.attachments = [Frame(Array(repeating: 0, count: size))]
    // Ignored because the test compares whether there is an error.
    #expect(((try? envelope.message()) != nil) == fits)
  }

  @Test func aLongHeadIsNotSent() {
    let envelope = Envelope(
      .command, target: "a.b", header: Header(idem: String(repeating: "x", count: 5000)))
    #expect(throws: BusError.self) { try envelope.message() }
  }

  @Test func anErrorIsReadAsItWasSent() throws {
    let error = BusError(.busy, "Wait.", retryAfterMs: 5, detail: ["a": "b"])
    let header = Header()
    let read = try Envelope(Envelope.error(error, to: header).message())
    #expect(read.busError == error)
    #expect(read.head.header.cause == header.id)
    #expect(read.head.header.corr == header.id)
  }

  @Test func anUnreadableErrorIsInternal() {
    let envelope = Envelope(.error, header: Header(), body: Data("[".utf8))
    #expect(envelope.busError.code == .internal)
  }

  @Test func theIdOfABrokenHeadIsFound() {
    let id = UUID()
    let broken = Frame("STB9 WHAT ever {\"id\":\"\(id.uuidString)\",\"deadline\":\"x\"}")
    #expect(Head.salvage(broken)?.id == id)
    #expect(Head.salvage(Frame("STB1 CMD a {\"id\":")) == nil)
    #expect(Head.salvage(Frame()) == nil)
  }

  @Test(arguments: [Int64.min, -1, 0, 1, Int64.max])
  func noDeadlineOverflows(deadline: Int64) {
    let remaining = Header(deadline: deadline).remainingMs(at: 1_795_000_000_000)
    #expect((remaining ?? 0) > 0 ? deadline == .max : deadline < 2)
  }
}
