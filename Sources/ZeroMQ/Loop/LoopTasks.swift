/// Runs on a loop's thread what a task does outside of any actor.
///
/// Swift resumes a task that waited on its pool of threads, from where it comes back to the actor that it belongs to:
/// two hops and a wake-up. A task that prefers this executor is resumed on the thread of the loop instead.
///
/// ```swift
/// Task(executorPreference: tasks) { await answer(try await ask()) }
/// ```
public final class LoopTasks: TaskExecutor {
  private let loop: SocketLoop

  /// An executor for tasks whose actors run on this loop.
  public init(on loop: SocketLoop) { self.loop = loop }

  /// Takes a part of a task. For the Swift runtime.
  public func enqueue(_ job: consuming ExecutorJob) {
    loop.add(.task(UnownedJob(job), self))
  }
}
