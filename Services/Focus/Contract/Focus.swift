public import Foundation
public import Schema

/// State of a person's focus, which is a countdown with a title, at the time of the reply.
public struct Focus: Codable, Hashable, Sendable, Bounded {
  /// Name of the person, in Unicode NFC, the spelling that the service stores.
  public var person: String
  /// Title of the focus; empty if it has none.
  public var title: String
  /// True while the focus runs. A focus cannot be paused.
  public var isRunning: Bool
  /// Elapsed time, in milliseconds; 0 if the focus is not running.
  public var elapsedMs: Int64
  /// Duration of the focus if it is running, or else the default duration of the next one, in
  /// milliseconds, from 1 second to 24 hours.
  public var durationMs: Int64
  public static let bounds: MemberBounds<Self> = [
    \.person: .personName,
    \.durationMs: .atLeast(1000),
  ]

  /// Creates a state without checking it.
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

/// A completed focus of a person.
public struct FocusItem: Codable, Hashable, Identifiable, Sendable, Bounded {
  /// UUID in lower case.
  public var id: String
  /// Name of the person, in Unicode NFC, the spelling that the service stores.
  public var person: String
  /// Title of the focus, at most 200 bytes.
  public var title: String
  /// Elapsed time of the focus, in whole seconds, at least 1.
  public var seconds: Int64
  /// Time at which the focus ended.
  public var date: Date
  public static let bounds: MemberBounds<Self> = [
    \.id: .focusItemID,
    \.person: .personName,
    \.title: .focusTitle,
    \.seconds: .atLeast(1),
  ]

  /// Creates an item in its saved form; `seconds` is rounded down.
  public init(id: String, person: String, title: String, seconds: Int64, date: Date) {
    self.id = id
    self.person = person
    self.title = title
    self.seconds = seconds
    self.date = date
  }
}
