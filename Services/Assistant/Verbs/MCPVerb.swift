import AssistantTools
import MCP
import StandupsConfiguration

/// The `standups mcp` command.
enum MCPVerb {
  static let verb = Verb(
    "mcp", summary: "Serve an assistant over the Model Context Protocol.",
    details: """
      An assistant starts this command, and exchanges messages with it over standard input and output. It can list \
      standups, past meetings and follow-ups, read minutes, search transcripts, note follow-ups, start meetings and move \
      on to the next speaker. It has the permissions of the key that this command uses, and cannot delete anything. \
      Titles, names and transcripts are marked as data, but no mark is certain to prevent that an assistant follows \
      instructions in them; use a key with the role observer if it need not change anything.

      The command ends when its input ends.
      """,
    examples: [
      .init("standups mcp", "With the usual key."),
      .init("standups mcp --key ~/.config/standups/assistant.key", "With a key of its own."),
    ],
    json: "Messages of the Model Context Protocol, the same as without --json."
  ) { _, context in
    try await context.connected { connection in
      let assistant = StandupsAssistant(
        ConnectionBus(connection: connection), version: Version.current,
        newID: { context.uuid() })
      let session = MCPSession(assistant, id: context.uuid().uuidString.lowercased())
      try await MessageLines(session: session, context: context).serve()
    }
  }
}
