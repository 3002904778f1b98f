import Bus
import Documents

/// Where something is in a list; it says so also when that is gone.
protocol ListPlace: Comparable {
  /// The parts of its text, of which none has a slash.
  var parts: [String] { get }

  /// - Returns: nil for parts that no place has.
  init?(_ parts: [String])
}

/// A list in the order of its places, in pages that fit a message.
struct PagedList<Place: ListPlace, Item> {
  private let items: [(place: Place, item: Item)]

  init(_ items: [Item], by place: (Item) -> Place) {
    self.items = items.map { (place($0), $0) }.sorted { $0.place < $1.place }
  }

  /// One page.
  ///
  /// - Parameters:
  ///   - after: the `next` of the page before; nil for the first one.
  ///   - limit: how many at most; as many as it may be where it is nil.
  ///   - show: what is said of an item; less than half a message.
  /// - Throws: `BusError`, `invalid`, for a place or a limit that cannot be.
  func page<Shown: Encodable>(
    after: String?, limit: Int?, _ show: (Item) -> Shown
  ) throws -> (shown: [Shown], next: String?) {
    let limit = try PageLimit.checked(limit)
    let after = try after.map { text in
      guard
        let place = Place(
          text.split(separator: "/", omittingEmptySubsequences: false).map(String.init))
      else {
        throw BusError(.invalid, DocumentCursor.invalid)
      }
      return place
    }
    let rest = items.drop { one in after.map { one.place <= $0 } ?? false }
    var (shown, bytes): ([Shown], Int) = ([], 0)
    for (place, item) in rest {
      shown.append(show(item))
      bytes += try BusJSON.encode(shown[shown.count - 1]).count
      guard shown.count == limit || bytes >= PageLimit.bytes else { continue }
      return (shown, shown.count < rest.count ? place.parts.joined(separator: "/") : nil)
    }
    return (shown, nil)
  }
}

/// How much there may be on a page of what the router itself tells.
enum PageLimit {
  private static let items = 1...1000
  /// A page is not added to from this size on, in bytes of JSON.
  static let bytes = 500_000

  /// - Throws: `BusError`, `invalid`, for one that cannot be.
  static func checked(_ limit: Int?) throws(BusError) -> Int {
    let limit = limit ?? items.upperBound
    guard items.contains(limit) else {
      throw BusError(
        .invalid,
        "Invalid limit \(limit); expected \(items.lowerBound) to \(items.upperBound).")
    }
    return limit
  }
}
