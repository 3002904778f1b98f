import Bus
import Documents
import FastJSON
import WebhooksAPI

/// Handles gaps: the next event is no longer retained, or the journal is a different one. The
/// receiver gets a `webhook.gap`, and delivery continues with the oldest event that is available.
extension WebhooksReduction {
  /// Requests the range of the journal, because the journal cannot return the next events.
  mutating func findRange(_ id: WebhookID) {
    let token = token()
    state.webhooks[id]?.work = .finding(token)
    effects.append(.findHeads(id, token))
  }

  mutating func heads(
    _ id: WebhookID, _ token: Token, _ result: Result<JournalRange, BusError>
  ) {
    guard var webhook = state.webhooks[id], webhook.work == .finding(token) else { return }
    webhook.work = .idle
    state.webhooks[id] = webhook
    guard case .success(let heads) = result, state.commands.isOpen, webhook.stored.pause == nil
    else { return }
    let before = webhook.stored.position
    let oldest = max(0, heads.oldest - 1)
    let reason: WebhookGap.Reason
    if heads.epoch != before.epoch || heads.head < before.sequence {
      reason = .epoch
    } else if oldest > before.sequence {
      reason = .compacted
    } else {
      // The journal can now return the events.
      return
    }
    let after = WebhookGap.Position(epoch: heads.epoch, sequence: oldest)
    guard let notice = notice(webhook, WebhookGap(reason: reason, before: before, after: after))
    else { return }
    log(
      .warning,
      "The webhook \(id): the journal no longer contains the events after \(before.sequence) (\(reason))."
    )
    state.webhooks[id]?.queue = [.init(event: notice, position: after)]
    state.webhooks[id]?.hasMore = true
    wake(id)
  }

  /// Creates the event that reports a gap. Its id identifies the gap, so that a receiver recognises
  /// a repetition.
  private func notice(_ webhook: Webhook, _ gap: WebhookGap) -> CloudEvent? {
    guard
      let data = try? webhook.stored.format.isChat
        ? RawJSON(encoding: gap.chatText) : RawJSON(encoding: gap)
    else { return nil }
    let id =
      "gap/\(webhook.stored.id)/\(gap.before.epoch)/\(gap.before.sequence)"
      + "/\(gap.after.epoch)/\(gap.after.sequence)"
    return CloudEvent(
      id: id, source: Self.source, type: WebhookGap.type, subject: webhook.stored.id,
      time: reducer.date().inMs, team: webhook.stored.team, data: data)
  }
}

extension WebhookGap {
  /// Text of a gap for a chat.
  var chatText: WebhookText {
    WebhookText(
      title: "Events are missing here",
      text: reason == .compacted
        ? "The journal no longer contains the events before this point."
        : "The journal has been replaced: it is new, or was restored from a backup.")
  }
}
