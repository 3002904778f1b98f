import Bus
import Documents
import FastJSON
import Foundation
import ServiceShell
import WebhooksAPI

/// Commit, then apply, one change at a time. Positions are the exception: they are collected, and
/// if a position is lost with the process, events are posted twice.
extension Reduction {
  /// Schedules the saving of a position or a failure.
  mutating func dirty(_ id: HookID) {
    state.hooks[id]?.isDirty = true
    guard !state.isSaveDue, state.phase == .ready else { return }
    state.isSaveDue = true
    effects.append(.wait(ms: WebhooksReducer.saveAfterMs, then: .saveDue))
  }

  mutating func saveDue() {
    state.isSaveDue = false
    saveNow()
  }

  mutating func saveNow() {
    guard state.hooks.values.contains(where: \.isDirty), !state.changes.contains(.save) else {
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
        if let asker = change.asker { answer(asker, .failure(BusError(any: error))) }
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
      for hook in dirty {
        state.hooks[hook.stored.id]?.isDirty = false
        state.hooks[hook.stored.id]?.savedSequence = hook.stored.position.sequence
      }
      let documents = try dirty.map { try $0.stored.document() }
      return Committing(
        change: change, decided: WebhookChangesDecided(changes: documents.map { .put($0) }),
        saved: dirty.map(\.stored.id))
    case .add(let stored, let asker):
      return try committing(
        change, asker, [.put(try stored.document())],
        reply: AddWebhook.encoded(Hook(stored).status(state.journal)))
    case .remove(let id, let asker):
      if !state.unreadable.contains(id) { _ = try hook(id) }
      return try committing(
        change, asker,
        [
          .delete(collection: StoredWebhook.collection, id: id),
          // The URL and the secret give access, so the replies that contain them are erased as
          // well.
          .erase(Erasure(subject: id)),
        ],
        reply: RemoveWebhook.encoded(Done()))
    case .recall(let id, let asker):
      // If the key already has a reply, nothing is written; otherwise, the error is saved under it.
      return try committing(change, asker, [], error: Self.missing(id))
    case .pause(let id, let asker), .resume(let id, let asker):
      var changed = try hook(id)
      apply(change, to: &changed)
      // Both commands have the same reply.
      return try committing(
        change, asker, [.put(try changed.stored.document())],
        reply: PauseWebhook.encoded(changed.status(state.journal)))
    }
  }

  private func committing(
    _ change: Change, _ asker: Asker, _ changes: [DocumentChange], reply: RawJSON? = nil,
    error: BusError? = nil
  ) throws -> Committing {
    let kept = KeptReply(decision: reducer.uuid().lowercaseText, reply: reply, error: error)
    let stored = try kept.stored(under: asker.key, for: asker.request, by: "webhooks")
    return Committing(
      change: change, decided: WebhookChangesDecided(changes: changes, reply: stored), kept: kept)
  }

  private func apply(_ change: Change, to hook: inout Hook) {
    switch change {
    case .pause:
      hook.stored.pause = .init(reason: "Paused by a user.", isWanted: true)
      if hook.isPosting { hook.queue = Array(hook.queue.prefix(1)) } else { hook.reset() }
    case .resume:
      hook.stored.pause = nil
      hook.stored.failingSince = nil
      hook.attempts = 0
      hook.reason = nil
      if !hook.isPosting { hook.reset() }
    case .save, .add, .remove, .recall: break
    }
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
    guard let asker = committing.change.asker, let kept = committing.kept else { return }
    if let repeated {
      // An earlier run made the decision, and its reply was lost: nothing was written now.
      return answer(asker, KeptReply.result(of: repeated))
    }
    switch committing.change {
    case .save, .recall: break
    case .add(let stored, _):
      state.hooks[stored.id] = Hook(stored)
      log(.info, "Added the webhook \(stored.id) to \(stored.receiver).")
    case .remove(let id, _):
      state.hooks[id] = nil
      state.unreadable.remove(id)
      state.replies.erase(Erasure(subject: id).texts)
      log(.info, "Removed the webhook \(id).")
    case .pause(let id, _), .resume(let id, _):
      if var hook = state.hooks[id] {
        // Events that were accepted in the meantime are newer than the written position.
        if hook.stored.position.sequence != hook.savedSequence { hook.isDirty = true }
        apply(committing.change, to: &hook)
        state.hooks[id] = hook
      }
    }
    answer(asker, kept.result)
    if let id = committing.change.id { wake(id) }
  }

  private mutating func refused(_ committing: Committing, _ error: BusError) {
    if let asker = committing.change.asker {
      answer(asker, .failure(.notSaved(error)))
    } else {
      log(.error, "Could not save the positions of webhooks: \(error)")
      for id in committing.saved { dirty(id) }
    }
  }

  /// Handles an unknown result: the commit may have succeeded although its reply was lost. It is
  /// sent again under the same key until the result is known, and nothing else is saved before.
  private mutating func unknown(_ committing: Committing, _ error: BusError) {
    guard state.phase == .ready else {
      // The process is about to end; changes that were not written are repeated by the next run or
      // by the caller.
      let changes = [committing.change] + state.changes
      state.committing = nil
      state.changes = []
      for asker in changes.compactMap(\.asker) { answer(asker, .failure(Self.stopping)) }
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

extension Hook {
  /// Drops the work in progress, so that its results are ignored.
  mutating func reset() {
    work = .idle
    queue = []
    hasMore = false
  }
}
