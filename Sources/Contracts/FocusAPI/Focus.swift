public import Foundation

/// What a person is doing in one go, as it stands at the moment of the answer.
public struct Focus: Codable, Hashable, Sendable {
  /// Whose it is: the name in the spelling that the service keeps (Unicode NFC).
  public var person: String
  /// Empty for none.
  public var title: String
  /// Whether the clock runs; a focus cannot be paused.
  public var isRunning: Bool
  /// How long it has run, in milliseconds; 0 if it does not run.
  public var elapsedMs: Int64
  /// How long it lasts, in milliseconds; if it does not run, how long the next one will unless told.
  public var durationMs: Int64

  /// Takes what a service knows at one moment; nothing is checked here.
  public init(
    person: String, title: String, isRunning: Bool, elapsedMs: Int64, durationMs: Int64
  ) {
    self.person = person
    self.title = title
    self.isRunning = isRunning
    self.elapsedMs = elapsedMs
    self.durationMs = durationMs
  }
}

/// What a person has done in one go.
public struct FocusItem: Codable, Hashable, Identifiable, Sendable {
  /// A UUID in small letters.
  public var id: String
  /// Who did it: the name in the spelling that the service keeps (Unicode NFC).
  public var person: String
  /// What was done: the title of the focus, at most 200 bytes.
  public var title: String
  /// How long it took, in whole seconds; 1 at least.
  public var seconds: Int64
  /// When it was over.
  public var date: Date

  /// Takes an item as it is saved; whole seconds, the rest of the last one cut off.
  public init(id: String, person: String, title: String, seconds: Int64, date: Date) {
    self.id = id
    self.person = person
    self.title = title
    self.seconds = seconds
    self.date = date
  }
}
