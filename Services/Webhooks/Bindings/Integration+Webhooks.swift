import Bus
import Composition
import Documents
import FastJSON
import PersistenceAPI
import WebhooksAPI

extension Integration {
  /// Binds the webhooks service. Webhooks are stored as documents, and the events that they post
  /// are read from the journal. The bindings compose the texts of events, because only the router
  /// knows the event types of all services.
  mutating func bindWebhooks() {
    bindStore(of: .webhooks)
    forward(WebhookEventsRequested.self, of: "webhooks") { Replay($0.query) }
    forward(WebhookHeadsRequested.self, of: "webhooks") { _ in GetJournalRange() }
    bind(WebhookTypesRequested.self, of: "webhooks", to: [GetJournalRange.self]) { asked, parent in
      let journal = try await parent.send(GetJournalRange())
      do {
        return WebhookTypes(types: try EventText.types(asked.types), journal: journal)
      } catch let error as BusError {
        // An invalid type is a user's error, not a failure of the delegate call.
        return WebhookTypes(types: [], problem: error.message, journal: journal)
      }
    }
    bind(WebhookTextsRequested.self, of: "webhooks", to: [Replay.self]) { asked, parent in
      try await parent.texts(asked.query)
    }
  }
}

extension Parent {
  fileprivate func texts(_ query: JournalQuery) async throws -> EventPage {
    var page = try await send(Replay(query))
    // Skipped events count as processed, too.
    if page.hasMore { page.resume = page.resume ?? page.events.last?.number }
    var told: [CloudEvent] = []
    for var event in page.events where !event.isErased {
      guard let text = try? EventText.text(event) else { continue }
      event.data = try RawJSON(encoding: text)
      told.append(event)
    }
    page.events = told
    return page
  }
}
