import Bus
import Cells
import Documents
import FastJSON
import Standups
import StandupsAPI

/// Progress of loading the saved state, part by part.
struct Loading: Hashable, Sendable {
  var part = Part.share
  /// Cursor of the next page of that part.
  var after: String?
  /// Number of documents on a page; halved while a page does not fit in a message.
  var limit = 1000
  /// The slots that belong to this instance; nil for all, if it is the only one.
  var slots: SlotSet?

  /// The parts, in the order in which they are loaded.
  enum Part: CaseIterable, Hashable, Sendable {
    case share, standups, sessions, states, lines, notices, retention, imports, glossaries
  }

  /// The next query; nil for a part without documents. Only the last standup is loaded, since the
  /// keys of new ones follow it.
  var query: DocumentQuery? {
    switch part {
    case .share: nil
    case .standups:
      DocumentQuery(
        collection: Collection.standups, limit: 1, newestFirst: true, counts: true, slots: slots)
    case .sessions: page(of: Collection.sessions, slots)
    case .states: page(of: Collection.states, slots)
    case .lines: page(of: Collection.lines, slots)
    case .notices: page(of: Collection.notices)
    case .retention: page(of: Collection.retention)
    case .imports: page(of: Collection.imports)
    case .glossaries: page(of: Collection.glossaries)
    }
  }

  private func page(of collection: String, _ slots: SlotSet? = nil) -> DocumentQuery {
    DocumentQuery(collection: collection, after: after, limit: limit, slots: slots)
  }
}

extension CaseIterable where Self: Equatable {
  /// The case after this one; nil for the last one.
  var following: Self? { Self.allCases.drop { $0 != self }.dropFirst().first }
}

/// Loading of saved state. It is retried without limit, because no command can be answered without
/// it.
extension StandupsReduction {
  private static let retryMs = 500

  mutating func startLoading() {
    guard state.phase == .idle else { return }
    state.phase = .loading(Loading())
    loadNext()
  }

  mutating func loadNext() {
    guard case .loading(let loading) = state.phase, !state.isDraining else { return }
    effects.append(loading.query.map { .loadPage($0) } ?? .requestShare)
  }

  /// Continues with the slots that belong to this instance, as reported by the composition root.
  mutating func shared(_ result: Result<StandupsShare, BusError>) {
    guard case .loading(var loading) = state.phase, loading.part == .share else { return }
    switch result {
    case .failure(let error): retry(&loading, after: error)
    case .success(let share):
      (state.share, state.counted) = (share, share.slots)
      loading.part = .standups
      loading.slots = here
      state.phase = .loading(loading)
      loadNext()
    }
  }

  mutating func loaded(_ result: Result<DocumentPage, BusError>) {
    guard case .loading(var loading) = state.phase, loading.part != .share else { return }
    switch result {
    case .failure(let error):
      retry(&loading, after: error)
    case .success(let page):
      let isCounted = loading.part == .standups
      if isCounted {
        // A larger key than any other: new standups come last.
        let last = page.documents.first?.sortKey ?? 0
        (state.saved.count, state.nextSortKey) = (page.total ?? 0, Self.sortKey(after: last))
      } else {
        read(page.documents, of: loading.part)
      }
      loading.after = isCounted ? nil : page.next
      if loading.after == nil {
        guard let next = loading.part.following else { return begin() }
        loading.part = next
      }
      state.phase = .loading(loading)
      loadNext()
    }
  }

  /// The key after another one in the list; the other one may be invalid.
  static func sortKey(after last: Int64) -> Int64 {
    min(max(last, 0), WireTime.counts.upperBound - 1) + 1
  }

  private mutating func begin() {
    state.phase = .ready
    hasRoom = true
    effects.append(.ready)
    for words in RetainedWords.hourly {
      guard words.firstSearchMs > 0 else {
        forgetDue(words, after: nil)
        continue
      }
      effects.append(.wait(ms: words.firstSearchMs, then: .forgetDue(words, after: nil)))
    }
    log(
      .info,
      "Loaded. Standups: \(state.saved.count); live meetings: \(state.saved.sessions.count).")
    restoreWork()
    for session in state.saved.sessions { watch(session) }
    for id in state.saved.ended.ids {
      watch(id)
      // The message that released its work may have been lost with the earlier run.
      effects.append(.discardWork(id))
    }
    for id in state.saved.imports.keys.sorted() { continueImport(id) }
  }

  private mutating func retry(_ loading: inout Loading, after error: BusError) {
    if error.code == .tooLarge, loading.limit > 1 {
      loading.limit /= 2
      state.phase = .loading(loading)
      return loadNext()
    }
    log(.warning, "Loading \(loading.part) failed; retrying: \(error)")
    effects.append(.wait(ms: Self.retryMs, then: .retryLoading))
  }

  mutating func read(_ documents: [Document], of part: Loading.Part) {
    var strays = 0
    for document in documents {
      do {
        switch part {
        case .states, .lines: if try !readPart(document) { strays += 1 }
        default: try read(document)
        }
      } catch {
        note(unreadable: document, error)
      }
    }
    if strays > 0 {
      log(.warning, "Ignored \(part) of meetings that do not exist: \(strays).")
    }
  }

  private mutating func read(_ document: Document) throws {
    switch document.collection {
    case Collection.sessions:
      state.saved.put(try document.value(as: MeetingSession.self))
    case Collection.imports:
      let file = try document.value(as: FileImport.self)
      state.saved.imports[file.id] = file
    case Collection.retention:
      let retention = try document.value(as: TeamRetention.self)
      state.saved.retention[retention.team] = retention
    case Collection.glossaries:
      state.saved.glossaries[document.id] = try document.value(as: StoredGlossary.self).terms
    default:
      guard document.id == Collection.dataFailedToLoad else { return }
      state.saved.destination = .alert(
        .dataFailedToLoad(
          path: document.body["path"]?.string ?? "",
          reason: document.body["reason"]?.string ?? ""))
    }
  }

  /// Reads a part of a meeting that was saved after its start.
  ///
  /// If a part is unreadable, the whole meeting is left unchanged: without the part it would be a
  /// different meeting, and its end would remove the part.
  ///
  /// - Returns: true if the meeting of the part exists.
  private mutating func readPart(_ document: Document) throws -> Bool {
    guard let id = Meeting.ID(document.parent ?? document.id),
      state.saved.sessions.contains(id: id) || state.saved.ended[id: id] != nil
    else { return false }
    do {
      if document.collection == Collection.states {
        let state = try document.value(as: MeetingSession.State.self)
        self.state.saved.sessions.setState(state, of: id)
        if let problem = self.state.saved.sessions[id: id]?.problem {
          throw BusError(.invalid, problem.description)
        }
        if state.ended != nil { self.state.saved.end(id, state) }
      } else {
        let line = try document.value(as: MeetingSession.Line.self)
        state.saved.sessions.add(line, to: id)
        state.saved.ended.add(line, to: id)
      }
    } catch {
      let session = state.saved.sessions[id: id] ?? state.saved.ended[id: id]?.session
      note(unreadable: document, of: session?.standup.id, error)
      state.saved.removeSession(id)
    }
    return true
  }
}
