import Foundation
import Testing

@testable import StandupsConfiguration

@Suite struct PrivateDirectoryTests {
  let parent = "/tmp/private-" + UUID().uuidString.prefix(8)
  var path: String { parent + "/a/b" }

  /// The message that rejects the directory; nil if it is accepted.
  func refusal(_ path: String) -> String? {
    do {
      try PrivateDirectory.make(path)
      return nil
    } catch {
      return "\(error)"
    }
  }

  func mode(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  @Test func itIsMadeForItsOwnerAndFoundAgain() throws {
    defer { try? FileManager.default.removeItem(atPath: parent) }
    for _ in 1...2 { #expect(refusal(path) == nil) }
    #expect(try mode(path) == 0o700)
  }

  @Test(arguments: [(0o755, nil), (0o770, "chmod 700"), (0o702, "chmod 700")] as [(Int, String?)])
  func oneThatOthersCanWriteIsRefused(mode: Int, advice: String?) throws {
    defer { try? FileManager.default.removeItem(atPath: parent) }
    try PrivateDirectory.make(path)
    #expect(chmod(path, mode_t(mode)) == 0)
    let said = refusal(path)
    #expect((said == nil) == (advice == nil))
    if let advice { #expect(said?.contains(advice) == true) }
    // The mode is an administrator's choice, and not changed.
    #expect(try self.mode(path) == mode)
  }

  @Test(arguments: ["", "/"]) func aLinkIsRefusedWhereverItLeads(end: String) throws {
    defer { try? FileManager.default.removeItem(atPath: parent) }
    try PrivateDirectory.make(path)
    for (name, target) in [("good", path), ("nowhere", parent + "/none")] {
      let link = parent + "/" + name
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
      #expect(refusal(link + end)?.contains("is a link or a file") == true)
    }
  }

  @Test func aFileIsRefused() throws {
    defer { try? FileManager.default.removeItem(atPath: parent) }
    try PrivateDirectory.make(parent)
    #expect(FileManager.default.createFile(atPath: parent + "/a", contents: Data()))
    #expect(refusal(parent + "/a")?.contains("is a link or a file") == true)
    #expect(refusal(path)?.contains("cannot create the directory") == true)
  }

  /// Root gives it to another user; any other user tests with one of root's.
  @Test func oneOfSomebodyElseIsRefused() throws {
    defer { try? FileManager.default.removeItem(atPath: parent) }
    var foreign = "/usr"
    if geteuid() == 0 {
      try PrivateDirectory.make(path)
      #expect(chown(path, 65_534, 65_534) == 0)
      foreign = path
    }
    #expect(refusal(foreign)?.contains("belongs to another user") == true)
  }
}
