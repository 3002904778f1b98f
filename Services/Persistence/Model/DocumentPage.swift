/// A part of a collection, in the order of the sort key.
struct DocumentPage: Sendable, Equatable {
  var documents: [Document]
  /// Where the next page begins; `nil` on the last page.
  var next: PageCursor?
  /// The point in the journal at which the page is true.
  var position: JournalPosition
}
