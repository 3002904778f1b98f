import Foundation
import ZeroMQ

extension Peer {
  /// Sends a message immediately, or as soon as a connection is established.
  ///
  /// - Parameter call: the call that waits for the reply, if any.
  func post(_ message: Message, for call: UUID? = nil) {
    guard !isClosed else { return }
    if outbox.isEmpty, transport.send(message) {
      noteSent(call)
      return
    }
    guard outbox.count < configuration.outbox else {
      if let call {
        finish(call, .failure(BusError(.busy, "The queue to the router is full; try again.")))
      } else {
        onNotice(.unexpected("The queue to the router is full; a message was dropped."))
      }
      return
    }
    outbox.append(Outgoing(call: call, message: message))
    flushWhenWritable()
  }

  func post(_ envelope: Envelope) {
    do {
      post(try envelope.message())
    } catch {
      onNotice(.unexpected("A message was not sent: \(error.message)"))
    }
  }

  func flushWhenWritable() {
    guard isOpen, !isFlushing else { return }
    isFlushing = true
    transport.whenWritable {
      self.assumeIsolated { $0.flush() }
    }
  }

  private func flush() {
    isFlushing = false
    guard !isClosed else { return }
    var sent = 0
    while sent < outbox.count, transport.send(outbox[sent].message) {
      noteSent(outbox[sent].call)
      sent += 1
    }
    outbox.removeFirst(sent)
    if !outbox.isEmpty { flushWhenWritable() }
  }

  private func noteSent(_ call: UUID?) {
    if let call { waiting[call]?.wasSent = true }
  }
}
