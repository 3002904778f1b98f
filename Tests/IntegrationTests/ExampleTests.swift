import CellsAPI
import CommandLineKit
import Foundation
import TestSupport
import Testing

@testable import Command

/// Every example of the help, pasted into a real shell with a real installation.
@Suite(.withLogs, .timeLimit(.minutes(30))) struct ExampleTests {
  /// Preparations that an example needs and a user who tries it has made.
  private static let before: [(beginning: String, script: String)] = [
    ("standups unarchive", "standups archive Retro"),
    ("standups glossary", "\(Self.team); standups glossary add Grafana --team web"),
    (
      "standups link Daily Ann --person",
      "standups people remove 'Ann Smith' --yes; standups people add 'Ann Smith' --team default"
    ),
    ("standups link", Self.member), ("standups unlink", Self.linked),
    ("standups stats --person", Self.linked), ("standups tokens add laptop", Self.member),
    (
      "standups reorder",
      "standups edit Daily --attendees Bob --attendees Ann --attendees Cy && \(Self.live)"
    ),
    ("standups undo", "\(Self.live) && standups next Daily"),
    ("standups update", "standups update write Daily 'Login page.' --for Ann"),
    ("standups schedule Daily --break", "standups schedule Daily --at 09:30"),
    (
      "standups schedule Daily --at 10:00 --keep-holidays",
      "standups schedule Daily --at 09:30 --holidays holidays.ics"
    ),
    ("standups next", Self.live), ("standups postpone", Self.live), ("standups extend", Self.live),
    ("standups absent", Self.live), ("standups pause", Self.live), ("standups end", Self.live),
    (#"standups note Daily "ask the vendor" --for Ann --meeting last"#, Self.meeting),
    ("standups note Daily", Self.live),
    ("standups resume", "\(Self.live) && standups pause Daily"),
    ("standups answer Daily", "standups start Daily --no-record --detach && standups end Daily"),
    (
      "standups import standups-archive.gz",
      "standups export --format archive -o standups-archive.gz --force"
    ),
    (
      "standups import",
      "standups export -o standups.json --force; standups delete Daily --yes; standups delete Retro --yes"
    ),
    ("standups meetings", Self.meeting), ("standups export --format", Self.meeting),
    ("standups focus stop", "standups focus start Report --detach"),
    ("standups focus start --detach", "standups focus stop; standups focus title Report"),
    ("standups focus start Report", "standups focus stop"),
    ("standups focus", "standups focus start Report --detach && standups focus stop"),
    ("standups people add", Self.team), ("standups people", Self.person),
    ("standups teams remove", "standups teams add Trial"), ("standups teams", Self.person),
    ("standups keys init", ""),
    ("standups keys revoke ann", "\(Self.keys); standups keys add ann --role operator"),
    ("standups keys show ann", "\(Self.keys); standups keys add ann --role operator"),
    ("standups keys", Self.keys),
    ("standups web revoke Ada", "standups web invite Ada"),
    ("standups context add", ""),
    ("standups context use none", ""),
    ("standups context", "standups context add prod \"$STANDUPS_RUNTIME_DIR\""),
    ("standups list --context", "standups context add prod \"$STANDUPS_RUNTIME_DIR\""),
    ("standups add Daily", "standups delete Daily --yes"),
    ("standups edit Daily --team", "standups teams add Web"),
    ("standups engine add", Self.model),
    ("standups engine remove", "\(Self.model); standups engine add es ./moonshine-base-es"),
    ("standups engine", "export STANDUPS_ENGINE=\"$THE_ENGINE\""),
    (
      "standups restore",
      "mkdir -p \"$HOME/var/backups\"; cp \"$(standups backup standups.db --force --json | jq -r .path)\""
        + " \"$HOME/var/backups\""
    ),
    ("standups unschedule", "standups schedule Daily --at 09:30"),
    ("standups watch --since 42", "standups publish test.hello world --count 100"),
    ("standups events replay --since 100", "standups publish test.hello world --count 200"),
  ]
  private static let live = "standups start Daily --no-record --detach"
  /// An engine without a library that works, and a directory with a model whose three files are the same.
  private static let model = #"""
    export STANDUPS_ENGINE="$HOME/engine"
    mkdir -p "$STANDUPS_ENGINE/moonshine_voice" moonshine-base-es
    touch "$STANDUPS_ENGINE/moonshine_voice/libmoonshine.so"
    sum=$(echo model | sha256sum | head -c 64)
    files=
    for name in encoder_model.ort decoder_model_merged.ort tokenizer.bin; do
      echo model > "moonshine-base-es/$name"
      files="$files,\"$name\":{\"bytes\":6,\"sha256\":\"$sum\"}"
    done
    echo "{\"format\":1,\"name\":\"moonshine-base-es\",\"language\":\"es\",\"architecture\":\"base\"," \
      "\"licence\":{\"name\":\"MIT\"},\"files\":{${files#,}}}" > moonshine-base-es/model.json
    """#
  private static let meeting =
    "standups start Daily --no-record --detach && standups end Daily"
    + " && standups answer Daily save-and-end"
  private static let team =
    "standups people remove ann@example.com --yes; standups teams add Web"
  private static let person = "\(Self.team); standups people add Ann --email ann@example.com"
  private static let member = "\(Self.person) --team default"
  private static let linked = "\(Self.member) && standups link Daily Ann"
  /// A new directory each time; the store is given by the environment.
  private static let keys =
    "rm -rf \"$HOME/keys\"; standups keys init --directory \"$HOME/keys\""
    + "; export STANDUPS_KEYS=\"$HOME/keys/router\"; cp \"$STANDUPS_KEYS/router.key\" wall.key"

  /// Returns true if a command runs until Ctrl-C or the end of a meeting.
  private static func isEndless(_ line: String) -> Bool {
    startsServices(line) || line.contains("standups start")
      || line.contains("standups focus start") && !line.contains("--detach")
      || line.contains("standups watch") && (!line.contains("--since") || line.contains("--follow"))
      || line.contains("--since 0 --json") || line.contains("--rate 100")
  }

  private static func startsServices(_ line: String) -> Bool {
    line.contains(/standups up(\s|$)/)
  }

  /// Returns true if a command asks a question; the answer is yes.
  private static func asks(_ line: String) -> Bool {
    let asking = [
      "standups delete", "standups forget", "standups dead-letters drop", "standups people remove",
      "standups update write Daily --audio", "standups people voice --agree",
    ]
    return asking.contains { line.hasPrefix($0) } && !line.contains("--yes")
      && !line.contains("--dry-run")
  }

  /// Returns true if a command is for a person. The tests are the operator.
  private static func isPersonal(_ line: String) -> Bool {
    line.hasPrefix("standups people voice")
  }

  /// Ids in examples are placeholders: the thing does not exist, or has another name.
  private static let placeholders = [
    "6f1c", "3f2c", "4be1f6a2", "3f9a01c2", "timer-b", "unreadable", "0b1c2d3e",
    "standups answer load-samples",
    // Nothing is downloaded.
    "https://example.org/es",
    // No words were transcribed.
    "standups note Daily --last", "standups meetings correct", "--audio update.wav",
    // Standard input is empty.
    "standups glossary import -",
    // The installation has no keys.
    "assistant.key",
  ]
  /// Exit statuses of an example whose subject does not exist here.
  private static let absences: Set<Int32> = [0, 65, 66, 69, 75, 78]

  private static var lines: [String] {
    var seen: Set<String> = []
    return Command.Program.root.tree().flatMap { $0.verb.examples.map(\.line) }
      .filter { seen.insert($0).inserted }
  }

  @Test func everyExampleWorksWhenItIsPasted() async throws {
    let server = try NATSServer()
    defer { server.stop() }
    var options = Cluster.Options()
    options.environment["STANDUPS_NATS_URL"] = server.url
    let database = try PostgreSQLServer.shared()
    try database.psql("postgres", "CREATE DATABASE cells TEMPLATE template0")
    options.environment["STANDUPS_CELL"] = "north"
    options.environment["STANDUPS_CELLS"] = database.address("cells")
    try await withCluster(options) { cluster in
      let peer = try await cluster.peer()
      try await peer.waitUntilReady()
      _ = try await peer.send(AddCell(name: "north", router: "tcp://north"))
      let home = "\(cluster.folder)/home"
      try Self.furnish(home)
      #expect(Self.lines.count > 100)
      for line in Self.lines {
        let ending = try await Self.paste(line, at: home, cluster)
        let isAbsent = Self.placeholders.contains { line.contains($0) }
        guard case .exit(let code) = ending.ending else {
          Issue.record("\(line): \(ending)")
          continue
        }
        // A command that was stopped after a while ran until then.
        let isGood =
          code == 0 || (isAbsent && Self.absences.contains(code))
          || (Self.isEndless(line) && [124, 130].contains(code))
          || (Self.isPersonal(line) && code == 77)
        #expect(isGood, "\(line)\nended with \(code):\n\(ending.output)")
      }
    }
  }

  /// Creates the files that examples expect in their directory.
  private static func furnish(_ home: String) throws {
    let files = FileManager.default
    try files.createDirectory(atPath: home + "/bin", withIntermediateDirectories: true)
    try files.createSymbolicLink(
      atPath: home + "/bin/standups", withDestinationPath: IntegrationTests.Program.commandLine)
    for (name, script) in [
      // A second of silence, whatever the arguments are.
      ("ffmpeg", "head -c 32000 /dev/zero"),
      // No browser and no recorder in a test.
      // Sleeps because a recorder runs until it is stopped.
      ("xdg-open", "exit 0"), ("arecord", "exec sleep 60"),
      // Nothing outside of the test’s directory may change.
      ("sudo", "exit 0"), ("systemctl", "exit 0"),
      // No network in a test.
      ("curl", "exit 6"),
    ] {
      let path = "\(home)/bin/\(name)"
      try "#!/bin/sh\n\(script)\n".write(toFile: path, atomically: true, encoding: .utf8)
      try files.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    }
    try [
      "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//a//b//EN", "BEGIN:VEVENT", "UID:1",
      "DTSTART;VALUE=DATE:20200101", "RRULE:FREQ=YEARLY", "SUMMARY:New Year", "END:VEVENT",
      "BEGIN:VEVENT", "DTSTART;VALUE=DATE:20200501", "RRULE:FREQ=YEARLY", "END:VEVENT",
      "END:VCALENDAR", "",
    ].joined(separator: "\r\n").write(
      toFile: home + "/holidays.ics", atomically: true, encoding: .utf8)
    try "a-secret-of-a-receiver-long-enough".write(
      toFile: home + "/key", atomically: true, encoding: .utf8)
    try files.setAttributes([.posixPermissions: 0o600], ofItemAtPath: home + "/key")
    try "Grafana\nnginx\tengine x\n".write(
      toFile: home + "/terms.txt", atomically: true, encoding: .utf8)
    try Wave.silence(seconds: 1).write(to: URL(fileURLWithPath: home + "/standup.wav"))
  }

  private static func paste(_ line: String, at home: String, _ cluster: Cluster) async throws -> Run
  {
    // Nothing outside of the test’s directory may change.
    let pasted = ["/srv/", "/var/backups/", "/etc/standups/"]
      .reduce(line.replacing("hooks.slack.com", with: "hooks.slack.example")) {
        $0.replacing(" \($1)", with: " \(home)\($1)").replacing("=\($1)", with: "=\(home)\($1)")
      }
    let prepare = before.first { pasted.hasPrefix($0.beginning) }?.script ?? ""
    let file = "\(home)/example.sh"
    try "\(pasted)\n".write(toFile: file, atomically: true, encoding: .utf8)
    let limit = isEndless(line) ? "timeout -k 9 -s INT 4 " : ""
    let run =
      asks(line)
      ? "printf 'yes\\n' | script -qec 'bash example.sh' /dev/null"
      : "\(limit)bash -o pipefail example.sh < /dev/null"
    let script = """
      cd "$HOME"
      {
        for id in $({ standups list --json; standups list --archived --json; } |
          jq -r '.standups[].standup.id'); do
          standups answer "$id" cancel || standups answer "$id" discard ||
            { standups end "$id" && standups answer "$id" discard; }
          standups delete "$id" --yes
        done
        standups add Daily --duration 15m --attendee Ann --attendee Bob
        standups add Retro --attendee Ann
        \(prepare.isEmpty ? ":" : prepare)
      } > before.txt 2>&1
      \(run)
      """
    // A second installation has its own directories.
    let own =
      startsServices(line)
      ? [
        "STANDUPS_RUNTIME_DIR": "\(home)/run", "STANDUPS_DATA": "\(home)/data",
        "STANDUPS_NATS_URL": "", "STANDUPS_CELL": "", "STANDUPS_CELLS": "",
      ]
      : line.contains("standups restore") ? ["STANDUPS_DATA": "\(home)/other"] : [:]
    return try await cluster.run(
      "/bin/bash", ["-c", script],
      environment: [
        "HOME": home, "USER": "ann", "PATH": "\(home)/bin:/usr/local/bin:/usr/bin:/bin",
        "TERM": "xterm",
        "XDG_CONFIG_HOME": "\(home)/.config", "THE_ENGINE": try InstalledEngine.directory(),
      ].merging(own) { $1 })
  }
}

/// Audio for examples that read it.
private enum Wave {
  /// 16 kHz, one channel, 16 bits (RIFF WAVE).
  static func silence(seconds: Int) -> Data {
    let bytes = UInt32(seconds * 32_000)
    var data = Data("RIFF".utf8)
    func add(_ value: some FixedWidthInteger) {
      withUnsafeBytes(of: value.littleEndian) { data.append(contentsOf: $0) }
    }
    add(36 + bytes)
    data.append(Data("WAVEfmt ".utf8))
    add(UInt32(16))
    [1, 1].forEach { add(UInt16($0)) }
    [16_000, 32_000].forEach { add(UInt32($0)) }
    [2, 16].forEach { add(UInt16($0)) }
    data.append(Data("data".utf8))
    add(bytes)
    data.append(Data(count: Int(bytes)))
    return data
  }
}
