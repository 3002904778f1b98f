import Bus
import Documents

/// Loads the saved webhooks. Commands wait until all of them are loaded.
extension WebhooksReduction {
  /// Pause before a failed page is requested again, in milliseconds.
  private static let retryMs = 500

  mutating func start() {
    guard state.phase == .idle else { return }
    effects.append(.listen(state.types))
    load(after: nil)
  }

  /// Requests a page of saved webhooks.
  mutating func load(after: String?) {
    guard state.phase == .idle || state.phase == .loading else { return }
    state.phase = .loading
    effects.append(
      .load(DocumentQuery(collection: StoredWebhook.collection, after: after, limit: 1000)))
    state.loadingAfter = after
  }

  mutating func loaded(_ result: Result<DocumentPage, BusError>) {
    guard state.phase == .loading else { return }
    switch result {
    case .failure(let error):
      log(.warning, "Loading the webhooks failed; retrying: \(error)")
      effects.append(
        .wait(ms: Self.retryMs, then: .retryLoading(after: state.loadingAfter)))
    case .success(let page):
      for document in page.documents {
        do {
          let stored = try document.value(as: StoredWebhook.self)
          state.webhooks[stored.id] = Webhook(stored)
        } catch {
          // Leave the document unchanged, because a later version may have written it.
          state.unreadable.insert(document.id)
          log(.error, "Cannot read the webhook \(document.id); left unchanged: \(error)")
        }
      }
      if let next = page.next { return load(after: next) }
      begin()
    }
  }

  private mutating func begin() {
    state.phase = .ready
    log(.info, "Loaded. Webhooks: \(state.webhooks.count).")
    effects.append(.ready)
    let early = state.early
    state.early = []
    for webhook in state.sorted { wake(webhook.stored.id) }
    for one in early { receive(one.caller, one.command, one.key, one.request, one.message) }
  }
}
