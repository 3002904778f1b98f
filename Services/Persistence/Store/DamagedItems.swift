import FastJSON
import Threads

/// What was read and is not what had been written. It is left as it is, and nobody is given it.
final class DamagedItems: Sendable {
  /// What is in the place of the data: nothing that anybody reads has this form.
  static let substitute = RawJSON(unchecked: Array(#"{"isDamaged":true}"#.utf8))
  /// How many are named.
  private static let most = 1000

  private let names = Locked<Set<String>>([])
  private let onFirst: @Sendable (String) -> Void

  /// - Parameter onFirst: told of each once; called on whatever thread reads.
  init(_ onFirst: @escaping @Sendable (String) -> Void) { self.onFirst = onFirst }

  func note(_ name: String) {
    let isNew = names.withLock { $0.count < Self.most && $0.insert(name).inserted }
    if isNew { onFirst(name) }
  }

  /// What an operator has to know; nil if there is nothing.
  var problem: String? {
    let names = names.withLock { $0.sorted() }
    guard let first = names.first else { return nil }
    let what = names.count == 1 ? "“\(first)”" : "\(names.count) things, such as “\(first)”,"
    return
      "What is on the disk of \(what) is not what was written; it is left as it is and not used."
      + " Check the disk, and take it from a backup."
  }
}
