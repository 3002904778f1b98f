import Bus
import Documents

/// Loading what was saved. It is tried again without end: without it nobody can be let in.
extension Reduction {
  private static let retryMs = 500

  mutating func load(_ collection: String, after: String?) {
    guard state.phase != .ready, !state.isDraining else { return }
    state.phase = .loading(collection, after: after)
    effects.append(.loadPage(DocumentQuery(collection: collection, after: after, limit: 1000)))
  }

  mutating func loaded(_ result: Result<DocumentPage, BusError>) {
    guard case .loading(let collection, _) = state.phase else { return }
    switch result {
    case .failure(let error):
      log(.warning, "What was saved could not be loaded; it is tried again: \(error)")
      effects.append(.wait(ms: Self.retryMs, then: .retryLoading))
    case .success(let page):
      for document in page.documents { read(document) }
      if let next = page.next { return load(collection, after: next) }
      if collection == SavedInvite.collection { return load(SavedSession.collection, after: nil) }
      state.phase = .ready
      log(.info, "Loaded; \(state.saved.sessions.count) are logged in.")
      effects.append(.ready)
    }
  }

  private mutating func read(_ document: Document) {
    do {
      if document.collection == SavedInvite.collection {
        state.saved.invites[document.id] = try document.body.decode(as: SavedInvite.self)
      } else {
        state.saved.put(try document.body.decode(as: SavedSession.self), as: document.id)
      }
    } catch {
      // A later version may have written it. Whoever it is for has to be invited again.
      state.saved.unreadable[document.id] = document.collection
      log(
        .error,
        "\(document.collection) has a document that cannot be read; it is left as it is: \(error)")
    }
  }
}
