package import Foundation
import Schema

/// The description of a speech model for a language, which is next to its files as `model.json`.
///
/// It comes from outside, so it is checked before it is used.
package struct ModelManifest: Codable, Hashable, Sendable {
  /// Version of the manifest's format; only 1 is known.
  package var format: Int
  /// Name of the model, such as `moonshine-base-es`.
  package var name: String
  /// Tag of the language that the model recognises.
  package var language: String
  /// Architecture of the network.
  package var architecture: String
  /// Licence of the model.
  package var licence: Licence
  /// Abilities of the model in addition to recognition, such as `keyTerms`. An engine ignores features
  /// that it does not know. Absent for none.
  package var features: [String]?
  /// Maximum number of tokens per second of audio, which ends repetitions. Absent for the default.
  package var maxTokensPerSecond: Double?
  /// Files of the model, by their names.
  package var files: [String: File]

  /// Licence of a model.
  package struct Licence: Codable, Hashable, Sendable {
    /// SPDX identifier, or the name in the licence's text.
    package var name: String
    /// Address of the text. Absent if it is among the files.
    package var url: String?

    package init(name: String, url: String? = nil) {
      self.name = name
      self.url = url
    }

    /// Licences that allow any use. All others have to be accepted by name.
    private static let free: Set = [
      "0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "CC-BY-4.0", "CC0-1.0", "ISC", "MIT",
      "Unlicense", "Zlib",
    ]

    /// True if the licence allows any use.
    package var isFree: Bool { Self.free.contains(name) }
  }

  /// A file of a model.
  package struct File: Codable, Hashable, Sendable {
    /// Size, in bytes.
    package var bytes: Int
    /// SHA-256 digest, in hexadecimal.
    package var sha256: String

    package init(bytes: Int, sha256: String) {
      self.bytes = bytes
      self.sha256 = sha256
    }
  }

  package init(
    format: Int = 1, name: String, language: String, architecture: String, licence: Licence,
    features: [String]? = nil, maxTokensPerSecond: Double? = nil, files: [String: File]
  ) {
    self.format = format
    self.name = name
    self.language = language
    self.architecture = architecture
    self.licence = licence
    self.features = features
    self.maxTokensPerSecond = maxTokensPerSecond
    self.files = files
  }

  /// Name of the file with a manifest, in the directory or at the address of a model.
  package static let fileName = "model.json"
  /// Maximum size of a manifest, in bytes.
  package static let maxBytes = 65_536
  /// Maximum number of files of a model.
  package static let maxFiles = 16
  /// Maximum size of all files of a model, in bytes: 1 GiB.
  package static let maxModelBytes = 1_073_741_824
  /// Files without which no model can be loaded.
  package static let requiredFiles = [
    "encoder_model.ort", "decoder_model_merged.ort", "tokenizer.bin",
  ]
  /// Known architectures.
  package static let architectures = ["tiny", "base"]

  /// Range of the maximum number of tokens per second.
  package static let tokensPerSecond = 1.0...100
  /// Default maximum number of tokens per second: enough for a script whose tokens are single characters.
  /// The engine's own default, 6.5, would truncate lines in such a script.
  package static let defaultTokensPerSecond = 13.0

  /// Size of all files, in bytes.
  package var totalBytes: Int { files.values.reduce(0) { $0 + $1.bytes } }

  /// Reads and checks a manifest.
  ///
  /// - Throws: `ModelProblem`.
  package init(reading data: Data) throws(ModelProblem) {
    guard data.count <= Self.maxBytes else {
      throw ModelProblem("The manifest has more than \(Self.maxBytes) bytes.")
    }
    do {
      self = try JSONDecoder().decode(ModelManifest.self, from: data)
    } catch {
      throw ModelProblem(
        "\(Self.fileName) is not the manifest of a speech model; expected “format”, “name”,"
          + " “language”, “architecture”, “licence” and “files”.")
    }
    try check()
  }

  /// Checks the values, of which none is trusted.
  ///
  /// - Throws: `ModelProblem` with the first problem.
  private func check() throws(ModelProblem) {
    guard format == 1 else {
      throw ModelProblem(
        "The manifest has the unknown format \(format); expected 1. Update standups.")
    }
    try Self.check("name", name, maxBytes: 64)
    guard LanguageTag.isValid(language) else {
      throw ModelProblem(
        "Invalid language in the manifest; expected a tag such as es, pt-BR or zh-Hant.")
    }
    guard Self.architectures.contains(architecture) else {
      throw ModelProblem(
        "The installed version of standups does not support the architecture of this model; expected"
          + " \(Self.architectures.joined(separator: " or ")).")
    }
    try Self.check("licence.name", licence.name, maxBytes: 100)
    if let url = licence.url { try Self.check("licence.url", url, maxBytes: 2048) }
    guard (features ?? []).count <= 16 else {
      throw ModelProblem("The manifest has more than 16 features.")
    }
    for feature in features ?? [] { try Self.check("features", feature, maxBytes: 32) }
    if let maxTokensPerSecond, !Self.tokensPerSecond.contains(maxTokensPerSecond) {
      throw ModelProblem("Invalid maxTokensPerSecond in the manifest; expected 1 to 100.")
    }
    try checkFiles()
  }

  private func checkFiles() throws(ModelProblem) {
    guard files.count <= Self.maxFiles else {
      throw ModelProblem("The manifest has \(files.count) files; the maximum is \(Self.maxFiles).")
    }
    if let missing = Self.requiredFiles.first(where: { files[$0] == nil }) {
      throw ModelProblem("The manifest does not list \(missing).")
    }
    var total = 0
    for (name, file) in files.sorted(by: { $0.key < $1.key }) {
      guard Self.isFileName(name) else {
        throw ModelProblem(
          "The manifest has a file with an invalid name; expected 1 to 64 letters, digits, dots,"
            + " hyphens and underscores, without a leading dot.")
      }
      guard (1...Self.maxModelBytes).contains(file.bytes) else {
        throw ModelProblem("Invalid size of \(name) in the manifest.")
      }
      guard file.sha256.utf8.count == 64, file.sha256.utf8.allSatisfy(Self.isHexadecimal) else {
        throw ModelProblem(
          "Invalid SHA-256 of \(name) in the manifest; expected 64 digits from 0 to 9 and a to f.")
      }
      // At most 16 sizes of at most 1 GiB cannot overflow.
      total += file.bytes
    }
    guard total <= Self.maxModelBytes else {
      throw ModelProblem("The model has \(total) bytes; the maximum is \(Self.maxModelBytes).")
    }
  }

  /// Checks that a text can be shown in a line.
  private static func check(
    _ member: String, _ text: String, maxBytes: Int
  ) throws(ModelProblem) {
    guard text.isLine(maxBytes) else {
      throw ModelProblem(
        "Invalid \(member) in the manifest; expected 1 to \(maxBytes) bytes without control characters."
      )
    }
  }

  /// Returns true if a text names a file in the model's own directory.
  static func isFileName(_ text: String) -> Bool {
    guard (1...64).contains(text.utf8.count), !text.hasPrefix("."), text != fileName else {
      return false
    }
    return text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"),
        UInt8(ascii: "_"):
        true
      default: false
      }
    }
  }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
  }
}

/// The reason why a model cannot be installed or used.
package struct ModelProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// A sentence for a person.
  package var description: String

  package init(_ description: String) { self.description = description }
}
