import Foundation

@main
enum Main {
  static func main() async {
    signal(SIGPIPE, SIG_IGN)
    exit(await LoadProgram.run(Array(CommandLine.arguments.dropFirst()), in: .live()))
  }
}
