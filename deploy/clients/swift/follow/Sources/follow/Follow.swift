import Foundation
import StandupsBus
import StandupsContracts

/// Prints who speaks: a line for each turn of each meeting, without a gap even if the router restarts.
@main
enum Follow {
  static func main() async throws {
    let connection = try BusConnection(name: "follow", environment: .ofThisProcess())
    for try await event in connection.events(ofTypes: [MeetingSpeakerChanged.type]) {
      let turn = try event.data.decode(as: MeetingSpeakerChanged.self)
      // Not `print`, which holds lines back if the output is a pipe.
      FileHandle.standardOutput.write(Data("\(turn.attendee.name)\n".utf8))
    }
  }
}
