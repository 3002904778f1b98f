import Threads

extension BlockingExecutor {
  /// A thread for a part of the store.
  ///
  /// - Throws: `StoreError` when the system refuses another thread.
  static func forStore(_ label: String) throws(StoreError) -> BlockingExecutor {
    do throws(NoThreadError) {
      return try BlockingExecutor(label: label)
    } catch {
      throw StoreError(.internal, error.description, cause: error)
    }
  }
}
