import Foundation
import SpeechModels
import Testing

@testable import TranscriptionService

struct ModelManifestTests {
  /// A manifest as JSON, after a change.
  private func text(_ change: (inout [String: Any]) -> Void) throws -> Data {
    let manifest = try JSONEncoder().encode(try ModelManifest.sample())
    var object = try #require(try JSONSerialization.jsonObject(with: manifest) as? [String: Any])
    change(&object)
    return try JSONSerialization.data(withJSONObject: object)
  }

  private func file(_ values: [String: Any], named name: String = "tokenizer.bin") throws -> Data {
    try text { object in
      var files = object["files"] as? [String: Any] ?? [:]
      files[name] = values
      object["files"] = files
    }
  }

  private let sum = String(repeating: "0a", count: 32)

  @Test func aManifestIsRead() throws {
    let manifest = try ModelManifest(reading: try text { $0["unknown"] = [1] })
    let sample = try ModelManifest.sample()
    #expect(manifest == sample)
    #expect(manifest.totalBytes == 15)
    // Room for what a later engine can do.
    #expect(manifest.features == ["keyTerms"])
    #expect(manifest.maxTokensPerSecond == nil)
    let limited = try ModelManifest(reading: try text { $0["maxTokensPerSecond"] = 6.5 })
    #expect(limited.maxTokensPerSecond == 6.5)
  }

  @Test func onlyListedLicencesAreFree() {
    #expect(ModelManifest.Licence(name: "MIT").isFree)
    #expect(!ModelManifest.Licence(name: "mit").isFree)
    #expect(!ModelManifest.Licence(name: "Moonshine Community License").isFree)
  }

  @Test func aManifestThatIsNotValidIsRejected() throws {
    let many = (0..<20).map { "file\($0)" }
    let texts = [
      Data(), Data("[]".utf8), Data("{}".utf8), Data(repeating: 0x20, count: 65_537),
      try text { $0["format"] = 2 }, try text { $0["name"] = "a\nb" },
      try text { $0["name"] = String(repeating: "x", count: 65) },
      try text { $0["language"] = "Spanish" }, try text { $0["language"] = "../es" },
      try text { $0["architecture"] = "huge" }, try text { $0["licence"] = ["name": ""] },
      try text { $0["licence"] = ["name": "a", "url": "\u{1B}[2J"] },
      try text { $0["features"] = many }, try text { $0["features"] = [""] },
      try text { $0["maxTokensPerSecond"] = 0 }, try text { $0["maxTokensPerSecond"] = 1e300 },
      try text { $0["files"] = [String: Any]() },
      try text { object in
        let file = ["bytes": 1, "sha256": sum] as [String: Any]
        let names = many + ModelManifest.requiredFiles
        object["files"] = Dictionary(uniqueKeysWithValues: names.map { ($0, file) })
      },
      try file(["bytes": 0, "sha256": sum]), try file(["bytes": -1, "sha256": sum]),
      try file(["bytes": 1_073_741_825, "sha256": sum]),
      try file(["bytes": 1_073_741_824, "sha256": sum]),
      try file(["bytes": 1, "sha256": "short"]),
      try file(["bytes": 1, "sha256": sum.uppercased()]),
      try file(["bytes": 1, "sha256": sum], named: "../tokenizer"),
      try file(["bytes": 1, "sha256": sum], named: "a/b"),
      try file(["bytes": 1, "sha256": sum], named: ".hidden"),
      try file(["bytes": 1, "sha256": sum], named: "model.json"),
    ]
    for text in texts {
      #expect(throws: ModelProblem.self, "\(String(decoding: text.prefix(200), as: UTF8.self))") {
        try ModelManifest(reading: text)
      }
    }
  }
}

struct ModelDirectoryTests {
  /// An engine's directory with an installed model.
  private func install(
    _ language: String, in directory: TemporaryDirectory, content: String = "model"
  ) throws {
    let manifest = try ModelManifest.sample(language, content: content)
    let text = try manifest.text
    try directory.write(text, to: "languages/\(language).json")
    let digest = try FileSum.digest(of: Data(text.utf8))
    let models = ModelDirectory(ofEngine: directory.path)
    let files = models.filesPath(of: language, digest: digest).dropFirst(directory.path.count + 1)
    for name in manifest.files.keys { try directory.write(content, to: "\(files)/\(name)") }
  }

  @Test func theMostSpecificModelIsUsed() throws {
    let directory = try TemporaryDirectory()
    defer { directory.remove() }
    let models = ModelDirectory(ofEngine: directory.path)
    #expect(models.tags() == [])
    #expect(throws: ModelProblem.self) { try models.model(for: "pt-BR") }
    try install("pt", in: directory)
    #expect(try models.model(for: "pt-BR")?.manifest.language == "pt")
    try install("pt-BR", in: directory)
    #expect(try models.model(for: "pt-BR")?.manifest.language == "pt-BR")
    #expect(try models.model(for: "pt-PT")?.manifest.language == "pt")
    #expect(models.tags() == ["pt", "pt-BR"])
    #expect(models.filesPaths(of: "pt").count == 1)
    // That of the engine, unless another one is installed.
    #expect(try models.model(for: "en-GB") == nil)
    try install("en", in: directory)
    #expect(try models.model(for: "en-GB")?.manifest.language == "en")
  }

  @Test func aMissingModelIsAReasonWithTheWayOut() throws {
    let models = ModelDirectory(ofEngine: "/nowhere")
    let problem = #expect(throws: ModelProblem.self) { try models.model(for: "de-AT") }
    #expect(problem?.description.contains("“de-AT”") == true)
    #expect(problem?.description.contains("standups engine add") == true)
  }

  @Test func aDamagedFileIsNoticed() throws {
    let directory = try TemporaryDirectory()
    defer { directory.remove() }
    try install("es", in: directory)
    let model = try #require(try ModelDirectory(ofEngine: directory.path).model(of: "es"))
    try model.verify()
    let file = model.directory.dropFirst(directory.path.count + 1) + "/tokenizer.bin"
    for content in ["modem", "mode", "models"] {
      try directory.write(content, to: String(file))
      #expect(throws: ModelProblem("tokenizer.bin is damaged")) { try model.verify() }
    }
  }

  @Test func aManifestOfAnotherLanguageOrADamagedOneIsRejected() throws {
    let directory = try TemporaryDirectory()
    defer { directory.remove() }
    let models = ModelDirectory(ofEngine: directory.path)
    try directory.write(try ModelManifest.sample("fr").text, to: "languages/es.json")
    #expect(throws: ModelProblem.self) { try models.model(for: "es") }
    try directory.write("{", to: "languages/es.json")
    #expect(throws: ModelProblem.self) { try models.model(for: "es") }
    // A tag that leads out of the directory is not one.
    #expect(try models.model(of: "../languages/es") == nil)
    try directory.write("{", to: "languages/..es.json")
    #expect(models.tags() == ["es"])
  }
}
