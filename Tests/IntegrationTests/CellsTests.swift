import Bus
import Cells
import CellsAPI
import Foundation
import GatewayAPI
import Glibc
import RouterAPI
import Standups
import StandupsAPI
import TestSupport
import Testing
import ZeroMQ

extension Program {
  static let cells = Program("cells")
}

/// Two installations that share a cell map.
@Suite(
  .serialized, .withLogs, .timeLimit(.minutes(30)),
  .needs(.postgreSQL))
struct CellsTests {
  private static let patient = CallOptions(timeoutMs: 20_000)

  private func options(_ cell: String, _ server: PostgreSQLServer) -> Cluster.Options {
    var options = Cluster.Options()
    options.programs = [.router, .persistence, .standups, .cells]
    options.environment["STANDUPS_CELL"] = cell
    options.environment["STANDUPS_CELLS"] = server.address("postgres")
    return options
  }

  /// Both have the same map, regardless of which one changes it, while its database is unavailable,
  /// and after a restart.
  @Test func twoInstallationsHaveOneMap() async throws {
    let server = try await blocking { try PostgreSQLServer() }
    defer { server.stop() }
    try await withCluster(options("north", server), beside: options("south", server)) {
      north, south in
      let (peer, other) = (try await north.peer(), try await south.peer())
      func cells(_ peer: Peer) async throws -> CellsStatus {
        try await peer.send(GetCells(), options: Self.patient)
      }
      #expect(try await cells(peer).cells.isEmpty)
      let first = try await peer.send(
        AddCell(name: "north", router: "tcp://n"), options: Self.patient)
      #expect(first.cell == "north" && first.cells.map(\.slots) == [.all])
      let added = try await north.run(
        Program.commandLine,
        [
          "cells", "add", "south", "--router", "tcp://s-a,tcp://s-b", "--web", "https://s.example",
          "--json",
        ])
      #expect(added.ending == .exit(0), "\(added.output)")
      let map = try await cells(peer)
      #expect(map.cells.map(\.name) == ["north", "south"])
      #expect(map.cells.last?.router == "tcp://s-a,tcp://s-b")
      #expect(map.cells.last?.web == "https://s.example/")
      #expect(map.cells.last?.slots.isEmpty == true)
      try await eventually("South has heard of it.") {
        let status = try await cells(other)
        return status.cell == "south" && status.version == map.version && status.cells == map.cells
      }
      try server.psql(
        "postgres",
        "UPDATE standups_cells.slots SET cell = 'south' WHERE slot < 512; UPDATE standups_cells.map SET version = version + 1"
      )
      let half = try #require(SlotSet("0-511"))
      for (peer, slots) in [(other, half), (peer, SlotSet.all.subtracting(half))] {
        try await eventually("It has its half.") {
          let share = try await peer.send(GetCellShare(), options: Self.patient)
          return share.slots == slots && share.others.map(\.slots) == [.all.subtracting(slots)]
        }
      }
      server.crash()
      try await eventually("Health says that the map cannot be read.") {
        try await peer.send(GetHealth(), options: Self.patient).problems
          .contains { $0.contains("The cell map has been unavailable") }
      }
      #expect(try await peer.send(GetCellShare(), options: Self.patient).slots.count == 512)
      await #expect(throws: BusError.self) {
        try await peer.send(AddCell(name: "west", router: "tcp://w"), options: Self.patient)
      }
      try server.start()
      await north.signal(SIGKILL, [.cells])
      try await eventually("It is read again.") {
        let health = try await peer.send(GetHealth(), options: Self.patient)
        // Ignored because the request is repeated until the service answers.
        let share = try? await peer.send(GetCellShare(), options: Self.patient)
        return share?.slots.count == 512
          && !health.problems.contains { $0.contains("cell map") }
      }
    }
  }

  /// A client connected to either cell sees the standups of both as one list.
  @Test func theStandupsOfBothAreOnesOwn() async throws {
    let server = try await blocking { try PostgreSQLServer() }
    defer { server.stop() }
    func all(_ cell: String) -> Cluster.Options {
      var options = options(cell, server)
      options.programs = [.router, .persistence, .standups, .timer, .cells]
      return options
    }
    try await withCluster(all("north"), beside: all("south")) { north, south in
      let (peer, other) = (try await north.peer(), try await south.peer())
      for cell in [("north", north), ("south", south)] {
        _ = try await peer.send(
          AddCell(name: cell.0, router: cell.1.runtime), options: Self.patient)
      }
      // No standup is created before the owners of slots are known.
      try server.psql(
        "postgres",
        "UPDATE standups_cells.slots SET cell = 'south' WHERE slot % 2 = 1; UPDATE standups_cells.map SET version = version + 1"
      )
      try await eventually("Both have their halves.") {
        var halves = 0
        for peer in [peer, other] {
          let list = try await peer.send(ListStandups(), options: Self.patient)
          if list.elsewhere?.first?.slots.count == Slot.count / 2 { halves += 1 }
        }
        return halves == 2
      }
      func run(_ cluster: Cluster, _ words: String...) async throws -> String {
        let run = try await cluster.run(Program.commandLine, words)
        #expect(run.ending == .exit(0), "\(words): \(run.output)")
        return run.output
      }
      for number in 1...4 {
        _ = try await run(north, "add", "North \(number)", "--attendee", "Ann")
        _ = try await run(south, "add", "South \(number)", "--attendee", "Bob")
      }
      // The command line generates ids itself and connects to the owner of their slots; a cell
      // generates ids in its own slots.
      for (peer, parity) in [(peer, 0), (other, 1)] {
        _ = try await peer.send(CreateStandup(title: "Own \(parity)"), options: Self.patient)
        let own = try await peer.send(ListStandups(), options: Self.patient).standups
        #expect(own.contains { $0.standup.title == "Own \(parity)" })
        #expect(own.allSatisfy { Slot(of: $0.id.rawValue).number % 2 == parity })
      }
      for cluster in [north, south] {
        let list = try await run(cluster, "list")
        #expect(list.contains("Own 0") && list.contains("Own 1"))
        for number in 1...4 {
          #expect(list.contains("North \(number)") && list.contains("South \(number)"))
        }
      }
      _ = try await run(north, "edit", "South 2", "--title", "Far")
      _ = try await run(north, "start", "Far", "--no-record", "--detach")
      var found: (meeting: MeetingSession, stranger: Peer, there: Cluster)?
      for (index, one) in [peer, other].enumerated() {
        let live = try await one.send(ListLiveMeetings(), options: Self.patient).meetings
        guard let meeting = live.first?.session else { continue }
        #expect(found == nil)
        found = (meeting, [other, peer][index], [north, south][index])
      }
      let (meeting, stranger, there) = try #require(found)
      #expect(meeting.standup.title == "Far")
      #expect(Slot(of: meeting.id.rawValue) == Slot(of: meeting.standup.id.rawValue))
      #expect(try await run(north, "live").contains("Far"))
      _ = try await run(north, "end", "Far")
      let moved = await #expect(throws: BusError.self) {
        try await stranger.send(GetStandup(id: meeting.standup.id), options: Self.patient)
      }
      #expect(moved?.code == .moved && moved?.detail?[BusError.movedTo] == there.runtime)
    }
  }

  /// The page of each cell shows the other cell's standups with their cell. It reads them with its gateway's key, which
  /// both cells know.
  @Test(.needs(.curve)) func thePageOfEachReadsTheOther() async throws {
    let server = try await blocking { try PostgreSQLServer() }
    defer { server.stop() }
    func withKeys(_ cell: String) -> Cluster.Options {
      var options = options(cell, server)
      options.programs = []
      options.variables = Cluster.keyVariables
      return options
    }
    try await withCluster(withKeys("north"), beside: withKeys("south")) { north, south in
      _ = try await north.keys("init")
      try FileManager.default.copyItem(atPath: north.keys, toPath: south.keys)
      for cluster in [north, south] {
        for program in [Program.router, .persistence, .standups, .cells, .gateway] {
          try await cluster.start(program)
        }
      }
      let peer = try await north.peer(keyOf: "operator")
      let other = try await south.peer(keyOf: "operator")
      for (name, cluster, peer) in [("north", north, peer), ("south", south, other)] {
        let page = try await peer.send(ListWebSessions(), options: Self.patient).address
        let added = try await peer.send(
          AddCell(name: name, router: cluster.runtime, web: page), options: Self.patient)
        #expect(added.cells.contains { $0.name == name && $0.web == page })
      }
      _ = try await peer.send(
        AddCell(name: "west", router: "\(north.folder)/nobody"), options: Self.patient)
      try server.psql(
        "postgres",
        "UPDATE standups_cells.slots SET cell = 'south' WHERE slot % 2 = 1; UPDATE standups_cells.map SET version = version + 1"
      )
      try await eventually("Both have their halves.") {
        for peer in [peer, other] {
          let list = try await peer.send(ListStandups(), options: Self.patient)
          guard list.elsewhere?.first?.slots.count == Slot.count / 2 else { return false }
        }
        return true
      }
      // A cell creates standups once it has loaded its slots, a moment after it knows the map.
      for peer in [peer, other] {
        try await eventually("Its own slots have arrived.") {
          do {
            _ = try await peer.send(CreateStandup(title: "First"), options: Self.patient)
            return true
          } catch let error as BusError where error.code == .moved {
            return false
          }
        }
      }
      let near = try await peer.send(CreateStandup(title: "Near"), options: Self.patient)
      let far = try await other.send(CreateStandup(title: "Far"), options: Self.patient)

      let page = try await PageVisitor(other).host
      let visitor = try await PageVisitor(peer)
      let own = try await visitor.command("standups.list", "{}")
      #expect(own.body.contains("Near") && !own.body.contains("Far"))
      let there = try await visitor.command("standups.list?cell=south", "{}")
      #expect(there.status == 200 && there.body.contains("Far") && !there.body.contains("Near"))
      let back = try await PageVisitor(other).command("standups.list?cell=north", "{}")
      #expect(back.body.contains("Near") && !back.body.contains("Far"))

      let moved = try await visitor.command("standups.get", #"{"id":"\#(far.id)"}"#)
      #expect(moved.status == 404)
      let refusal = try BusJSON.decode(BusError.self, from: Data(moved.body.utf8))
      #expect(refusal.code == .moved)
      #expect(refusal.detail == ["router": south.runtime, "web": "http://\(page)/"])

      // The other cell makes a change once, however often it is sent.
      let edit = #"{"id":"\#(far.id)","title":"Farther"}"#
      for _ in 0..<2 {
        let edited = try await visitor.command(
          "standups.edit?cell=south", edit, key: "0b6fd3a5-1e0e-4b5a-9e0b-0f6c7c1b7a11")
        #expect(edited.status == 200 && edited.body.contains("Farther"), "\(edited.body)")
      }
      let kept = try await other.send(GetStandup(id: far.id), options: Self.patient).summary.standup
      #expect(kept.title == "Farther" && kept.revision == far.revision + 1)
      let observer = try await PageVisitor(peer, as: .observer)
      #expect(try await observer.command("standups.list?cell=south", "{}").status == 200)
      #expect(try await observer.command("standups.edit?cell=south", edit).status == 403)
      #expect(try await visitor.command("standups.list?cell=east", "{}").status == 404)
      let away = try await visitor.command("standups.list?cell=west", "{}")
      #expect(away.status == 503 && away.body.contains("Cell “west” is unavailable"))
      #expect(try await peer.send(GetStandup(id: near.id)).summary.standup == near)

      // The other cell allows this page's gateway only to read.
      try south.change("service:gateway,operator", to: "service:gateway,observer", ofKey: "gateway")
      try await eventually("The gateway may change nothing there.") {
        try await visitor.command("standups.edit?cell=south", edit).status == 403
      }
      // The other router has closed the connection of the key that it changed.
      try await eventually("The gateway may still read there.") {
        let seen = try await visitor.command("standups.list?cell=south", "{}")
        return seen.status == 200 && seen.body.contains("Farther")
      }
    }
  }
}
