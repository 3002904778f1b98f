import Bus
import Foundation

/// The trace report that `--trace` prints after a command.
enum TraceReport {
  /// Prints the traces of the sent commands if `--trace` is set. The command's own outcome stays
  /// unchanged.
  static func after(_ error: (any Error)?, _ context: CommandContext) async {
    let sent = context.sent.last
    guard context.globals.isTraced, !sent.isEmpty, !(error is CancellationError) else { return }
    var quiet = context
    quiet.sent = SentCommands()
    // The query itself must not become part of the trace.
    quiet.tracing = Tracing()
    do {
      try await quiet.connected { connection in
        for id in sent { await report(id, connection, context) }
      }
    } catch {
      context.console.note("Cannot read the trace: \(Failure(error).message)")
    }
    if context.sent.count > sent.count {
      context.console.note(
        "Only the last \(sent.count) of \(context.sent.count) traces are shown.")
    }
  }

  private static func report(
    _ id: UUID, _ connection: Connection, _ context: CommandContext
  ) async {
    do {
      let trace = try await WholeTrace.read(id.lowercaseText, connection)
      if context.globals.isJSON {
        let data = try BusJSON.encode(["trace": trace])
        context.console.note(String(decoding: data, as: UTF8.self))
      } else {
        var page = context.tracePage
        page.console.ink = context.console.errorInk
        context.console.note(page.lines(trace).joined(separator: "\n"))
      }
    } catch {
      let sentence = DisplayText.safe(Failure(error).message)
      context.console.note("No trace of \(id.lowercaseText): \(sentence)")
    }
  }
}
