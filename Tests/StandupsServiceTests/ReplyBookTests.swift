import Bus
import Testing

@testable import StandupsService

struct ReplyBookTests {
  @Test func theOldestOfManyIsForgotten() {
    var book = ReplyBook()
    for number in 0..<(ReplyBook.capacity + 5000) {
      book.keep(.integer(Int64(number)), for: "\(number)")
    }
    #expect(book.count == ReplyBook.capacity)
    #expect(book["4999"] == nil)
    #expect(book["5000"] == .integer(5000))
    #expect(book["14999"] == .integer(14_999))
  }

  /// A few hundred large replies take as much memory as a service should.
  @Test func theOldestOfLargeOnesIsForgotten() {
    var book = ReplyBook()
    let large = JSONValue.object(["text": .array([.string(String(repeating: "x", count: 500_000))])]
    )
    for number in 0..<300 { book.keep(large, for: "\(number)") }
    #expect((120..<140).contains(book.count))
    #expect(book.bytes <= ReplyBook.mostBytes)
    #expect(book["0"] == nil && book["299"] == large)
    // Small ones have room again once the large ones are gone.
    for number in 300..<(300 + ReplyBook.capacity) { book.keep(.null, for: "\(number)") }
    #expect(book.count == ReplyBook.capacity && book["299"] == nil)
    #expect(book.bytes < 1_000_000)
  }

  @Test func aReplyCanBeKeptAnew() {
    var book = ReplyBook()
    for _ in 0..<1000 { book.keep(.string(String(repeating: "x", count: 500_000)), for: "same") }
    book.keep(.integer(2), for: "same")
    #expect(book.count == 1 && book["same"] == .integer(2))
    #expect(book.bytes < 100)
  }
}
