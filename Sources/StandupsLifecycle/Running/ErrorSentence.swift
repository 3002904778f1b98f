import Bus
import ZeroMQ

/// The message of an error that ends a program: a human-readable sentence with the remedy.
enum ErrorSentence {
  static func of(_ error: any Error) -> String {
    switch error {
    case let error as BusError: error.message
    case let error as ZeroMQError: error.message
    default: "\(error)"
    }
  }
}
