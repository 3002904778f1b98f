import StandupsBus
import Testing

/// The filter by type, with which programs follow events.
@Suite struct TypedEventsTests {
  private func event(_ type: String, _ sequence: Int64, after previous: Int64? = nil) -> CloudEvent
  {
    CloudEvent(
      id: "\(sequence)", source: "/standups/polls", type: type, subject: "s",
      time: .distantPast, sequence: sequence, epoch: "e", previousOfType: previous,
      data: .emptyObject)
  }

  @Test func oneTypeIsFollowedByItsChain() {
    let filter = TypedEvents(["polls.closed"])
    #expect(filter.prefixes == ["t/polls.closed/"])
    #expect(!filter.isEverything)
    #expect(filter.previous(event("polls.closed", 9, after: 4), sequence: 9) == 4)
    #expect(filter.previous(event("polls.closed", 9), sequence: 9) == 0)
    #expect(filter.replay(after: 3, epoch: "e", limit: 10).query.types == ["polls.closed"])
  }

  @Test func severalTypesAreFollowedByTheSequenceOfTheJournal() {
    let filter = TypedEvents(["polls.closed", "polls.opened"])
    #expect(filter.prefixes == ["t/"])
    #expect(filter.isEverything)
    #expect(filter.previous(event("polls.closed", 9, after: 4), sequence: 9) == 8)
    #expect(filter.accepts(event("polls.opened", 1)))
    #expect(!filter.accepts(event("meeting.started", 1)))
  }

  /// The journal has the events in between, so a gap is requested and then filled in order.
  @Test func aGapIsFilled() {
    var follower = EventFollower(
      filter: TypedEvents(["polls.closed"]), epoch: "e", position: 0)
    _ = follower.start()
    _ = follower.page(EventPage(events: [], epoch: "e", head: 0, hasMore: false))
    let late = event("polls.closed", 5, after: 2)
    let effects = follower.received(late)
    #expect(
      effects == [
        .replay(TypedEvents(["polls.closed"]).replay(after: 0, epoch: "e", limit: 500))
      ])
    let early = event("polls.closed", 2)
    #expect(
      follower.page(EventPage(events: [early, late], epoch: "e", head: 5, hasMore: false))
        == [.print(early), .print(late)])
  }
}
