import Bus
import Documents

/// Loading what was saved. It is tried again without end: without it nothing can be answered.
extension Reduction {
  private static let retryMs = 500

  mutating func load(after: String?) {
    guard state.phase != .ready, !state.isDraining else { return }
    state.phase = .loading(after: after)
    effects.append(
      .loadPage(DocumentQuery(collection: SavedSchedule.collection, after: after, limit: 1000)))
  }

  mutating func retryLoading() {
    if case .loading(let after) = state.phase { load(after: after) }
  }

  mutating func loaded(_ result: Result<DocumentPage, BusError>) {
    guard case .loading = state.phase else { return }
    switch result {
    case .failure(let error):
      log(.warning, "What was saved could not be loaded; it is tried again: \(error)")
      effects.append(.wait(ms: Self.retryMs, then: .retryLoading))
    case .success(let page):
      for document in page.documents { read(document) }
      if let next = page.next { return load(after: next) }
      begin()
    }
  }

  private mutating func read(_ document: Document) {
    do {
      let subject = try Subject(document.id)
      do {
        state.saved[subject] = try document.body.decode(as: SavedSchedule.self)
      } catch {
        state.saved.unreadable.insert(subject)
        throw error
      }
    } catch {
      // A later version may have written it.
      log(.error, "The schedule of “\(document.id)” cannot be read and is left as it is: \(error)")
    }
  }

  private mutating func begin() {
    state.phase = .ready
    log(.info, "Loaded; there are \(state.saved.subjects.count) schedules.")
    effects.append(.ready)
    for subject in state.saved.subjects { plan(subject) }
    // A clock that was put back while nobody looked: what it has settled is looked at.
    let now = reducer.now
    for subject in state.saved.subjects where (state.saved[subject]?.settledMs ?? now) > now {
      state.agenda.set(subject, to: now)
    }
    let early = state.early
    state.early = []
    for command in early { receive(command) }
    beginChecking()
  }
}
