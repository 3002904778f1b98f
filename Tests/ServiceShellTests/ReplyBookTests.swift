import Bus
import FastJSON
import Foundation
import ServiceShell
import Testing

struct ReplyBookTests {
  @Test func anotherRequestUnderAKeyIsRefused() {
    var book = ReplyBook()
    #expect(book.begin("k", request: "a", for: 1) == .run)
    #expect(book.begin("k", request: "b", for: 2) == .refuse(.anotherRequest))
    #expect(book.begin("k", request: "a", for: 3) == .wait)
    #expect(book.end("k", RawJSON(7)) == [3])
    #expect(book.begin("k", request: "b", for: 4) == .refuse(.anotherRequest))
    #expect(book.begin("k", request: "a", for: 5) == .answer(RawJSON(7)))
    #expect(book.begin("k", for: 6) == .answer(RawJSON(7)))
  }

  /// The stored entry for a key; nil for none.
  private func reply(_ book: ReplyBook, _ key: String) -> RawJSON? {
    var book = book
    if case .answer(let reply) = book.begin(key, for: 0) { return reply }
    return nil
  }

  @Test func whoeverComesAgainWaitsForTheFirst() {
    var book = ReplyBook()
    #expect(book.begin("k", for: 1) == .run)
    #expect(book.begin("k", for: 2) == .wait)
    #expect(book.begin("other", for: 3) == .run)
    #expect(book.begin("k", for: 4) == .wait)
    #expect(book.underWay == 2)
    #expect(book.end("k", RawJSON(7)) == [2, 4])
    #expect(book.begin("k", for: 5) == .answer(RawJSON(7)))
    #expect(book.underWay == 1)
    // It is already over.
    #expect(book.end("k") == [])
    #expect(book.begin("k", for: 6) == .answer(RawJSON(7)))
  }

  @Test func whatFailedMayBeTriedAnew() {
    var book = ReplyBook()
    #expect(book.begin("k", for: 1) == .run)
    #expect(book.begin("k", for: 2) == .wait)
    #expect(book.end("k") == [2])
    #expect(book.count == 0 && book.bytes == 0 && book.underWay == 0)
    #expect(book.begin("k", for: 3) == .run)
  }

  /// A durable result may be known before the reply is sent.
  @Test func aReplyIsGivenFromWhenItIsKept() {
    var book = ReplyBook()
    #expect(book.begin("k", for: 1) == .run)
    #expect(book.begin("k", for: 2) == .wait)
    book.keep(RawJSON(7), for: "k")
    #expect(book.begin("k", for: 3) == .answer(RawJSON(7)))
    #expect(book.end("k") == [2])
    #expect(reply(book, "k") == RawJSON(7))
  }

  @Test func theOldestOfManyIsForgotten() {
    var book = ReplyBook()
    #expect(book.begin("under way", for: 1) == .run)
    for number in 0..<(ReplyBook.capacity + 5000) {
      book.keep(RawJSON(number), for: "\(number)")
    }
    #expect(book.count == ReplyBook.capacity)
    #expect(reply(book, "4999") == nil)
    #expect(reply(book, "5000") == RawJSON(5000))
    #expect(reply(book, "14999") == RawJSON(14_999))
    #expect(book.begin("under way", for: 2) == .wait)
    #expect(book.end("under way", .null) == [2])
    #expect(reply(book, "5000") == nil && reply(book, "under way") == .null)
  }

  /// A few hundred large replies use as much memory as a service should.
  @Test func theOldestOfLargeOnesIsForgotten() throws {
    var book = ReplyBook()
    let large = try RawJSON(encoding: ["text": String(repeating: "x", count: 500_000)])
    for number in 0..<300 { book.keep(large, for: "\(number)") }
    #expect(book.count == 134)
    #expect(book.bytes == 134 * (large.count + 64 + 2 * 3))
    #expect(book.bytes <= ReplyBook.maxBytes)
    #expect(reply(book, "0") == nil && reply(book, "299") == large)
    // Small ones have room again once the large ones are gone.
    for number in 300..<(300 + ReplyBook.capacity) { book.keep(.null, for: "\(number)") }
    #expect(book.count == ReplyBook.capacity && reply(book, "299") == nil)
    #expect(book.bytes < 1_000_000)
  }

  @Test func longKeysCount() {
    var book = ReplyBook()
    let long = String(repeating: "k", count: 1 << 20)
    for number in 0..<100 { book.keep(.null, for: "\(number)\(long)") }
    #expect(book.count == 31 && book.bytes <= ReplyBook.maxBytes)
  }

  @Test func aReplyCanBeKeptAnew() throws {
    var book = ReplyBook()
    let large = try RawJSON(encoding: String(repeating: "x", count: 500_000))
    for _ in 0..<1000 { book.keep(large, for: "same") }
    book.keep(RawJSON(2), for: "same")
    #expect(book.count == 1 && reply(book, "same") == RawJSON(2))
    #expect(book.bytes == 1 + 64 + 2 * 4)
  }

  /// Each caller that waited for a refusal may repeat its command once; another command with the key is tried again.
  @Test func whatWasRefusedIsRefusedAgain() {
    var book = ReplyBook()
    let (one, two) = (UUID(), UUID())
    let refusal = BusError(.conflict, "No.")
    #expect(book.begin("k", message: one, for: 1) == .run)
    #expect(book.begin("k", message: two, for: 2) == .wait)
    #expect(book.end("k", refusal: refusal) == [2])
    #expect(book.begin("k", message: one, for: 3) == .refuse(refusal))
    #expect(book.begin("k", message: two, for: 4) == .refuse(refusal))
    let three = UUID()
    #expect(book.begin("k", message: three, for: 5) == .run)
    // Its outcome is unknown.
    #expect(book.end("k", refusal: BusError(.unavailable, "Try again.")) == [])
    #expect(book.begin("k", message: three, for: 6) == .run)
  }
}
