/// A speech model in the directory of the installed ones.
package struct InstalledModel: Hashable, Sendable {
  package let manifest: ModelManifest
  /// SHA-256 digest of the manifest's file, in hexadecimal, which identifies the model.
  package let digest: String
  /// Directory of its files.
  package let directory: String

  package init(manifest: ModelManifest, digest: String, directory: String) {
    self.manifest = manifest
    self.digest = digest
    self.directory = directory
  }

  /// Checks the sizes and the digests of all files. This reads the whole model, and blocks.
  ///
  /// - Throws: `ModelProblem` if a file is missing or damaged.
  package func verify() throws(ModelProblem) {
    for (name, file) in manifest.files.sorted(by: { $0.key < $1.key }) {
      do {
        guard try FileSum.isWhole(directory + "/" + name, file) else {
          throw ModelProblem("\(name) is damaged")
        }
      } catch let problem as ModelProblem {
        throw problem
      } catch {
        throw ModelProblem("\(name) is missing")
      }
    }
  }
}
