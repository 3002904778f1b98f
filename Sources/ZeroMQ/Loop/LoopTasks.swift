/// Runs, on a loop's thread, the parts of a task that belong to no actor.
///
/// By default, Swift resumes a waiting task on its thread pool, from where it returns to its actor:
/// two changes of thread and a wake-up. A task that prefers this executor is resumed on the loop's
/// thread instead.
///
/// ```swift
/// Task(executorPreference: tasks) { await answer(try await ask()) }
/// ```
public final class LoopTasks: TaskExecutor {
  private let loop: SocketLoop

  /// Creates an executor for tasks whose actors run on this loop.
  public init(on loop: SocketLoop) { self.loop = loop }

  /// Enqueues a part of a task. For the Swift runtime.
  public func enqueue(_ job: consuming ExecutorJob) {
    loop.add(.task(UnownedJob(job), self))
  }
}
