import Foundation
import Glibc
import Processes

@main
enum Main {
  static func main() async {
    Signals.ignoreBrokenPipes()
    // Measurements must not contain the turns of other programs.
    ShortTurns.request()
    let context = LoadContext.live()
    let signals = Signals.stream([SIGINT, SIGTERM, SIGHUP])
    Task {
      for await _ in signals where !context.stop.ask() {
        // A second interrupt ends the program without a report. Child processes die with their
        // thread.
        RunDirectory.removeAll()
        _exit(130)
      }
    }
    exit(await LoadProgram.run(Array(CommandLine.arguments.dropFirst()), in: context))
  }
}
