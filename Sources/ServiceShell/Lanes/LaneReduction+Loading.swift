public import Bus
public import Documents

/// Loading what was saved. It is tried again without end: without it nothing can be answered.
extension LaneReduction {
  /// Asks for a page of what was saved.
  ///
  /// - Parameter after: the end of the page before; nil for the first.
  public mutating func load(after: String? = nil) {
    guard state.commands.phase != .ready, !state.commands.isDraining else { return }
    state.commands.phase = .loading(after: after)
    effects.append(
      .loadPage(DocumentQuery(collection: Logic.collection, after: after, limit: 1000)))
  }

  /// Asks for the same page once more.
  public mutating func retryLoading() {
    if case .loading(let after) = state.commands.phase { load(after: after) }
  }

  /// Takes a page; after the last one, what came meanwhile is begun.
  public mutating func loaded(_ result: Result<DocumentPage, BusError>) {
    guard case .loading = state.commands.phase else { return }
    switch result {
    case .failure(let error):
      log(.warning, "What was saved could not be loaded; it is tried again: \(error)")
      effects.append(.wait(ms: 500, then: .retryLoading))
    case .success(let page):
      for document in page.documents { read(document) }
      if let next = page.next { return load(after: next) }
      state.commands.phase = .ready
      effects.append(.ready)
      allIsRead()
      let early = state.commands.early
      state.commands.early = []
      for command in early { receive(command) }
    }
  }
}
