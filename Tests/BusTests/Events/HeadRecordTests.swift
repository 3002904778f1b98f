import Testing

@testable import BusRouter
@testable import Bus

@Suite struct HeadRecordTests {
  private func at(_ head: Int64, _ epoch: String = "e") -> JournalHead {
    JournalHead(epoch: epoch, head: head)
  }

  private func note(_ head: JournalHead, in record: inout HeadRecord) -> Bool {
    record.note(head)
  }

  private func published(_ head: JournalHead, in record: inout HeadRecord) -> Bool {
    record.published(head)
  }

  @Test func theHeadNeverMovesBackWithinAnEpoch() {
    var record = HeadRecord()
    #expect(record.current == nil)
    #expect(note(at(7), in: &record))
    // A reply that was under way while events were published, and a late event.
    #expect(!note(at(3), in: &record))
    #expect(!published(at(2), in: &record))
    #expect(record.current == at(7))
    #expect(!published(at(8), in: &record))
    #expect(record.current == at(8))
  }

  /// After a restart of the router an old event may be published again before the journal reports its last sequence.
  @Test func onlyTheJournalSaysWhereItBegins() {
    var record = HeadRecord()
    #expect(!published(at(2889), in: &record))
    #expect(record.current == nil)
    #expect(note(at(7986), in: &record))
    #expect(!published(at(2890), in: &record))
    #expect(record.current == at(7986))
  }

  @Test func anotherEpochCountsFromItsOwnHead() {
    var record = HeadRecord()
    _ = record.note(at(100))
    #expect(note(at(4, "f"), in: &record))
    #expect(record.current == at(4, "f"))
    #expect(published(at(1, "g"), in: &record))
    #expect(record.current == at(1, "g"))
  }

  @Test func whatComesLateDoesNotBringBackAnEpochThatWasLeft() {
    var record = HeadRecord()
    _ = record.note(at(100))
    _ = record.note(at(4, "f"))
    #expect(!published(at(101), in: &record))
    #expect(record.current == at(4, "f"))
    // The journal itself may go back: an operator restored the first database.
    #expect(note(at(90), in: &record))
    #expect(record.current == at(100))
    #expect(!published(at(5, "f"), in: &record))
    #expect(record.current == at(100))
  }

  @Test func onlySomeEpochsAreRemembered() {
    var record = HeadRecord()
    for number in 0..<100 { _ = record.note(at(1, "\(number)")) }
    #expect(!published(at(2, "90"), in: &record))
    #expect(published(at(2, "1"), in: &record))
  }
}
