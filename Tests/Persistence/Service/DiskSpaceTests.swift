import Foundation
import Testing

@testable import PersistenceService

@Suite struct DiskSpaceTests {
  @Test func aDirectoryWithRoomHasNoProblem() throws {
    let available = try #require(DiskSpace.available(in: "/tmp"))
    #expect(available > 0)
    #expect(DiskSpace.problem(in: "/tmp", least: available / 2) == nil)
  }

  @Test func tooLittleSpaceIsSaid() throws {
    let problem = try #require(DiskSpace.problem(in: "/tmp", least: .max))
    #expect(problem.contains("KiB is left on the volume of /tmp"))
  }

  @Test func aDirectoryThatIsGoneIsSaid() throws {
    let path = "/tmp/none-\(UUID().uuidString)"
    let problem = try #require(DiskSpace.problem(in: path))
    #expect(problem.contains(path))
  }
}
