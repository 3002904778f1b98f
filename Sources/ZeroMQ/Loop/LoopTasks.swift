/// Runs those parts of a task that belong to no actor on a loop's thread.
///
/// By default, Swift resumes a waiting task on its thread pool, from where the task returns to its
/// actor. This costs two thread switches and a wake-up. A task that prefers this executor is
/// resumed on the loop's thread instead.
///
/// ```swift
/// Task(executorPreference: tasks) { await answer(try await ask()) }
/// ```
public final class LoopTasks: TaskExecutor {
  private let loop: SocketLoop

  /// Creates an executor for tasks whose actors run on this loop.
  public init(on loop: SocketLoop) { self.loop = loop }

  /// Enqueues a part of a task. Called by the Swift runtime.
  public func enqueue(_ job: consuming ExecutorJob) {
    loop.add(.task(UnownedJob(job), self))
  }
}
