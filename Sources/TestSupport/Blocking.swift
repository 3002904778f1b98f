import Dispatch

/// Runs a blocking closure on a thread of its own and returns its result.
///
/// The pool that runs the tests has one thread per core. A test that blocks one of them may wait
/// for another test, which waits for the thread.
public func blocking<Value: Sendable>(
  _ body: @escaping @Sendable () throws -> Value
) async throws -> Value {
  try await withCheckedThrowingContinuation { continuation in
    DispatchQueue.global().async {
      continuation.resume(with: Result { try body() })
    }
  }
}
