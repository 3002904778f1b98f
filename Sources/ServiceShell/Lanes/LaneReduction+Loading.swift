public import Bus
public import Documents

/// Loads the saved state, and repeats that until it succeeds: without it, the service cannot answer
/// any command.
extension LaneReduction {
  /// Starts to load the saved state.
  public mutating func load() {
    if let first = Logic.collections.first { load(first, after: nil) } else { begin() }
  }

  private mutating func load(_ collection: String, after: String?) {
    guard state.commands.phase != .ready, !state.commands.isDraining else { return }
    state.commands.phase = .loading(collection, after: after)
    effects.append(.loadPage(DocumentQuery(collection: collection, after: after, limit: 1000)))
  }

  /// Requests the same page again.
  public mutating func retryLoading() {
    if case .loading(let collection, let after) = state.commands.phase {
      load(collection, after: after)
    }
  }

  /// Handles a page; after the last one, starts the commands that arrived in the meantime.
  public mutating func loaded(_ result: Result<DocumentPage, BusError>) {
    guard case .loading(let collection, _) = state.commands.phase else { return }
    switch result {
    case .failure(let error):
      log(.warning, "The saved state could not be loaded; retrying: \(error)")
      effects.append(.wait(ms: 500, then: .retryLoading))
    case .success(let page):
      for document in page.documents { read(document) }
      if let next = page.next { return load(collection, after: next) }
      let rest = Logic.collections.drop { $0 != collection }.dropFirst()
      if let next = rest.first { load(next, after: nil) } else { begin() }
    }
  }

  private mutating func begin() {
    state.commands.phase = .ready
    effects.append(.ready)
    allIsRead()
    let early = state.commands.early
    state.commands.early = []
    for command in early { receive(command) }
  }
}
