/// Brings the tasks that prefer it back to their loop after each wait.
///
/// Without it Swift resumes a continuation on a thread of its own first, even that of an actor on the
/// loop: two changes of the thread for each. It is an object of its own, so that it concerns only tasks
/// that ask for it with `Task(executorPreference:)`; they must not block.
public final class LoopTaskExecutor: TaskExecutor {
  private let loop: SocketLoop

  public init(_ loop: SocketLoop) { self.loop = loop }

  /// Takes a job of a task that runs here. For the Swift runtime.
  public func enqueue(_ job: consuming ExecutorJob) {
    loop.add(.task(UnownedJob(job), asUnownedTaskExecutor()))
  }

  /// This executor as the Swift runtime wants it named.
  public func asUnownedTaskExecutor() -> UnownedTaskExecutor {
    UnownedTaskExecutor(ordinary: self)
  }
}
