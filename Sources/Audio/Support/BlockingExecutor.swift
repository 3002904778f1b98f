public import Dispatch

/// A serial executor for work that blocks: files, pipes, inference. An actor on it runs on a thread
/// of its own, one job at a time, and never holds up Swift's cooperative pool.
public final class BlockingExecutor: SerialExecutor {
  private let queue: DispatchQueue

  /// - Parameter label: the name that a debugger shows.
  public init(label: String, qos: DispatchQoS = .userInitiated) {
    queue = DispatchQueue(label: label, qos: qos)
  }

  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}
