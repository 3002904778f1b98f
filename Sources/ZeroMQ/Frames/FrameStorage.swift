import CZeroMQ
import Glibc

/// One `zmq_msg_t` at a fixed address, in the same allocation as its reference count.
///
/// It is written only while a frame is being created, before any other code can see it. After that,
/// it is only read: even `zmq_msg_copy` does not modify a message that is already marked as shared,
/// which ``share()`` does.
final class FrameStorage: ManagedBuffer<Void, zmq_msg_t> {
  /// Creates an empty message, to receive into or to initialise.
  static func empty() -> FrameStorage {
    let buffer = FrameStorage.create(minimumCapacity: 1) { _ in () }
    let storage = unsafeDowncast(buffer, to: FrameStorage.self)
    zmq_msg_init(storage.message)
    return storage
  }

  /// Moves the content out of `message`, which is empty afterwards.
  static func taking(_ message: UnsafeMutablePointer<zmq_msg_t>) -> FrameStorage {
    let storage = empty()
    zmq_msg_move(storage.message, message)
    return storage
  }

  static func sized(_ count: Int) -> FrameStorage {
    let storage = empty()
    // An empty message owns no memory, so it can be initialised again without being closed.
    if zmq_msg_init_size(storage.message, count) != 0 { outOfMemory(count) }
    return storage
  }

  /// Adopts memory, which `free` releases, on any thread, when it is no longer used.
  static func adopting(
    _ data: UnsafeMutableRawPointer, _ count: Int, hint: UnsafeMutableRawPointer?,
    free: @escaping @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Void
  ) -> FrameStorage {
    let storage = empty()
    if zmq_msg_init_data(storage.message, data, count, free, hint) != 0 { outOfMemory(count) }
    return storage
  }

  deinit {
    withUnsafeMutablePointerToElements { _ = zmq_msg_close($0) }
  }

  // The elements have a fixed address for as long as the buffer lives.
  var message: UnsafeMutablePointer<zmq_msg_t> { withUnsafeMutablePointerToElements { $0 } }

  /// Marks the body as shared. The first `zmq_msg_copy` writes a flag into its source. It is called
  /// here, where the body has a single owner, so that later copies on several threads do not write
  /// at the same time.
  func share() {
    var copy = zmq_msg_t()
    zmq_msg_init(&copy)
    zmq_msg_copy(&copy, message)
    zmq_msg_close(&copy)
  }
}

// As with Swift's own collections, running out of memory ends the program.
private func outOfMemory(_ count: Int) -> Never {
  preconditionFailure("No memory for a frame of \(count) bytes.")
}
