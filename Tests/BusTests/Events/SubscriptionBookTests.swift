import StandupsDependencies
import Foundation
import TestSupport
import Testing

@testable import BusRouter
@testable import ZeroMQ

/// Connections that live as long as a test holds them.
private final class Marks {
  private var texts: [UnsafeMutablePointer<CChar>] = []

  func make() -> ConnectionMark {
    let text = UnsafeMutablePointer<CChar>.allocate(capacity: 1)
    texts.append(text)
    return ConnectionMark(text)
  }

  deinit { for text in texts { text.deallocate() } }
}

/// A book that `#expect` may change.
private final class Book {
  var value: SubscriptionBook
  init(_ bounds: SubscriptionBounds = SubscriptionBounds()) { value = SubscriptionBook(bounds) }

  func begin(
    _ topic: String, _ mark: ConnectionMark?, _ descriptor: Int32 = 1, key: String? = nil,
    refusal: String? = nil
  ) -> SubscriptionBook.Verdict {
    value.begin(Array(topic.utf8), over: mark, descriptor, Frame(), key: key, refusal: refusal)
  }

  func end(_ topic: String, _ mark: ConnectionMark?) -> Bool {
    value.end(Array(topic.utf8), over: mark)
  }

  func lost(_ descriptor: Int32) { value.lost(descriptor) }
}

@Suite struct SubscriptionBookTests {
  private let marks = Marks()

  private func bounds(
    _ change: (inout SubscriptionBounds) -> Void
  ) -> SubscriptionBounds {
    var bounds = SubscriptionBounds()
    change(&bounds)
    return bounds
  }

  private func isRefused(_ verdict: SubscriptionBook.Verdict) -> Bool {
    if case .refused = verdict { true } else { false }
  }

  @Test func theConnectionsOfOneKeyHaveAShare() {
    let book = Book(
      bounds {
        $0.count = 8
        $0.bytes = 1000
      })
    let (a, b, c) = (marks.make(), marks.make(), marks.make())
    for number in 0..<3 { _ = book.begin("m/\(number)/", a, 1, key: "eve") }
    #expect(book.begin("m/0/", b, 2, key: "eve") == .begins(isFirst: false))
    #expect(isRefused(book.begin("m/7/", b, 2, key: "eve")))
    #expect(book.begin("m/7/", c, 3, key: "ann") == .begins(isFirst: true))
    #expect(book.begin("m/8/", c, 3, key: "ann") == .begins(isFirst: true))
    // Ended subscriptions and closed connections make room.
    #expect(!book.end("m/0/", b))
    #expect(book.begin("m/9/", b, 2, key: "eve") == .begins(isFirst: true))
    #expect(isRefused(book.begin("m/6/", b, 2, key: "eve")))
    book.lost(1)
    #expect(book.begin("m/6/", b, 2, key: "eve") == .begins(isFirst: true))
    // Long topics count by their size, too.
    let long = String(repeating: "x", count: 490)
    #expect(book.begin("t/\(long)", c, 3, key: "ann") == .begins(isFirst: true))
    #expect(isRefused(book.begin("t/y\(long)", c, 3, key: "ann")))
  }

  @Test func childrenHearOfTheFirstAndOfTheLast() {
    let book = Book()
    let (a, b) = (marks.make(), marks.make())
    #expect(book.begin("m/1/", a, 1) == .begins(isFirst: true))
    #expect(book.begin("m/1/", a, 1) == .known)
    #expect(book.begin("m/1/", b, 2) == .begins(isFirst: false))
    #expect((book.value.count, book.value.bytes, book.value.connectionCount) == (2, 4, 2))
    #expect(!book.end("m/1/", a))
    #expect(!book.end("m/1/", a))
    #expect(book.end("m/1/", b))
    #expect((book.value.count, book.value.bytes) == (0, 0))
  }

