public import Schema

extension Bounds {
  /// Name of a cell, unique among all cells: 1 to 32 letters, digits and hyphens.
  public static let cellName = matching("^[A-Za-z0-9-]{1,32}$").named("CellName")

  /// Address at which a cell's routers accept commands, `tcp://host` without a port; up to eight,
  /// separated by commas. For cells on one machine, it is the absolute path of a runtime directory.
  public static let cellRouter = text(0...2048).named("CellRouter")

  /// URL of a page: the root of a host, with a trailing slash. Absent if it is unknown.
  public static let webAddress = text(
    0...301, pattern: #"^https?://(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9.-]+)(:[0-9]{1,5})?/$"#
  ).named("WebAddress")

  /// Slot number, from 0 to 1,023.
  public static let slotNumber = range(0...(Slot.count - 1)).named("SlotNumber")
}

extension SlotSet: BoundedScalar {
  /// Ranges of slot numbers, such as `0-511,700`.
  public static let valueBounds = Bounds.text(
    0...4096, pattern: "^([0-9]{1,4}(-[0-9]{1,4})?(,[0-9]{1,4}(-[0-9]{1,4})?)*)?$"
  ).named("SlotSet")
}
