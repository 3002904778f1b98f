import Foundation
import Schema
import SpeechModels

@testable import TranscriptionService

/// Models for tests.
extension ModelManifest {
  /// A manifest of the files of a model with this content.
  static func sample(
    _ language: String = "es", architecture: String = "tiny", content: String = "model"
  ) throws -> ModelManifest {
    let file = File(
      bytes: content.utf8.count, sha256: try FileSum.digest(of: Data(content.utf8)))
    return ModelManifest(
      name: "model-\(language)", language: language, architecture: architecture,
      licence: Licence(name: "MIT"), features: ["keyTerms"],
      files: Dictionary(uniqueKeysWithValues: requiredFiles.map { ($0, file) }))
  }

  /// The manifest as text.
  var text: String {
    get throws { String(decoding: try JSONEncoder().encode(self), as: UTF8.self) }
  }
}

extension SpeechLanguages {
  /// The models of these languages, each of which recognises its own tag. `load` may delay or
  /// reject the loading of one.
  static func scripted(
    _ tags: Set<String>, limits: Limits = .init(),
    load: @escaping @Sendable (_ tag: String) async throws -> Void = { _ in }
  ) -> SpeechLanguages {
    SpeechLanguages(
      limits: limits,
      find: { tag in
        let candidates = LanguageTag.lookup(tag)
        let known = tags.union([EngineDirectory.language])
        guard let found = candidates.first(where: { known.contains($0) }) else {
          throw ModelProblem("No model for \(tag).")
        }
        guard tags.contains(found) else { return nil }
        return InstalledModel(
          manifest: try .sample(found), digest: "digest", directory: "/\(found)")
      }, list: { tags.sorted() },
      load: { model in
        let tag = model.manifest.language
        try await load(tag)
        return SpeechEngine(
          status: .ready(model: tag), capacity: 1, findSpeech: { $0.indices },
          transcribe: { _ in tag })
      })
  }
}