  /// A client is warned first; one that continues uses memory that can only be freed by closing its
  /// connection.
  @Test func oneConnectionHasItsShare() throws {
    let book = Book(bounds { $0.perConnection = 2 })
    let a = marks.make()
    for topic in ["a", "b"] { #expect(book.begin(topic, a) == .begins(isFirst: true)) }
    for topic in ["c", "d", "c"] {
      guard case .refused(let reason) = book.begin(topic, a) else {
        Issue.record("“\(topic)” was taken")
        continue
      }
      #expect(reason.contains("the maximum of 2 subscriptions"))
    }
    guard case .excessive = book.begin("e", a) else { throw Unexpected("it goes on") }
    // Other connections have their own share.
    #expect(book.begin("c", marks.make(), 2) == .begins(isFirst: true))
    // Only the end of a counted subscription makes room.
    #expect(!book.end("e", a))
    #expect(book.end("b", a))
    #expect(book.begin("d", a) == .begins(isFirst: true))
  }

  @Test func allTogetherHaveABound() throws {
    let book = Book(bounds { $0.bytes = 10 })
    let (a, b) = (marks.make(), marks.make())
    #expect(book.begin("12345", a, 1) == .begins(isFirst: true))
    // An existing topic takes no more room.
    #expect(book.begin("12345", b, 2) == .begins(isFirst: false))
    #expect(book.begin("67890", b, 2) == .begins(isFirst: true))
    guard case .refused = book.begin("x", b, 2) else { throw Unexpected("too much was taken") }
    #expect(book.end("67890", b))
    #expect(book.begin("x", b, 2) == .begins(isFirst: true))
    // A rejected topic takes memory as well.
    let long = Book(
      bounds { ($0.bytes, $0.refusedBytes) = (0, 10) })
    guard case .refused = long.begin("12345", a), case .refused = long.begin("67890", a),
      case .refused = long.begin("12345", a), case .excessive = long.begin("x", a)
    else { throw Unexpected("too much was kept") }
    #expect(!long.end("67890", a))
    guard case .refused = long.begin("y", a) else { throw Unexpected("what has ended counts") }
    let few = Book(bounds { $0.count = 1 })
    #expect(few.begin("x", a) == .begins(isFirst: true))
    guard case .refused = few.begin("x", b, 2) else { throw Unexpected("too many were taken") }
  }

  /// libzmq also reports the ends of rejected subscriptions, without their connection.
  @Test(arguments: [true, false]) func theEndOfWhatWasRefusedMeansNothing(isNoticed: Bool) {
    let book = Book()
    let (a, b) = (marks.make(), marks.make())
    #expect(book.begin("m/1/", a, 1) == .begins(isFirst: true))
    #expect(book.begin("m/1/", b, 2, refusal: "no") == .refused("no"))
    if isNoticed {
      book.lost(2)
    } else {
      // Another connection has the descriptor by now, so the earlier one is gone.
      #expect(book.begin("x", marks.make(), 2) == .begins(isFirst: true))
    }
    #expect(!book.end("m/1/", nil))
    book.lost(1)
    #expect(book.end("m/1/", nil))
    #expect(book.value.count == (isNoticed ? 0 : 1))
  }

  @Test func whatWasRefusedMayBeAllowedLater() {
    let book = Book()
    let a = marks.make()
    #expect(book.begin("m/1/", a, refusal: "no") == .refused("no"))
    #expect(book.begin("m/1/", a) == .begins(isFirst: true))
    book.lost(1)
    #expect(book.end("m/1/", nil))
  }

  /// Compares with the behaviour of libzmq: at the end of a connection each of its topics ends,
  /// without the connection's id.
  @Test(arguments: 0..<200) func childrenPublishWhatIsWanted(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let book = Book(bounds { ($0.perConnection, $0.bytes) = (4, 14) })
    struct Connection {
      var mark: ConnectionMark
      var descriptor: Int32
      var asked: Set<String> = []
      var active: Set<String> = []
    }
    var connections: [Connection] = []
    var upstream: Set<String> = []
    var ends: [String] = []
    func check(_ isFirst: Bool, _ topic: String) {
      if isFirst { #expect(upstream.insert(topic).inserted) }
    }
    for _ in 0..<300 {
      let topic = "t/\(Int.random(in: 0..<6, using: &random))/"
      switch Int.random(in: 0..<10, using: &random) {
      case 0:
        let free = Int32(
          (1...99).first { number in
            !connections.contains { $0.descriptor == number }
          } ?? 0)
        connections.append(Connection(mark: marks.make(), descriptor: free))
      case 1:
        guard !connections.isEmpty else { continue }
        let place = Int.random(in: connections.indices, using: &random)
        ends += connections[place].asked.shuffled(using: &random)
        book.lost(connections.remove(at: place).descriptor)
      case 2, 3:
        // The ends arrive some time later.
        guard let topic = ends.popLast() else { continue }
        if book.end(topic, nil) { upstream.remove(topic) }
      case 4, 5:
        guard !connections.isEmpty else { continue }
        let place = Int.random(in: connections.indices, using: &random)
        connections[place].asked.remove(topic)
        connections[place].active.remove(topic)
        if book.end(topic, connections[place].mark) { upstream.remove(topic) }
      default:
        guard !connections.isEmpty else { continue }
        let place = Int.random(in: connections.indices, using: &random)
        let refusal = Int.random(in: 0..<4, using: &random) == 0 ? "no" : nil
        connections[place].asked.insert(topic)
        let (mark, number) = (connections[place].mark, connections[place].descriptor)
        switch book.begin(topic, mark, number, refusal: refusal) {
        case .begins(let isFirst):
          connections[place].active.insert(topic)
          check(isFirst, topic)
        case .known: #expect(connections[place].active.contains(topic))
        case .refused, .excessive: #expect(!connections[place].active.contains(topic))
        }
      }
      let wanted = connections.reduce(into: Set<String>()) { $0.formUnion($1.active) }
      #expect(upstream.isSuperset(of: wanted))
      if ends.isEmpty { #expect(upstream == wanted) }
      #expect(connections.allSatisfy { $0.active.count <= 4 } && book.value.bytes <= 14)
    }
  }
}
