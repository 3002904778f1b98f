import Bus
import Documents
import FastJSON
import ServiceShell

extension WebhooksReducer {
  /// A change of saved state.
  enum Change: LaneChange {
    /// Deletes the document of a new webhook before it is written, which adds it to its team, even if
    /// the transaction is repeated.
    case clear(WebhookID)
    case put(StoredWebhook)
    case remove(WebhookID)
    /// Erases the replies that contain the URL or the secret of a webhook, because these give access.
    case erase(WebhookID)

    func document() throws -> DocumentChange {
      switch self {
      case .put(let stored): .put(try stored.document())
      case .clear(let id), .remove(let id): .delete(collection: StoredWebhook.collection, id: id)
      case .erase(let id): .erase(Erasure(subject: id))
      }
    }
  }
}

/// Loads the saved state at the start, and changes it when a command is durable.
extension WebhooksReduction {
  mutating func read(_ document: Document) {
    do {
      let stored = try document.value(as: StoredWebhook.self)
      state.webhooks[stored.id] = Webhook(stored)
    } catch {
      // Leave the document unchanged, because a later version may have written it.
      state.unreadable.insert(document.id)
      log(.error, "Cannot read the webhook \(document.id); left unchanged: \(error)")
    }
  }

  mutating func allIsRead() {
    log(.info, "Loaded. Webhooks: \(state.webhooks.count).")
    effects.append(.listen(state.types))
    for webhook in state.sorted { wake(webhook.stored.id) }
  }

  mutating func apply(_ change: WebhooksReducer.Change, of operation: Operation) {
    switch change {
    case .put(let stored):
      var webhook = state.webhooks[stored.id] ?? Webhook(stored)
      webhook.apply(operation.command)
      if case .edit = operation.command { webhook.adopt(stored) }
      webhook.savedSequence = stored.position.sequence
      // Events may have been accepted during the commit.
      webhook.isDirty = webhook.stored != stored
      state.webhooks[stored.id] = webhook
      if case .add = operation.command {
        log(.info, "Added the webhook \(stored.id) to \(stored.receiver).")
      }
      if operation.command != .save { wake(stored.id) }
    case .remove(let id):
      state.webhooks[id] = nil
      state.unreadable.remove(id)
      log(.info, "Removed the webhook \(id).")
    case .clear, .erase: break
    }
  }
}

/// Saves positions and failures, which are collected for a while before that. If a position is lost
/// with the process, events are posted again.
extension WebhooksReduction {
  /// Schedules the saving of a webhook whose position or failure has changed.
  mutating func dirty(_ id: WebhookID) {
    state.webhooks[id]?.isDirty = true
    scheduleSave()
  }

  private mutating func scheduleSave() {
    guard !state.isSaveDue, state.commands.isOpen else { return }
    state.isSaveDue = true
    effects.append(.wait(ms: WebhooksReducer.saveAfterMs, then: .saveDue))
  }

  /// Saves all positions and failures that are not saved yet.
  mutating func save(_ operation: Operation) throws {
    state.isSaveDue = false
    let dirty = state.sorted.filter(\.isDirty)
    guard !dirty.isEmpty else { return finish(operation, .success(.emptyObject)) }
    try commit(operation, dirty.map { .put($0.stored) }, reply: nil)
  }

  mutating func ended(_ operation: Operation, _ result: Result<RawJSON, BusError>) {
    guard case .save = operation.command, case .failure(let error) = result else { return }
    log(.error, "Could not save the positions of webhooks: \(error)")
    scheduleSave()
  }
}
