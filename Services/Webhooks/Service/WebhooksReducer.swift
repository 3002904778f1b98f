import Bus
import StandupsDependencies
import Foundation

/// The logic of the webhooks service: it handles an action, changes the state, and returns effects.
///
/// It does no I/O. Ids, dates and random numbers are injected.
struct WebhooksReducer: Sendable {
  /// Input and output, which the shell uses to perform effects.
  let io: WebhooksIO
  var uuid: UUIDGenerator = .live
  var date: DateGenerator = .live
  /// Random number from 0 to 1.
  var jitter: @Sendable () -> Double = {
    var random = PooledRandom()
    return Double.random(in: 0...1, using: &random)
  }
  var backOff = BackOff()

  /// Maximum number of webhooks. It also limits the requests in progress, because each webhook has
  /// at most one.
  static let maxWebhooks = 100
  /// Maximum number of webhooks of one team, so that a team leaves some for others.
  static let maxWebhooksOfTeam = 25
  /// Maximum time between reading and posting an event, in seconds. An event that was read earlier
  /// is read again, because it may have been erased.
  static let maxAge: Double = 10
  /// Number of events that are read at once.
  static let pageSize = 100
  /// Number of events that are read at once as chat texts.
  static let textPageSize = 10
  /// Time for which accepted deliveries are collected before their positions are saved, in
  /// milliseconds.
  static let saveAfterMs = 200
  /// Number of skipped events after which the position is saved without a delivery.
  static let skippedBeforeSave: Int64 = 1000
  /// Maximum number of event types to subscribe to. Events of other types are found with the next
  /// heartbeat.
  static let maxTypes = 200

  /// Handles an action.
  ///
  /// - Returns: the effects, in order.
  func reduce(_ state: inout WebhooksState, _ action: WebhooksAction) -> [WebhooksEffect] {
    WebhooksReduction(state: WebhooksState(), reducer: self).change(&state) {
      $0.take(action)
      $0.beginWaiting()
    }
  }

  /// Problems that need a person's attention, one sentence each.
  func problems(_ state: WebhooksState) -> [String] {
    let now = date()
    let unreadable = state.unreadable.sorted().map {
      "The webhook \($0) cannot be read and is left unchanged; restore a backup, or discard it with"
        + " “standups webhook remove \($0)”."
    }
    return unreadable
      + state.sorted.compactMap { webhook in
        let stored = webhook.stored
        let more = "see “standups webhook show \(stored.id.prefix(8))”."
        // Persons of all teams may read the problems.
        let isPrivate = stored.team != nil
        let name =
          "The webhook \(stored.id.prefix(8))" + (isPrivate ? "" : " to \(stored.receiver)")
        if let pause = stored.pause {
          return pause.isWanted
            ? nil
            : "\(name) is paused\(isPrivate ? "." : ": \(pause.reason)") Fix the receiver and resume the"
              + " webhook; \(more)"
        }
        guard let since = stored.failingSince,
          now.timeIntervalSince(since) >= backOff.problemAfter
        else { return nil }
        return
          "\(name) has been failing since \(Timestamp.format(since))"
          + (isPrivate ? "." : ": \(webhook.reason ?? "no response.")")
          + " The service keeps retrying; \(more)"
      }
  }
}
