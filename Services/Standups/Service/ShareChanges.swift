import Bus
import Cells
import Documents
import StandupsAPI

/// Changes of the share of this instance: standups leave for other cells, or arrive from them.
extension StandupsReduction {
  /// Applies a new share. Commands about standups that leave are rejected from now on, and these
  /// standups are removed once no operation changes them. Standups that arrive are served once they
  /// are loaded.
  mutating func setShare(_ operation: Operation, _ command: SetStandupsShare) {
    let share = command.share
    guard share.version > state.share.version else { return finish(operation.id, .success(.done)) }
    state.share.slots = state.share.slots.intersection(share.slots)
    state.share.elsewhere = share.elsewhere
    state.pages.forget()
    state.sharing = operation.id
    step(operation.id, .sharing)
  }

  /// Continues with a new share once no operation changes the standups that leave.
  mutating func continueSharing() {
    guard let id = state.sharing else { return }
    guard let operation = state.operations[id], case .setShare(let command) = operation.command
    else { return state.sharing = nil }
    guard operation.step == .sharing else { return }
    let others = SlotSet.all.subtracting(command.share.slots)
    guard !state.operations.values.contains(where: { $0.changes(in: others) }) else { return }
    for meeting in state.saved.removeStandups(in: others) {
      watch(meeting)
      state.lastWords[meeting] = nil
      effects.append(.discardWork(meeting))
    }
    let loading = ShareLoading(
      leaving: state.counted.subtracting(command.share.slots),
      arriving: command.share.slots.subtracting(state.counted))
    guard let loading else { return shared(operation, command.share, SlotSet()) }
    load(operation, loading)
  }

  private mutating func load(_ operation: Operation, _ loading: ShareLoading) {
    step(operation.id, .loading(.share(loading)))
    effects.append(.load(operation.id, loading.query))
  }

  mutating func loadedShare(
    _ operation: Operation, _ command: SetStandupsShare, _ loading: ShareLoading,
    _ result: Result<DocumentPage, BusError>
  ) throws {
    if case .failure(let error) = result, error.code == .tooLarge, loading.limit > 1 {
      var loading = loading
      loading.limit /= 2
      return load(operation, loading)
    }
    let page = try result.get()
    if let part = loading.read {
      read(page.documents, of: part)
    } else if loading.part == .leaving {
      state.saved.count -= page.total ?? 0
      state.counted = state.counted.subtracting(loading.leaving)
    } else {
      state.saved.count += page.total ?? 0
      state.nextSortKey = max(
        state.nextSortKey, Self.sortKey(after: page.documents.first?.sortKey ?? 0))
      state.counted = state.counted.union(loading.arriving)
    }
    if let next = loading.next(page) { return load(operation, next) }
    shared(operation, command.share, loading.arriving)
  }

  private mutating func shared(_ operation: Operation, _ share: StandupsShare, _ arriving: SlotSet)
  {
    state.sharing = nil
    state.share = share
    state.pages.forget()
    let meetings = (state.saved.sessions.map(\.id) + state.saved.ended.ids).filter {
      arriving.contains(Slot(of: $0.rawValue))
    }
    for meeting in meetings { watch(meeting) }
    state.unnotified += meetings.filter { state.saved.sessions[id: $0]?.startedAt != nil }
    hasRoom = true
    log(.info, "Serving \(share.slots.count) of \(Slot.count) slots.")
    finish(operation.id, .success(.done))
  }
}

/// Progress of loading a new share: standups that leave, and standups that arrive.
struct ShareLoading: Hashable, Sendable {
  /// The data to request, in this order.
  enum Part: CaseIterable, Hashable, Sendable {
    /// Number of standups that leave.
    case leaving
    /// Number of standups that arrive.
    case arriving
    case sessions, states, lines
  }

  /// Slots whose standups leave.
  let leaving: SlotSet
  /// Slots whose standups arrive.
  let arriving: SlotSet
  private(set) var part: Part
  /// Cursor of the next page of that part.
  var after: String?
  /// Number of documents on a page; halved while a page does not fit in a message.
  var limit = 1000

  /// Starts loading a new share.
  ///
  /// - Returns: nil if no slot leaves or arrives.
  init?(leaving: SlotSet, arriving: SlotSet) {
    guard !leaving.isEmpty || !arriving.isEmpty else { return nil }
    (self.leaving, self.arriving) = (leaving, arriving)
    part = leaving.isEmpty ? .arriving : .leaving
  }

  /// The query for the next page.
  var query: DocumentQuery {
    switch part {
    case .leaving: count(leaving)
    case .arriving: count(arriving)
    case .sessions: page(of: Collection.sessions)
    case .states: page(of: Collection.states)
    case .lines: page(of: Collection.lines)
    }
  }

  /// The corresponding part of a complete load; nil for a part that is only counted.
  var read: Loading.Part? {
    switch part {
    case .leaving, .arriving: nil
    case .sessions: .sessions
    case .states: .states
    case .lines: .lines
    }
  }

  /// The progress after this page; nil after the last one.
  func next(_ page: DocumentPage) -> ShareLoading? {
    var next = self
    next.after = read == nil ? nil : page.next
    if next.after != nil { return next }
    guard let part = part.following, !arriving.isEmpty else { return nil }
    next.part = part
    return next
  }

  private func count(_ slots: SlotSet) -> DocumentQuery {
    DocumentQuery(
      collection: Collection.standups, limit: 1, newestFirst: true, counts: true, slots: slots)
  }

  private func page(of collection: String) -> DocumentQuery {
    DocumentQuery(collection: collection, after: after, limit: limit, slots: arriving)
  }
}
