import BridgeAPI
import Bus
import Foundation

/// State of publishing to a stream between two checks of the stream.
struct Publishing: Hashable, Sendable {
  /// Erasure in progress. The event that reports it waits until the affected messages are erased
  /// from the stream.
  struct Erasing: Hashable, Sendable {
    /// Sequence of the waiting event.
    var sequence: Int64
    var view: ErasingEvent.View
    var id: String
    /// Token of the requested page of the journal, or of the erasure of messages.
    var token: Token
    /// Last sequence of the journal that was searched.
    var through: Int64
    /// True if the search is complete.
    var isLast = false
  }

  /// Message that was sent and has not been acknowledged yet.
  struct InFlight: Hashable, Sendable {
    var sequence: Int64
    var bytes: Int
    var time: Date
  }

  /// Number of the round; results of earlier rounds are outdated.
  let round: Int
  let stream: String
  let epoch: String
  let base: Int64
  /// Oldest event of the journal when the round began.
  let oldest: Int64
  /// Start of the round. Earlier events are excluded from the time measurements.
  let began: Date
  /// Last journal sequence in the stream.
  var position: Int64
  /// Events that were read but not sent, in order and without gaps.
  var queue: ArraySlice<CloudEvent> = []
  /// Last sequence that was read.
  var read: Int64
  /// Time at which the queue was read.
  var readAt: Date
  /// Token of the requested page.
  var reading: Token?
  /// Token of the page from which types are learned.
  var learning: Token?
  var hasMore = false
  var inFlight: ArraySlice<InFlight> = []
  var inFlightBytes = 0
  /// Lowest last sequence that the journal had when messages of the stream were read. Events after
  /// it may have erased content that these messages contain.
  var minHead: Int64
  /// Last sequence whose erasures have been applied to the stream.
  var erasedThrough: Int64
  var erasing: Erasing?
  /// True while a check for acknowledgements is scheduled.
  var isWatched = false
  /// Number of heartbeats since the last work.
  var idleHeartbeats = 0

  init(
    round: Int, stream: String, epoch: String, base: Int64, oldest: Int64, position: Int64,
    at date: Date
  ) {
    self.round = round
    self.stream = stream
    self.epoch = epoch
    self.base = base
    self.oldest = oldest
    self.position = position
    began = date
    read = position
    readAt = date
    erasedThrough = position
    // The journal's sequence at the time when the stream's existing messages were read is unknown.
    minHead = position > base ? 0 : .max
  }

  /// Discards events that were read but not sent, so that they are read again.
  mutating func forgetRead() {
    queue = []
    reading = nil
    read = inFlight.last?.sequence ?? position
  }
}
