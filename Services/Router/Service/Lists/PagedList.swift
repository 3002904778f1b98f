import Bus
import Documents
import RouterAPI

/// Position of an item in a list; it stays valid after the item has been removed.
protocol ListPlace: Comparable {
  /// Parts of its string form; none contains a slash.
  var parts: [String] { get }

  /// Parses the parts; nil if they are invalid.
  init?(_ parts: [String])
}

/// A sorted list, in pages that fit in a message.
struct PagedList<Place: ListPlace, Item> {
  private let items: [(place: Place, item: Item)]

  init(_ items: [Item], by place: (Item) -> Place) {
    self.items = items.map { (place($0), $0) }.sorted { $0.place < $1.place }
  }

  /// A page of the list.
  ///
  /// - Parameters:
  ///   - after: `next` of the previous page; nil for the first one.
  ///   - limit: maximum number of items; the largest allowed number if nil.
  ///   - show: the form of an item on the page; smaller than half a message.
  /// - Throws: `BusError` `invalid` for an invalid cursor or limit.
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
