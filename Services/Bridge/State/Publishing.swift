import BridgeAPI
import Bus
import Foundation

/// Publishing to one stream, from one look at it to the next.
struct Publishing: Hashable, Sendable {
  /// Events that tell of an erasure wait until what they tell of is erased from the stream.
  struct Erasing: Hashable, Sendable {
    /// The sequence of the event that waits.
    var sequence: Int64
    var view: ErasingEvent.View
    var id: String
    /// A page of the journal or the stream's answer.
    var token: Token
    /// The journal was looked through up to here.
    var through: Int64
    /// Whether nothing is left to look through.
    var isLast = false
  }

  /// A message that was sent and is not acknowledged.
  struct Flying: Hashable, Sendable {
    var sequence: Int64
    var bytes: Int
    var time: Date
  }

  /// Names it; what comes back from an earlier one is out of date.
  let round: Int
  let stream: String
  let epoch: String
  let base: Int64
  /// The oldest event of the journal when it began.
  let oldest: Int64
  /// When it began; what happened before is no measure of how fast this is.
  let began: Date
  /// The last sequence that the stream has.
  var position: Int64
  /// Read and not yet sent, in order, without a hole.
  var queue: ArraySlice<CloudEvent> = []
  /// The last sequence that was read.
  var read: Int64
  /// When the queue was read.
  var readAt: Date
  /// The page that is on its way.
  var reading: Token?
  /// The page from which types are learned.
  var learning: Token?
  var hasMore = false
  var flying: ArraySlice<Flying> = []
  var flyingBytes = 0
  /// What was published may tell of what was erased by events after this sequence: when it was read they
  /// were not in the journal yet.
  var minHead: Int64
  /// What events up to this one tell of is erased.
  var erasedThrough: Int64
  var erasing: Erasing?
  /// Whether it is watched that acknowledgements come.
  var isWatched = false
  /// Beats since something was to do.
  var idleBeats = 0

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
    // What the stream has already, somebody has read at a time that is not known.
    minHead = position > base ? 0 : .max
  }

  /// Forgets what was read and not sent; it is read again.
  mutating func forgetRead() {
    queue = []
    reading = nil
    read = flying.last?.sequence ?? position
  }
}
