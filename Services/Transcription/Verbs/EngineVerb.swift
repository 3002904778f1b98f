import CommandLineKit

/// The `standups engine` command.
enum EngineVerb {
  static let verb = Verb(
    "engine", summary: "Install the speech engine and the models of other languages.",
    details: """
      Speech is recognised on this machine, by Moonshine. The engine is a download of about 240 MB from PyPI, with \
      pinned hashes, and needs Python with venv. It is installed in ~/.cache/standups/engine, or in STANDUPS_ENGINE \
      if that is set; with --system in \(InstalledServices.engine), where the services of the \
      standups-server package look for it. It recognises English; “add” installs the model of another language.
      """,
    examples: [.init("standups engine check", "Shows whether it is installed.")],
    verbs: [install, check, EngineModelVerbs.add, EngineModelVerbs.list, EngineModelVerbs.remove])

  static let tiny = Argument.flag(
    "--tiny", help: "Install only the small model, which downloads faster but is less accurate.")
  static let system = Argument.flag(
    "--system", help: "For the services that systemd runs; needs root.")

  static let install = Verb(
    "install", summary: "Install the missing parts of the speech engine.",
    details:
      "Complete parts are left alone. The services use the engine after transcription restarts.",
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
    "check", summary: "Check that the speech engine is installed and complete.",
    details: "Exits with 69 if it is not.", arguments: [tiny, system],
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
      throw Failure.usage("“standups engine” does not support --json. Check its exit code instead.")
    }
    try InstalledServices.become(script, arguments, environment: variables)
  }
}
