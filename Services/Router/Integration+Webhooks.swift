import Bus
import Messages

extension Integration {
  /// Webhooks are documents like others; what they post is read from the journal.
  mutating func bindWebhooks() {
    bind(WebhookChangesDecided.self, of: "webhooks", to: [Commit.self]) { changes, parent in
      try await parent.send(changes.commit)
    }
    bind(WebhookStateRequested.self, of: "webhooks", to: [Load.self]) { request, parent in
      try await parent.send(request.load)
    }
    bind(WebhookEventsRequested.self, of: "webhooks", to: [Replay.self]) { request, parent in
      try await parent.send(request.replay.journal).published
    }
    bind(WebhookHeadsRequested.self, of: "webhooks", to: [JournalHeads.self]) { _, parent in
      try await parent.send(JournalHeads())
    }
  }
}
