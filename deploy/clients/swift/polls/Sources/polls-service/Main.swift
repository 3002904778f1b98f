import Polls
import StandupsBus

@main
enum Main {
  static func main() async {
    await ServiceRunner.main("polls", summary: "answers polls.* commands.") { context in
      try await HostedService(context) { delegate, _, _ in
        PollsService(delegate: delegate)
      }
    }
  }
}
