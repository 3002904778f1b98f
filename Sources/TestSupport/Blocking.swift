import Dispatch

/// Runs what blocks on a thread of its own and returns what it returns.
///
/// The pool on which tests run has as many threads as the machine has cores; a test that blocks one
/// of them may be waiting for another test, which waits for the thread.
public func blocking<Value: Sendable>(
  _ body: @escaping @Sendable () throws -> Value
) async throws -> Value {
  try await withCheckedThrowingContinuation { continuation in
    DispatchQueue.global().async {
      continuation.resume(with: Result { try body() })
    }
  }
}
