import BridgeAPI
import Bus
import Documents

/// Finds or creates the right stream. It checks NATS and the journal, changes at most one thing,
/// and checks both again, so the result does not depend on earlier attempts or on other bridges
/// that do the same.
extension BridgeReduction {
  /// Reads the streams of the cell; the result determines what to read and change next.
  mutating func checkStreams() {
    guard state.phase == .running, case .up = state.link else { return }
    state.publishing = nil
    let token = token()
    state.step = .looking(token)
    effects.append(.look(token, checking: state.suspect))
    state.suspect = nil
  }

  /// Starts over after a pause.
  mutating func pause(_ ms: Int) {
    state.publishing = nil
    let token = token()
    state.step = .pausing(token)
    effects.append(.wait(ms: ms, then: .goOn(token)))
  }

  mutating func looked(_ token: Token, _ result: Result<[StreamFacts], NATSFailure>) {
    guard state.step == .looking(token) else { return }
    switch result {
    case .failure(let failure):
      setObstacle("JetStream could not list its streams: \(failure)")
      pause(1000)
    case .success(let streams):
      // Read the journal after the streams, so that it contains every event that they contain.
      state.step = .asking(token, streams)
      effects.append(.askJournal(token))
    }
  }

  mutating func asked(_ token: Token, _ result: Result<BridgeJournal, BusError>) {
    guard case .asking(token, let streams) = state.step else { return }
    switch result {
    case .failure:
      // The journal is unavailable, so nothing else can be done.
      pause(500)
    case .success(let journal):
      state.rules = journal.erasing
      state.journal = JournalHead(epoch: journal.range.epoch, head: journal.range.head)
      settle(streams, journal.range)
    }
  }

  private mutating func settle(_ streams: [StreamFacts], _ journal: JournalRange) {
    let cell = reducer.settings.cell
    let all = EventSubject.all(cell)
    let epoch = StreamName.short(journal.epoch)
    let base = max(0, journal.oldest - 1)
    let holder = streams.first { $0.subjects.contains(all) }
    state.left = streams.filter { $0 != holder }.map {
      LeftStream(name: $0.name, messages: $0.messages, bytes: $0.bytes)
    }
    guard let holder, let name = StreamName(holder.name, cell: cell) else {
      return begin(among: streams, epoch, base, journal)
    }
    guard name.epoch == epoch else {
      log(
        .warning, "The journal was replaced; keeping the stream \(holder.name) of the previous one."
      )
      return change(.leave(holder.name))
    }
    let position = name.position(of: holder.last)
    if holder.made == state.unwanted {
      state.unwanted = nil
      return rebuild(holder, "as requested")
    }
    if let place = state.streamInUse, place.made == holder.made, place.name == holder.name,
      position < place.sequence
    {
      return rebuild(holder, "as it lost its messages after \(position)")
    }
    if let place = holder.wrongPosition {
      return rebuild(holder, "as its message \(place) is not the expected event")
    }
    if position > journal.head {
      return rebuild(holder, "as it continues beyond the end of the journal (\(journal.head))")
    }
    if position < base {
      log(
        .warning,
        "The journal no longer contains the events after \(position); keeping the stream \(holder.name)."
      )
      return change(.leave(holder.name))
    }
    if holder.messages > 0, holder.first < base + 1 - name.base {
      return change(.trim(holder.name, before: base + 1 - name.base))
    }
    if state.refusedSettings == nil, !isAsSet(holder) { return change(.update(holder.name)) }
    publish(holder, name.base, journal, position)
  }

  /// Finds or creates a stream, because none accepts the subjects of this cell.
  private mutating func begin(
    among streams: [StreamFacts], _ epoch: String, _ base: Int64, _ journal: JournalRange
  ) {
    // A stream that was left behind may belong to the current journal, if a backup was restored and
    // the previous database was then put back.
    for facts in streams {
      guard let name = StreamName(facts.name, cell: reducer.settings.cell), name.epoch == epoch
      else { continue }
      let position = name.position(of: facts.last)
      if position >= base, position <= journal.head { return change(.update(facts.name)) }
      if name.base == base { return change(.drop(facts.name)) }
    }
    let name = StreamName(cell: reducer.settings.cell, epoch: journal.epoch, base: base).text
    log(.info, "Creating the stream \(name).")
    change(.make(name))
  }

  private func isAsSet(_ stream: StreamFacts) -> Bool {
    stream.replicas == reducer.settings.replicas
      && stream.maxAge == Int64(reducer.settings.days) * StreamFacts.nanosecondsOfDay
  }

  mutating func change(_ change: StreamChange) {
    let token = token()
    state.step = .changing(token, change)
    effects.append(.change(token, change))
  }

  mutating func changed(_ token: Token, _ failure: NATSFailure?) {
    guard case .changing(token, let change) = state.step else { return }
    guard let failure else { return checkStreams() }
    switch (change, failure.code) {
    case (_, .exists), (_, .noStream):
      // Another bridge made a change.
      pause(200)
    case (.update(let name), .other):
      state.refusedSettings = failure.message
      log(.warning, "The settings of the stream \(name) could not be changed: \(failure)")
      pause(2000)
    default:
      setObstacle("\(change.failed): \(failure)")
      pause(2000)
    }
  }

  private mutating func publish(
    _ stream: StreamFacts, _ base: Int64, _ journal: JournalRange, _ position: Int64
  ) {
    state.streamInUse = .init(
      name: stream.name, made: stream.made, epoch: journal.epoch, base: base, sequence: position)
    clearObstacle()
    state.step = .publishing
    var publishing = Publishing(
      round: token(), stream: stream.name, epoch: journal.epoch, base: base,
      oldest: max(1, journal.oldest), position: position, at: reducer.date())
    // Types are learned from the events that are read. If all events have been read, read the last
    // ones of the journal again.
    if state.types.isEmpty, journal.head == position, journal.head >= journal.oldest {
      let token = token()
      publishing.learning = token
      let after = max(journal.oldest - 1, journal.head - 200, 0)
      effects.append(
        .read(token, JournalQuery(after: after, epoch: journal.epoch, limit: 200)))
    }
    state.publishing = publishing
    continuePublishing()
  }
}
