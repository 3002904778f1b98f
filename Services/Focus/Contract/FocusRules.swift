import Bus
public import Documents
public import Schema

extension Focus {
  /// Valid durations of a focus, in milliseconds: from 1 second to 24 hours.
  public static let durationsMs: ClosedRange<Int64> = 1000...86_400_000
  /// Maximum number of bytes of a title.
  public static let maxTitleBytes = 200
  /// Maximum number of bytes of a person's name.
  public static let maxPersonBytes = 64

  /// Checks that a title is not blank, not too long, and contains no control characters.
  public static func isTitle(_ text: String) -> Bool {
    text.contains { !$0.isWhitespace } && text.utf8.count <= maxTitleBytes
      && !text.hasControlCharacters
  }

  /// Checks a person's name in Unicode NFC, the spelling that the service stores.
  public static func isPerson(_ text: String) -> Bool {
    text.isLine(maxPersonBytes) && !text.contains("/")
  }
}

extension FocusItem: StoredValue {
  /// Checks that the item's document belongs to the item's person.
  public func problem(in document: Document) -> String? {
    guard id == document.id, id == id.lowercased(), person == document.parent else {
      return Self.isAnother
    }
    guard Focus.isPerson(person), Focus.isTitle(title) else {
      return
        "Invalid focus session; expected a person of at most \(Focus.maxPersonBytes) bytes and a title of"
        + " at most \(Focus.maxTitleBytes) bytes, without control characters."
    }
    let seconds = 1...Focus.durationsMs.upperBound / 1000
    return seconds.contains(self.seconds)
      ? nil
      : "Invalid duration of \(self.seconds) seconds; expected \(seconds.lowerBound) to \(seconds.upperBound)."
  }
}

extension Bounds {
  /// Title of a focus: at most 200 bytes, visible, and without control characters.
  public static let focusTitle = line(Focus.maxTitleBytes, isVisible: true).named("FocusTitle")

  /// Id of a completed focus.
  public static let focusItemID = uuid.named("FocusItemID")
}
