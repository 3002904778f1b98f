import Bus
import Documents
import Foundation
import Testing
import WebhooksAPI

@testable import WebhooksService

/// The journal no longer has the next event, or is another one.
@Suite struct GapTests {
  @Test(arguments: [
    (JournalRange(epoch: "e1", head: 9, oldest: 5), WebhookGap.Reason.compacted),
    (JournalRange(epoch: "e2", head: 9, oldest: 5), .epoch),
    (JournalRange(epoch: "e1", head: 1, oldest: 1), .epoch),
  ]) func aGapIsTold(_ heads: JournalRange, _ reason: WebhookGap.Reason) throws {
    var scenario = Scenario([Scenario.stored(types: ["meeting."], sequence: 2)])
    scenario.store.send(.beat(Scenario.head(heads.head, "e2")))
    let page = try scenario.read(after: 2)
    scenario.store.send(.page("a", page, .failure(BusError(.compacted, "gone"))))
    let token = try scenario.finding("a")
    scenario.store.send(.heads("a", token, .success(heads)))
    let (post, delivery) = try scenario.takePost()
    #expect(delivery.event.type == "webhook.gap" && delivery.event.sequence == nil)
    let gap = try delivery.event.data.decode(as: WebhookGap.self)
    let after = WebhookGap.Position(epoch: heads.epoch, sequence: heads.oldest - 1)
    #expect(
      gap == WebhookGap(reason: reason, before: .init(epoch: "e1", sequence: 2), after: after))
    // Its id is the same however often it is sent.
    #expect(delivery.event.id == "gap/a/e1/2/\(after.epoch)/\(after.sequence)")
    scenario.store.send(.posted("a", post, Scenario.ok)) { $0.sequence["a"] = after.sequence }
    scenario.expectSaveDue()
    let next = try scenario.store.take {
      if case .read("a", _, let query) = $0 { query } else { nil }
    }
    #expect(next.after == after.sequence && next.epoch == after.epoch)
    #expect(try scenario.save()["a"]?.position == after)
    scenario.store.finish()
  }

  @Test func aPageOfAnotherJournalIsNotTaken() throws {
    var scenario = Scenario([Scenario.stored(sequence: 4)])
    scenario.store.send(.beat(Scenario.head(5)))
    let page = try scenario.read(after: 4)
    // Restored to before the position.
    let before = EventPage(events: [], epoch: "e1", head: 3, hasMore: false, resume: 3)
    scenario.store.send(.page("a", page, .success(before)))
    let token = try scenario.finding("a")
    // It grew past it meanwhile: a gap can no longer be detected, and none is reported.
    let heads = JournalRange(epoch: "e1", head: 6, oldest: 1)
    scenario.store.send(.heads("a", token, .success(heads)))
    scenario.store.send(.heads("a", token, .success(heads)))
    scenario.store.finish()
    #expect(scenario.webhook("a")?.work == .idle)
  }

  @Test func whereTheJournalStandsMayNotBeKnown() throws {
    var scenario = Scenario([Scenario.stored(sequence: 4)])
    scenario.store.send(.beat(Scenario.head(5)))
    let page = try scenario.read(after: 4)
    scenario.store.send(.page("a", page, .failure(BusError(.compacted, "gone"))))
    let token = try scenario.finding("a")
    scenario.store.send(.heads("a", token, .failure(BusError(.unavailable, "away"))))
    scenario.store.send(.beat(Scenario.head(5)))
    _ = try scenario.read(after: 4)
    scenario.store.finish()
  }
}
