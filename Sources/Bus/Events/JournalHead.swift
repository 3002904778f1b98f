/// How far the journal goes: the body of the beat.
public struct JournalHead: Codable, Hashable, Sendable {
  /// Names the journal.
  public var epoch: String
  /// The sequence of its last event; 0 if it is empty.
  public var head: Int64

  /// The position of a journal; an empty `epoch` stands for one that the router does not know yet.
  public init(epoch: String, head: Int64) {
    self.epoch = epoch
    self.head = head
  }
}
