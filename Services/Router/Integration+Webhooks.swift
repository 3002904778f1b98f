import Bus
import BusRouter
import Documents
import FastJSON
import PersistenceAPI
import WebhooksAPI

extension Integration {
  /// Webhooks are documents like others; what they post is read from the journal. What an event says to people is found
  /// here: only the parent knows the words of all services.
  mutating func bindWebhooks() {
    bindTerm(WebhooksTermBegun.self, of: "webhooks")
    bindChanges(WebhookChangesDecided.self, of: "webhooks")
    forward(WebhookStateRequested.self, of: "webhooks") { Load($0.query) }
    forward(WebhookEventsRequested.self, of: "webhooks") { Replay($0.query) }
    forward(WebhookHeadsRequested.self, of: "webhooks") { _ in GetJournalRange() }
    bind(WebhookTypesRequested.self, of: "webhooks", to: [GetJournalRange.self]) { asked, parent in
      let journal = try await parent.send(GetJournalRange())
      do {
        return WebhookTypes(types: try EventText.types(asked.types), journal: journal)
      } catch let error as BusError {
        // A slip of somebody's, and no failure of the delegate call.
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
    // What is left out is done with, too.
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
