import Dispatch

/// Runs a blocking closure on a new thread and returns its result.
///
/// The pool that runs the tests has one thread per core. A test that blocks one of them may wait
/// for another test that needs the same thread.
public func blocking<Value: Sendable>(
  _ body: @escaping @Sendable () throws -> Value
) async throws -> Value {
  try await withCheckedThrowingContinuation { continuation in
    DispatchQueue.global().async {
      continuation.resume(with: Result { try body() })
    }
  }
}
