#if DEBUG || SIMULATION
  import Bus
  import Documents
  import FastJSON
  import PersistenceAPI

  /// The content of a database, as a value: the model of persistence's database.
  ///
  /// A transaction is applied completely or not at all, with the rules of `Services/Persistence/Service/Store`:
  /// first writer epochs, then the reply in the idempotency store, then the documents, and then the events. Events
  /// with known ids were written before.
  struct Ledger: Sendable {
    private(set) var epoch: String
    private(set) var events: [JournalEvent] = []
    /// Time of each event in the simulation, in milliseconds.
    private(set) var times: [Int64] = []
    private(set) var documents: [String: [String: Document]] = [:]
    private(set) var replies: [String: Kept] = [:]
    private var heads: [String: Int64] = [:]
    private var sequences: [String: Int64] = [:]
    private var terms: [String: String] = [:]

    struct Kept: Sendable {
      var reply: RawJSON
      var request: String?
      var events: ClosedRange<Int64>?
    }

    /// The outcome of a transaction.
    struct Outcome: Sendable {
      var events: [JournalEvent]
      /// The reply stored by an earlier transaction.
      var earlier: RawJSON?
      /// True if everything was already stored.
      var isRepeated = false
    }

    init(epoch: String) { self.epoch = epoch }

    var head: Int64 { Int64(events.count) }
    var range: JournalRange { JournalRange(epoch: epoch, head: head, oldest: 1) }

    /// Documents of a collection in the order of their ids.
    func all(_ collection: String) -> [Document] {
      (documents[collection] ?? [:]).values.sorted { $0.id < $1.id }
    }

    // MARK: Writing

    mutating func begin(_ term: WriterTerm) { terms[term.owner] = term.id }

    /// Applies a transaction completely, or changes nothing.
    ///
    /// - Throws: the same `BusError` as the service.
    mutating func apply(_ commit: Commit, header: Header, atMs now: Int64) throws -> Outcome {
      if let term = commit.term, terms[term.owner] != term.id {
        throw BusError(
          .conflict, "The term is over.", detail: ["store": "superseded"])
      }
      if let stored = commit.idempotency, let kept = try find(stored.key, stored.request) {
        return recall(kept)
      }
      var next = self
      do {
        for change in commit.changes { try next.apply(change) }
        let added = try next.append(commit.events, header, now)
        if let stored = commit.idempotency {
          next.replies[stored.key] = Kept(
            reply: stored.reply, request: stored.request,
            events: added.isEmpty ? nil : head + 1...next.head)
        }
        self = next
        return Outcome(events: added)
      } catch {
        if error.code == .conflict, let known = known(commit.events) {
          return Outcome(events: known, isRepeated: true)
        }
        throw error
      }
    }

    /// The reply under a key.
    ///
    /// - Throws: `conflict` if it is that to another request.
    func find(_ key: String, _ request: String?) throws(BusError) -> Kept? {
      guard let kept = replies[key] else { return nil }
      if StoredReply.isAnother(request, than: kept.request) {
        throw BusError(.conflict, StoredReply.anotherRequest)
      }
      return kept
    }

    private func recall(_ kept: Kept) -> Outcome {
      let known = kept.events.map { Array(events[Int($0.lowerBound) - 1...Int($0.upperBound) - 1]) }
      return Outcome(events: known ?? [], earlier: kept.reply, isRepeated: true)
    }

    private mutating func apply(_ change: DocumentChange) throws(BusError) {
      switch change {
      case .insert(let document):
        guard documents[document.collection]?[document.id] == nil else {
          throw BusError(
            .conflict, "A document with this id already exists.",
            detail: document.conflictDetail)
        }
        documents[document.collection, default: [:]][document.id] = document
      case .put(let document):
        try document.check(replacing: documents[document.collection]?[document.id])
        documents[document.collection, default: [:]][document.id] = document
      case .delete(let collection, let id):
        documents[collection]?[id] = nil
      case .deleteChildren(let collection, let parent):
        documents[collection] = documents[collection]?.filter { $0.value.parent != parent }
      case .setTeam(let collection, let parent, let team):
        let moved = documents[collection, default: [:]].filter { $0.value.parent == parent }
        for id in moved.keys { documents[collection]?[id]?.team = team }
      case .deleteMentioning(let collection, let text):
        documents[collection] = documents[collection]?.filter { !$0.value.body.text.contains(text) }
      case .erase(let erasure): erase(erasure)
      }
    }

    private mutating func erase(_ erasure: Erasure) {
      for index in events.indices {
        if erasure.concerns(events[index].event.labels) { events[index].event.data = .erased }
      }
      for (key, kept) in replies
      where erasure.texts.contains(where: { kept.reply.text.contains($0) }) {
        replies[key]?.reply = .erased
      }
    }

    private mutating func append(
      _ new: [NewEvent], _ header: Header, _ now: Int64
    ) throws(BusError) -> [JournalEvent] {
      var added: [JournalEvent] = []
      for event in new {
        guard sequences[event.id] == nil else {
          throw BusError(
            .conflict, "An event with this id already exists; give each event a unique id.")
        }
        let sequence = head + 1
        sequences[event.id] = sequence
        let appended = JournalEvent(
          event: event, sequence: sequence, epoch: epoch,
          correlation: (header.corr ?? header.id).lowercaseText,
          causation: header.id.lowercaseText, by: header.by,
          previousOfType: advance("t/\(event.labels.type)", sequence),
          previousOfStandup: event.labels.standup.flatMap { advance("s/\($0)", sequence) },
          previousOfMeeting: event.labels.meeting.flatMap { advance("m/\($0)", sequence) },
          previousOfTeam: event.labels.team.flatMap { advance("g/\($0)", sequence) })
        events.append(appended)
        times.append(now)
        added.append(appended)
      }
      return added
    }

    private mutating func advance(_ view: String, _ sequence: Int64) -> Int64? {
      heads.updateValue(sequence, forKey: view)
    }

    /// Events that are already in the journal; nil unless all of them are.
    private func known(_ new: [NewEvent]) -> [JournalEvent]? {
      guard !new.isEmpty else { return nil }
      let found = new.compactMap { event in sequences[event.id].map { events[Int($0) - 1] } }
      return found.count == new.count ? found : nil
    }

    // MARK: Reading

    func load(_ query: DocumentQuery) -> DocumentPage {
      let collection = documents[query.collection] ?? [:]
      let scope = TeamScope(query.teams)
      if let ids = query.ids {
        return DocumentPage(
          documents: ids.compactMap { collection[$0] }.filter { scope.contains($0.team) })
      }
      let isDescending = query.newestFirst ?? false
      let ordered = collection.values
        .filter { (query.parent == nil || $0.parent == query.parent) && scope.contains($0.team) }
        .sorted { ($0.sortKey ?? 0, $0.id) < ($1.sortKey ?? 0, $1.id) }
      var found = isDescending ? ordered.reversed() : ordered
      let total = found.count
      if let after = query.after.flatMap(DocumentCursor.init) {
        found = found.filter {
          let place = ($0.sortKey ?? 0, $0.id)
          return isDescending
            ? place < (after.sortKey, after.id) : place > (after.sortKey, after.id)
        }
      }
      // Use small pages, so that paging is tested.
      let page = Array(found.prefix(min(query.limit ?? 100, 5)))
      return DocumentPage(
        documents: page, next: page.count < found.count ? page.last?.cursor : nil,
        total: query.counts == true ? total : nil)
    }

    func replay(_ query: JournalQuery) throws -> EventPage {
      guard query.epoch == nil || query.epoch == epoch else {
        throw BusError(
          .compacted, "The journal has been replaced; request a snapshot and continue from there.")
      }
      guard query.after <= head else {
        throw BusError(.invalid, "The event \(query.after) is still to come.")
      }
      var found: [CloudEvent] = []
      var resume = head
      for event in events[Int(query.after)...] where Self.passes(event.event.labels, query) {
        guard found.count < min(query.limit ?? 100, 40) else {
          resume = event.sequence - 1
          break
        }
        found.append(event.cloudEvent)
      }
      return EventPage(
        events: found, epoch: epoch, head: head, hasMore: resume < head, resume: resume)
    }

    private static func passes(_ labels: EventLabels, _ query: JournalQuery) -> Bool {
      if let standup = query.standup, standup != labels.standup { return false }
      if let meeting = query.meeting, meeting != labels.meeting { return false }
      if let teams = query.teams, !(labels.team.map(teams.contains) ?? false) { return false }
      guard let types = query.types, !types.isEmpty else { return true }
      return types.contains { $0.hasSuffix(".") ? labels.type.hasPrefix($0) : labels.type == $0 }
    }
  }
#endif
