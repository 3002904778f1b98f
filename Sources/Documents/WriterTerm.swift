public import FastJSON

/// A writer epoch: the period in which one run of a service may write. It begins with a write, and
/// ends when the next one begins.
///
/// Decisions of an ended writer epoch are rejected, however late they arrive. A run that begins a
/// writer epoch and then loads the saved state therefore knows everything that earlier runs will
/// ever have written.
public struct WriterTerm: FastCodable, Hashable, Sendable {
  /// Name of the writing service on the bus.
  public var owner: String
  /// Id of the writer epoch, never reused.
  public var id: String

  /// Creates a writer epoch of a service.
  public init(owner: String, id: String) {
    self.owner = owner
    self.id = id
  }
}
