import CommandLineKit

/// `standups engine`
enum EngineVerb {
  static let verb = Verb(
    "engine", summary: "Fetch the speech engine, or say whether it is there.",
    details: """
      What is said is recognised on this machine, by Moonshine. The engine is some 240 MB, comes from PyPI by \
      pinned hashes, and takes Python with venv. It goes to ~/.cache/standups/engine (STANDUPS_ENGINE names \
      another folder); with --system to \(InstalledServices.engine), where the services of the package \
      standups-server look for it.
      """,
    examples: [.init("standups engine check", "Says what is there.")],
    verbs: [install, check])

  static let tiny = Argument.flag(
    "--tiny", help: "The small model only: a smaller download, more words wrong.")
  static let system = Argument.flag("--system", help: "For the services of this machine, as root.")

  static let install = Verb(
    "install", summary: "Fetch what is missing of the speech engine.",
    details:
      "What is whole is left alone. The services use it when transcription is started again.",
    arguments: [tiny, system],
    examples: [
      .init("standups engine install", "For “standups up”."),
      .init(
        "sudo standups engine install --system && sudo systemctl restart standups-transcription",
        "For the services that systemd runs."),
    ]
  ) { values, context in
    try run(try values[tiny] ? ["--tiny"] : [], try values[system], context)
  }

  static let check = Verb(
    "check", summary: "Say whether the speech engine is there and whole.",
    details: "The exit code is 69 where it is not.", arguments: [tiny, system],
    examples: [.init("standups engine check", "With both models.")]
  ) { values, context in
    try run(["--check"] + (try values[tiny] ? ["--tiny"] : []), try values[system], context)
  }

  private static func run(
    _ arguments: [String], _ isSystem: Bool, _ context: CommandContext
  ) throws {
    let script = try InstalledServices.engineScript(of: InstalledServices.programDirectory())
    var variables = context.environment
    if isSystem { variables["STANDUPS_ENGINE"] = InstalledServices.engine }
    if context.globals.isJSON {
      throw Failure.usage("“standups engine” has no --json: its exit code says it.")
    }
    try InstalledServices.become(script, arguments, environment: variables)
  }
}
