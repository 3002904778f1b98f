extension Bounds {
  /// Name of the person: 1 to 64 bytes, without control characters and without `/`.
  public static let personName = line(64, without: "/").named("PersonName")

  /// Id of a piece of work that the router assigns, at most 128 bytes: its owner, a slash, and the
  /// owner's name for it, such as `meeting/` and the id of a meeting, `focus/Ada` or `tool/egg`.
  public static let ownedID = text(0...128, pattern: "^[a-z]{1,32}/.").named("OwnedID")
}
