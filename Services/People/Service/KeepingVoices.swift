import Bus
import Documents
import FastJSON
import Foundation
import PeopleAPI
import ServiceShell

/// Commands about the recognition of voices: consents of persons, and prints that meetings learn.
///
/// All changes of one consent are in the serial queue of the person, so that a print that a meeting has
/// learned is never saved after the withdrawal, or after the person was removed.
extension PeopleReduction {
  // MARK: The person's own commands

  mutating func agreeToVoice(_ operation: Operation, _ id: PersonID) throws {
    try requireChecked()
    guard isPerson(id) else { return try refuse(operation, Self.noPerson) }
    guard let voice = state.voices.voice(of: id, atMs: reducer.now) else {
      return requestJournal(operation)
    }
    try answer(operation, AgreeToVoice.encoded(voice.shown))
  }

  mutating func withdrawVoice(_ operation: Operation, _ id: PersonID) throws {
    // Also without a consent: an earlier withdrawal may have been saved without reaching the meetings.
    try commit(
      operation, [.removeVoice(id), .eraseRemoved], reply: WithdrawVoice.encoded(OwnVoice()))
  }

  mutating func ownVoice(_ operation: Operation, _ id: PersonID) throws {
    try requireChecked()
    let voice = state.voices.voice(of: id, atMs: reducer.now)
    finish(operation, .success(try GetOwnVoice.encoded(voice?.shown ?? OwnVoice())))
  }

  /// Answers a command that changes nothing.
  private mutating func answer(_ operation: Operation, _ reply: RawJSON) throws {
    // A repetition must be answered in the same way, even if the consent was changed meanwhile.
    operation.header.idem == nil
      ? finish(operation, .success(reply)) : try commit(operation, [], reply: reply)
  }

  private func isPerson(_ id: PersonID) -> Bool {
    UUID(text: id).map { state.saved.persons[$0] != nil } ?? false
  }

  private static let noPerson = BusError(
    .notFound, "Person not found. The person may have been removed.")

  // MARK: The router's commands

  /// Loads the prints of those persons who have agreed.
  mutating func voices(_ operation: Operation, of ids: [PersonID]) throws {
    try requireChecked()
    let now = reducer.now
    let known = ids.filter { state.voices.voice(of: $0, atMs: now) != nil }
    guard !known.isEmpty else {
      return finish(operation, .success(try GetVoices.encoded(.init(voices: []))))
    }
    load(operation, DocumentQuery(collection: SavedVoice.collection, ids: known))
  }

  mutating func voices(_ operation: Operation, _ page: DocumentPage) throws {
    let now = reducer.now
    let voices = page.documents.compactMap { document -> PersonVoice? in
      guard let saved = try? document.value(as: SavedVoice.self),
        // The person may have withdrawn while the document was being loaded.
        state.voices.voice(of: document.id, atMs: now)?.consent == saved.consent
      else { return nil }
      return PersonVoice(person: document.id, consent: saved.consent, print: saved.print)
    }
    finish(operation, .success(try GetVoices.encoded(.init(voices: voices))))
  }

  /// Saves each voice in the serial queue of its person, and waits for all of them.
  mutating func keepVoices(_ operation: Operation, _ voices: [LearnedVoice]) throws {
    try requireChecked()
    let now = reducer.now
    let current = voices.filter {
      state.voices.voice(of: $0.person, atMs: now)?.consent == $0.consent
    }
    guard !current.isEmpty else {
      return finish(operation, .success(try KeepVoices.encoded(Done())))
    }
    let keeping = state.voices.keeping.values.reduce(0, +)
    guard keeping + current.count <= PeopleState.maxWaiting else { throw BusError.tooManyWaiting }
    state.commands.wait(operation.id, for: .keeping)
    state.voices.keeping[operation.id] = current.count
    for voice in current { start(.keepVoice(voice, for: operation.id)) }
  }

  mutating func keepVoice(_ operation: Operation, _ learned: LearnedVoice) throws {
    let now = reducer.now
    guard let voice = state.voices.voice(of: learned.person, atMs: now),
      voice.consent == learned.consent
    else { return finish(operation, .success(.emptyObject)) }
    if learned.print == nil {
      // A use is recorded once a day, not in each meeting.
      if let usedMs = voice.usedMs, usedMs <= now, now - usedMs < Self.useMs {
        return finish(operation, .success(.emptyObject))
      }
      if voice.hasPrint {
        return load(
          operation, DocumentQuery(collection: SavedVoice.collection, ids: [learned.person]))
      }
    }
    try save(operation, learned, of: voice, print: learned.print, atMs: now)
  }

  /// Records the use of a voice whose print is loaded and stays.
  mutating func keepVoice(
    _ operation: Operation, _ learned: LearnedVoice, _ page: DocumentPage
  ) throws {
    guard let saved = try page.documents.first?.value(as: SavedVoice.self),
      let voice = state.voices.all[learned.person], voice.consent == saved.consent
    else { return finish(operation, .success(.emptyObject)) }
    try save(operation, learned, of: voice, print: saved.print, atMs: reducer.now)
  }

