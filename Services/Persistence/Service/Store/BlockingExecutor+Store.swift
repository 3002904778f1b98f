import Threads

extension BlockingExecutor {
  /// Creates a thread for a part of the store.
  ///
  /// - Throws: `StoreError` if the system provides no thread.
  static func forStore(_ label: String) throws(StoreError) -> BlockingExecutor {
    do throws(NoThreadError) {
      return try BlockingExecutor(label: label)
    } catch {
      throw StoreError(.internal, error.description, cause: error)
    }
  }
}
