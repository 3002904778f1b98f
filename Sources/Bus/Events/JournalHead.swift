/// The end of the journal: the body of the event stream's heartbeat.
public struct JournalHead: Codable, Hashable, Sendable {
  /// Epoch of the journal; sequences of different epochs cannot be compared.
  public var epoch: String
  /// Sequence of the last event in the journal; 0 if the journal is empty.
  public var head: Int64

  /// Creates a journal position; an empty `epoch` means that the router does not know its journal
  /// yet.
  public init(epoch: String, head: Int64) {
    self.epoch = epoch
    self.head = head
  }
}