  private mutating func save(
    _ operation: Operation, _ learned: LearnedVoice, of voice: Voices.Voice, print: String?,
    atMs now: Int64
  ) throws {
    let saved = SavedVoice(
      consent: voice.consent, agreedMs: voice.agreedMs, usedMs: now,
      learnedMs: learned.print == nil ? voice.learnedMs : learned.learnedMs, print: print,
      epoch: voice.epoch)
    try commit(operation, [.putVoice(learned.person, saved)], reply: nil)
  }

  /// Time after which the use of a voice is recorded again, in milliseconds.
  private static let useMs: Int64 = 86_400_000

  // MARK: Erasing

  /// Erases consents that have expired, or must not be used.
  mutating func eraseDueVoices() {
    guard state.commands.isOpen, state.voices.isChecked else { return }
    while let person = state.voices.popDue(atMs: reducer.now) { start(.eraseVoice(person)) }
  }

  mutating func eraseVoice(_ operation: Operation, _ id: PersonID) throws {
    // A meeting may have used the voice, or the person agreed again, while this command waited.
    guard state.voices.voice(of: id, atMs: reducer.now) == nil else {
      return finish(operation, .success(.emptyObject))
    }
    try commit(operation, [.removeVoice(id), .eraseRemoved], reply: nil)
  }

  mutating func ended(_ operation: Operation, _ result: Result<RawJSON, BusError>) {
    switch operation.command {
    case .eraseVoice(let id):
      let retryMs = result.failure == nil ? nil : reducer.now + Self.retryMs
      state.voices.erased(id, retryMs: retryMs)
    case .keepVoice(_, let parent): kept(parent, result)
    case .checkVoices where result.failure != nil && !state.commands.isDraining:
      log(.warning, "Cannot check yet whether consents are current; retrying.")
      effects.append(.wait(ms: Int(Self.retryMs), then: .recheckVoices))
    default: break
    }
  }

  /// Delay before a failed erasure or check is tried again, in milliseconds.
  private static let retryMs: Int64 = 1000

  /// Counts a voice of a `keepVoices`, and answers it after the last one.
  private mutating func kept(_ id: OperationID, _ result: Result<RawJSON, BusError>) {
    guard let operation = state.commands.operation(id, waitingFor: .keeping) else { return }
    if let error = result.failure {
      state.voices.keeping[id] = nil
      return finish(operation, .failure(error))
    }
    let rest = (state.voices.keeping[id] ?? 1) - 1
    state.voices.keeping[id] = rest == 0 ? nil : rest
    if rest == 0 { finish(operation, .success(.emptyObject)) }
  }

  // MARK: Consents and the journal

  /// A consent is valid only in the journal in which it was given: a database that was restored from a
  /// backup has another one, and may lack withdrawals.
  mutating func journal(_ id: OperationID, _ result: Result<JournalRange, BusError>) {
    guard let operation = state.commands.operation(id, waitingFor: .requesting) else { return }
    attempt(operation) { reduction in
      let epoch = try result.get().epoch
      switch operation.command {
      case .agreeToVoice(let person): try reduction.agree(operation, person, epoch)
      default:
        reduction.checkVoices(epoch)
        reduction.finish(operation, .success(.emptyObject))
      }
    }
  }

  private mutating func agree(_ operation: Operation, _ id: PersonID, _ epoch: String) throws {
    let voice = SavedVoice(
      consent: reducer.uuid().lowercaseText, agreedMs: reducer.now, epoch: epoch)
    try commit(
      operation, [.putVoice(id, voice)], reply: AgreeToVoice.encoded(Voices.Voice(voice).shown))
  }

  private mutating func checkVoices(_ epoch: String) {
    let outdated = state.voices.all.filter { $0.value.epoch != epoch }.keys
    for person in outdated { state.voices.reject(person) }
    if !outdated.isEmpty {
      log(
        .warning,
        "The database was restored; erasing \(outdated.count) consents to the recognition of voices. Persons can agree again."
      )
    }
    state.voices.isChecked = true
  }

  mutating func requestJournal(_ operation: Operation) {
    state.commands.wait(operation.id, for: .requesting)
    effects.append(.requestJournal(operation.id))
  }

  /// - Throws: `unavailable` until it is known that no consent comes from a backup.
  private func requireChecked() throws(BusError) {
    guard state.voices.isChecked else {
      throw BusError(
        .unavailable, "The consents to the recognition of voices are being checked; try again.",
        retryAfterMs: 500)
    }
  }

  // MARK: Loading

  /// Reads a consent. An invalid one, and that of a person who does not exist, is erased: no one could
  /// withdraw it.
  mutating func readVoice(_ document: Document) {
    do {
      let voice = try document.value(as: SavedVoice.self)
      guard isPerson(document.id) else { throw Self.noPerson }
      state.voices.put(voice, of: document.id)
    } catch {
      state.voices.reject(document.id)
      log(
        .error,
        "Cannot read the voice of person \(document.id); erasing it: \(BusError(any: error).code.rawValue)"
      )
    }
  }
}
