import Bus
import Documents
import FastJSON
import ServiceShell
import WebhooksAPI

/// Change to commit. Changes are committed one at a time, so that their order is preserved.
enum Change: Hashable, Sendable {
  /// Saves changed positions and failures.
  case save
  case add(StoredWebhook, Requester)
  case remove(WebhookID, Requester)
  /// Looks up an earlier reply for a webhook that does not exist, because an earlier run may have
  /// removed it and died before it replied.
  case recall(WebhookID, Requester)
  case pause(WebhookID, Requester)
  case resume(WebhookID, Requester)

  var id: WebhookID? {
    switch self {
    case .save: nil
    case .add(let stored, _): stored.id
    case .remove(let id, _), .recall(let id, _), .pause(let id, _), .resume(let id, _): id
    }
  }

  var requester: Requester? {
    switch self {
    case .save: nil
    case .add(_, let requester), .remove(_, let requester), .recall(_, let requester),
      .pause(_, let requester),
      .resume(_, let requester):
      requester
    }
  }
}

/// Change that is being committed.
struct Committing: Hashable, Sendable {
  var change: Change
  var decided: ChangesDecided
  /// The reply that is saved with it; nil for a change without a caller.
  var kept: KeptReply?
  /// The webhooks whose positions it saves.
  var saved: [WebhookID] = []
}

/// Commits changes, and applies each once it is committed, one at a time. Positions are an
/// exception: they are collected before they are saved, and if a position is lost with the process,
/// events are posted again.
extension WebhooksReduction {
  /// Schedules the saving of a webhook whose position or failure has changed.
  mutating func dirty(_ id: WebhookID) {
    state.webhooks[id]?.isDirty = true
    guard !state.isSaveDue, state.phase == .ready else { return }
    state.isSaveDue = true
    effects.append(.wait(ms: WebhooksReducer.saveAfterMs, then: .saveDue))
  }

  mutating func saveDue() {
    state.isSaveDue = false
    saveNow()
  }

  /// Saves all positions and failures that are not saved yet.
  mutating func saveNow() {
    guard state.webhooks.values.contains(where: \.isDirty), !state.changes.contains(.save) else {
      return
    }
    change(.save)
  }

  /// Adds a change to the queue.
  mutating func change(_ change: Change) {
    state.changes.append(change)
    commitNext()
  }

  private mutating func commitNext() {
    while state.committing == nil, !state.changes.isEmpty {
      let change = state.changes.removeFirst()
      do {
        guard let committing = try prepare(change) else { continue }
        state.committing = committing
        effects.append(.commit(committing.decided))
      } catch {
        if let requester = change.requester { answer(requester, .failure(BusError(any: error))) }
      }
    }
  }

  /// Prepares the commit of a change.
  ///
  /// - Returns: nil if the change has no effect.
  private mutating func prepare(_ change: Change) throws -> Committing? {
    switch change {
    case .save:
      let dirty = state.sorted.filter(\.isDirty)
      guard !dirty.isEmpty else { return nil }
      for webhook in dirty {
        state.webhooks[webhook.stored.id]?.isDirty = false
        state.webhooks[webhook.stored.id]?.savedSequence = webhook.stored.position.sequence
      }
      let documents = try dirty.map { try $0.stored.document() }
      return Committing(
        change: change, decided: ChangesDecided(changes: documents.map { .put($0) }),
        saved: dirty.map(\.stored.id))
    case .add(let stored, let requester):
      return try committing(
        change, requester, [.put(try stored.document())],
        reply: AddWebhook.encoded(Webhook(stored).status(state.journal)))
    case .remove(let id, let requester):
      if !state.unreadable.contains(id) { _ = try webhook(id) }
      return try committing(
        change, requester,
        [
          .delete(collection: StoredWebhook.collection, id: id),
          // The URL and the secret give access, so erase the replies that contain them as well.
          .erase(Erasure(subject: id)),
        ],
        reply: RemoveWebhook.encoded(Done()))
    case .recall(let id, let requester):
      // If the key already has a reply, nothing is written; if not, the error is stored under the
      // key.
      return try committing(change, requester, [], error: Self.missing(id))
    case .pause(let id, let requester), .resume(let id, let requester):
      var changed = try webhook(id)
      apply(change, to: &changed)
      // Pausing and resuming have the same type of reply.
      return try committing(
        change, requester, [.put(try changed.stored.document())],
        reply: PauseWebhook.encoded(changed.status(state.journal)))
    }
  }

  private func committing(
    _ change: Change, _ requester: Requester, _ changes: [DocumentChange], reply: RawJSON? = nil,
    error: BusError? = nil
  ) throws -> Committing {
    let kept = KeptReply(decision: reducer.uuid().lowercaseText, reply: reply, error: error)
    let stored = try kept.stored(under: requester.key, for: requester.request, by: "webhooks")
    return Committing(
      change: change, decided: ChangesDecided(changes: changes, reply: stored), kept: kept)
  }

  mutating func committed(_ result: Result<CommitOutcome, BusError>) {
    guard let committing = state.committing else { return }
    switch result {
    case .success(let outcome):
      state.committing = nil
      durable(committing, outcome.repeated)
    case .failure(let error) where error.isRefusal:
      state.committing = nil
      refused(committing, error)
    case .failure(let error):
      unknown(committing, error)
      return
    }
    commitNext()
  }

  private mutating func durable(_ committing: Committing, _ repeated: RawJSON?) {
    guard let requester = committing.change.requester, let kept = committing.kept else { return }
    if let repeated {
      // An earlier run made this decision, but its reply was lost. Nothing was written now.
      return answer(requester, KeptReply.result(of: repeated))
    }
    switch committing.change {
    case .save, .recall: break
    case .add(let stored, _):
      state.webhooks[stored.id] = Webhook(stored)
      log(.info, "Added the webhook \(stored.id) to \(stored.receiver).")
    case .remove(let id, _):
      state.webhooks[id] = nil
      state.unreadable.remove(id)
      state.replies.erase(Erasure(subject: id).texts)
      log(.info, "Removed the webhook \(id).")
    case .pause(let id, _), .resume(let id, _):
      if var webhook = state.webhooks[id] {
        // Events that were accepted during the commit are newer than the written position.
        if webhook.stored.position.sequence != webhook.savedSequence { webhook.isDirty = true }
        apply(committing.change, to: &webhook)
        state.webhooks[id] = webhook
      }
    }
    answer(requester, kept.result)
    if let id = committing.change.id { wake(id) }
  }

  private mutating func refused(_ committing: Committing, _ error: BusError) {
    if let requester = committing.change.requester {
      answer(requester, .failure(.notSaved(error)))
    } else {
      log(.error, "Could not save the positions of webhooks: \(error)")
      for id in committing.saved { dirty(id) }
    }
  }

  /// Handles an unknown result: the commit may have succeeded although its reply was lost. It is
  /// sent again under the same key until the result is known; until then, nothing else is saved.
  private mutating func unknown(_ committing: Committing, _ error: BusError) {
    guard state.phase == .ready else {
      // The process is about to end. The next run or the caller repeats the changes that were not
      // written.
      let changes = [committing.change] + state.changes
      state.committing = nil
      state.changes = []
      for requester in changes.compactMap(\.requester) {
        answer(requester, .failure(Self.stopping))
      }
      return
    }
    log(.warning, "Cannot confirm that a change to the webhooks was saved; retrying: \(error)")
    effects.append(.wait(ms: 1000, then: .retryCommit))
  }

  mutating func retryCommit() {
    guard let committing = state.committing else { return }
    effects.append(.commit(committing.decided))
  }
}
