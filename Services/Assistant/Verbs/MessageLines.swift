import Dispatch
import Foundation
import MCP
import Threads

/// Messages as lines of standard input, and the responses as lines of standard output.
struct MessageLines: Sendable {
  let session: MCPSession
  let context: CommandContext

  /// Serves the client until its input ends, or until the program is asked to stop.
  ///
  /// - Throws: `Failure` if the input or the output fails.
  func serve() async throws {
    let interruptions = context.interruptions()
    let output = Output(console: context.console)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        for await _ in interruptions { return }
      }
      group.addTask { try await receive(output) }
      _ = try await group.next()
      await session.cancelAll()
      group.cancelAll()
    }
  }

  /// Receives all messages. After the last one, the requests in progress are still answered.
  private func receive(_ output: Output) async throws {
    var splitter = LineSplitter(maxBytes: RPCLimits.maxMessageBytes)
    let (chunks, wanted) = context.input.chunks()
    try await withThrowingTaskGroup(of: Void.self) { group in
      wanted.signal()
      for try await chunk in chunks {
        for line in splitter.lines(chunk) { try await receive(line, output, &group) }
        wanted.signal()
      }
      if let line = splitter.rest { try await receive(line, output, &group) }
      try await group.waitForAll()
    }
  }

  private func receive(
    _ line: [UInt8], _ output: Output, _ group: inout ThrowingTaskGroup<Void, any Error>
  ) async throws {
    guard !line.isEmpty else { return }
    switch await session.receive(line) {
    case .none: break
    case .now(let response): try await output.write(response.json)
    case .later(let task):
      group.addTask {
        if let response = await task.value { try await output.write(response.json) }
      }
    }
  }
}

/// Writes one line at a time.
private actor Output {
  private let console: Console

  init(console: Console) { self.console = console }

  /// Writes a line. Characters at which a client could split it, such as U+2028, are escaped.
  func write(_ json: [UInt8]) throws {
    try console.write(DisplayText.safeJSON(String(decoding: json, as: UTF8.self)) + "\n")
  }
}

/// Splits bytes into lines of a limited size.
struct LineSplitter {
  /// Maximum size of a line, in bytes. A longer line is truncated to one byte more, so that its reader
  /// can reject it.
  let maxBytes: Int
  private var line: [UInt8] = []

  init(maxBytes: Int) { self.maxBytes = maxBytes }

  /// Adds bytes, and returns the lines that they complete, without line breaks.
  mutating func lines(_ bytes: some Sequence<UInt8>) -> [[UInt8]] {
    var lines: [[UInt8]] = []
    for byte in bytes {
      if byte == UInt8(ascii: "\n") {
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        lines.append(line)
        line = []
      } else if line.count <= maxBytes {
        line.append(byte)
      }
    }
    return lines
  }

  /// The last line, which has no line break; nil if the input ended with one.
  var rest: [UInt8]? { line.isEmpty ? nil : line }
}

extension Input {
  /// Reads the input in a thread, because reading blocks.
  ///
  /// - Returns: the bytes in pieces, and a semaphore to signal for each wanted piece, so that unread
  ///   input does not fill the memory.
  func chunks() -> (chunks: AsyncThrowingStream<Data, any Error>, wanted: DispatchSemaphore) {
    let wanted = DispatchSemaphore(value: 0)
    let (stream, continuation) = AsyncThrowingStream<Data, any Error>.makeStream()
    continuation.onTermination = { _ in wanted.signal() }
    let isStarted = WorkerThread.start(name: "input") {
      while true {
        wanted.wait()
        do {
          let data = try read(1 << 16)
          guard !data.isEmpty else { return continuation.finish() }
          if case .terminated = continuation.yield(data) { return }
        } catch {
          return continuation.finish(throwing: error)
        }
      }
    }
    if !isStarted {
      continuation.finish(
        throwing: Failure(.software, code: "internal", "Cannot create a thread that reads."))
    }
    return (stream, wanted)
  }
}
