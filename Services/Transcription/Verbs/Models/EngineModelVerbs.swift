import CommandLineKit
import Foundation
import Schema
import SpeechModels

/// Tag of a language on the command line, in any letter case.
struct LanguageName: ArgumentValue, Hashable {
  var tag: String

  init(argument: String) throws {
    guard let tag = LanguageTag.normalized(argument) else {
      throw UsageError(message: "expected the tag of a language, such as es, pt-BR or zh-Hant")
    }
    self.tag = tag
  }

  static var placeholder: String { "LANGUAGE" }
}

/// The commands for the models of other languages, below `standups engine`.
enum EngineModelVerbs {
  static let language = Argument<LanguageName>.required(
    "LANGUAGE", help: "Tag of the language, such as es or pt-BR.")
  static let source = Argument<String>.required(
    "DIRECTORY|URL", completion: .file,
    help: "Directory with model.json and the files, or the https address of model.json.")
  static let licence = Argument<String?>.option(
    "--accept-licence", placeholder: "NAME",
    help: "Accept the licence of this name, if it has conditions.")

  private static let json =
    "{“language”, “name”, “architecture”, “licence”: {“name”, “url”}, “features”, “bytes”}"

  static let add = Verb(
    "add", summary: "Install the model of another language.",
    details: """
      A model is a directory with the file model.json, which lists the other files with their SHA-256 and names the \
      licence. Every file is checked, and the model is used for meetings that start afterwards, without a restart. \
      A licence that does not allow every use must be accepted by its name.
      """,
    arguments: [language, source, licence, EngineVerb.system],
    examples: [
      .init("standups engine add es ./moonshine-base-es", "From a directory."),
      .init(
        "standups engine add es https://example.org/es/ --accept-licence 'Moonshine Community'",
        "From a server, with a licence that has conditions."),
    ], json: json
  ) { values, context in
    let tag = try values[language].tag
    let text = try values[source]
    var installer = ModelInstaller(engine: try directory(values, context))
    installer.report = { context.note("Copying \($0)") }
    let accepted = try values[licence]
    let model =
      ModelDownload.isAddress(text)
      ? try installer.install(
        tag, from: ModelDownload(text, environment: context.environment), accepting: accepted)
      : try installer.install(tag, from: LocalModel(name: context.path(text)), accepting: accepted)
    try context.show(Listed(model)) {
      [
        "Installed \(DisplayText.safe(model.manifest.name)) for the language “\(tag)”"
          + " (licence: \(DisplayText.safe(model.manifest.licence.name))).",
        "Choose it with “standups edit STANDUP --language \(tag)”.",
      ]
    }
  }

  static let list = Verb(
    "list", summary: "List the models of other languages.", arguments: [EngineVerb.system],
    examples: [.init("standups engine list", "Languages, models and licences.")],
    json: "[\(json)], where a model that cannot be read has “problem” instead"
  ) { values, context in
    let models = ModelDirectory(ofEngine: try directory(values, context))
    let listed = models.tags().compactMap { tag -> Listed? in
      do throws(ModelProblem) {
        return try models.model(of: tag).map { Listed($0) }
      } catch {
        return Listed(language: tag, problem: error.description)
      }
    }
    try context.show(listed) {
      guard !listed.isEmpty else {
        return ["No models of other languages are installed. Add one with “standups engine add”."]
      }
      var table = Table(header: ["LANGUAGE", "MODEL", "SIZE", "LICENCE"], flexible: 3)
      table.rows = listed.map { model in
        [
          model.language, DisplayText.safe(model.name ?? "unreadable"),
          model.bytes.map { ModelInstaller.megabytes($0) } ?? "",
          DisplayText.safe(model.licence?.name ?? model.problem ?? ""),
        ]
      }
      return table.lines(width: context.console.width, ink: context.console.ink)
    }
  }

  static let remove = Verb(
    "remove", summary: "Remove the model of another language.",
    details:
      "Meetings that are being recorded continue. Later ones cannot be recorded in the language.",
    arguments: [language, EngineVerb.system],
    examples: [.init("standups engine remove es", "Removes the Spanish model.")],
    json: "{“language”}"
  ) { values, context in
    let tag = try values[language].tag
    try ModelInstaller(engine: try directory(values, context)).remove(tag)
    try context.show(["language": tag]) { ["Removed the model of the language “\(tag)”."] }
  }

  /// The directory of the engine.
  private static func directory(_ values: Values, _ context: CommandContext) throws -> String {
    if try values[EngineVerb.system] { return InstalledServices.engine }
    let path = EngineDirectory.path(in: context.environment)
    guard path.hasPrefix("/") else {
      throw Failure.usage(
        "Invalid \(EngineDirectory.variable) “\(DisplayText.safe(path))”; expected an absolute path. Set it to"
          + " the engine's directory, or unset it.")
    }
    return path
  }

  /// A model as it is shown.
  struct Listed: Encodable {
    var language: String
    var name: String?
    var architecture: String?
    var licence: ModelManifest.Licence?
    var features: [String]?
    var bytes: Int?
    /// Reason why it cannot be read.
    var problem: String?

    init(language: String, problem: String) { (self.language, self.problem) = (language, problem) }

    init(_ model: InstalledModel) {
      let manifest = model.manifest
      language = manifest.language
      name = manifest.name
      architecture = manifest.architecture
      licence = manifest.licence
      features = manifest.features
      bytes = manifest.totalBytes
    }
  }
}
