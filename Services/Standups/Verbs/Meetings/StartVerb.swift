import Bus
import Standups
import StandupsAPI

extension MeetingSession.Lineup.Order: ArgumentValue {
  static var placeholder: String { "ORDER" }
}

/// The `standups start` command.
enum StartVerb {
  static let standup = Argument<StandupReference>.required(
    "STANDUP", help: StandupReference.help)
  static let record = Argument<Bool?>.toggle(
    "record",
    help:
      "Turn the transcript on or off. Default: the recording decision of the standup; the first meeting asks for it."
  )
  static let allow = Argument<Bool>.flag(
    "--yes-record",
    help: "Allow recording if the meeting asks for it; does not override a denial.")
  static let join = Argument<Bool>.flag(
    "--join", help: "Join the live meeting if there is one; otherwise start a meeting.")
  static let absent = Argument<[String]>.options(
    "--absent", placeholder: "NAME",
    help:
      "Attendee to skip, in addition to those set with “standups absent”; the others share the time."
      + " Repeatable.")
  static let present = Argument<[String]>.options(
    "--present", placeholder: "NAME",
    help: "Attendee who is here today despite an absence. Repeatable.")
  static let order = Argument<MeetingSession.Lineup.Order?>.option(
    "--order", help: "Order of speakers: listed, last-first or shuffled. Default: listed.")
  static let seed = Argument<Int?>.option(
    "--seed", help: "Seed of a shuffled order; the same seed gives the same order.")
  static let audio = Argument<String?>.option(
    "--audio", placeholder: "FILE", completion: .file,
    help:
      "Recording to play to the meeting (WAV, FLAC, Ogg, Opus, MP3 …); “-” reads standard input: a WAV file,"
      + " or raw signed 16-bit samples."
  )
  static let rate = Argument<Int?>.option(
    "--rate", help: "Samples per second of raw audio. Default: 16000.")
  static let channels = Argument<Int?>.option(
    "--channels", help: "Number of channels of raw audio. Default: 1.")
  static let microphone = Argument<String?>.option(
    "--microphone", orAlone: "default", placeholder: "DEVICE",
    help: "ALSA device to record from; “arecord -L” lists the devices.")
  static let detach = Argument<Bool>.flag(
    "--detach", help: "Start the meeting without watching it.")

  static let verb = Verb(
    "start", summary: "Start a meeting and show it live.",
    details: """
      The view shows the time left, the current speaker and the transcript. Its keys: n for the next speaker, + for \
      one more minute, l to let the speaker speak later, a if the speaker is absent (“standups present” when they \
      arrive), m to note the last words as a follow-up, p to pause, e to end, digits or letters to answer a question, \
      q or Ctrl-C to leave. The meeting continues without viewers; “standups start --join” returns to it.

      The command ends with the meeting and prints the transcript. If the audio cannot be opened, no meeting starts; \
      if the audio fails later, the meeting continues without it, and the exit code is not 0.
      """,
    arguments: [
      standup, record, allow, join, absent, present, order, seed, audio, rate, channels, microphone,
      detach,
    ],
    examples: [
      .init("standups start Daily --microphone", "A meeting with a transcript."),
      .init("standups start Daily --no-record", "Only the timer."),
      .init(
        "standups start Daily --absent Bob --order shuffled",
        "Without Bob, in random order."),
      .init("standups start Daily --audio standup.wav --yes-record", "From a recording."),
      .init(
        "ffmpeg -i talk.mp3 -f s16le -ac 1 -ar 16000 - | standups start Daily --audio -",
        "From any program that writes raw samples."),
    ],
    json: "One event per line, as “watch” prints them, then {“outcome”: “finished”, “discarded” or"
      + " “left”, “meeting”}. With --detach: the live meeting."
  ) { values, context in
    // Open the audio before the meeting starts, because the user requested the meeting with audio.
    var sound: AudioFeed?
    if let request = try request(values) { sound = try await context.sound(request) }
    let automatic = AutomaticAnswers(allowsRecording: try values[allow])
    try await context.connected { connection in
      let found = try await Finder(connection: connection).standup(try values[standup])
      let meeting = try await begin(found, values, connection)
      if try values[allow], meeting.session.alert == .speechDenied {
        try await refuse(meeting, connection)
      }
      if try values[detach] {
        return try context.show(meeting) { started(meeting, ofStandup: found.standup.title) }
      }
      let runner = LiveRunner(
        context: context, connection: connection, audio: sound, automatic: automatic)
      let end = try await runner.run(meeting.session.id, of: found.id)
      try Outcome.show(end.ending, meeting, context)
      if let failure = end.soundFailure { throw failure }
    }
  }

  /// Cancels the meeting and throws an error, because recording was requested but is denied. Only a
  /// person can change the denial.
  private static func refuse(_ meeting: LiveMeeting, _ connection: Connection) async throws {
    _ = try await connection.send(
      AnswerMeetingAlert(id: meeting.session.id, action: .cancel))
    let name = Shell.quote(DisplayText.safe(meeting.session.standup.title))
    throw Failure(
      .denied, code: BusError.Code.denied.rawValue,
      "Recording is off for this standup, so the meeting was not started. Allow it with “standups"
        + " recording allow \(name)”, or start without it: --no-record.")
  }

  private static func started(_ meeting: LiveMeeting, ofStandup title: String) -> [String] {
    let name = "meeting \(meeting.session.id) of “\(DisplayText.safe(title))”"
    guard let alert = meeting.session.alert else { return ["Started \(name)."] }
    let answers = alert.actions.map(\.rawValue).joined(separator: ", ")
    return [
      "The \(name) is waiting for an answer: \(alert.title)",
      "Answer it with “standups answer” and one of \(answers).",
    ]
  }

  private static func begin(
    _ found: StandupSummary, _ values: Values, _ connection: Connection
  ) async throws -> LiveMeeting {
    if try values[join], let live = found.live {
      return try await connection.send(GetMeeting(id: live))
    }
    do {
      let absent = try values[absent].map { try LiveVerbs.attendee($0, of: found.standup) }
      let present = try values[present].map { try LiveVerbs.attendee($0, of: found.standup) }
      return try await connection.send(
        StartMeeting(
          standup: found.id, isRecorded: try values[record], absent: absent.isEmpty ? nil : absent,
          present: present.isEmpty ? nil : present,
          order: try values[order], seed: try values[seed].map(Int64.init)))
    } catch let error as BusError where error.code == .conflict {
      throw Failure(
        .temporary, code: error.code.rawValue,
        "\(error.message) To join a live meeting, run “standups start --join”.")
    }
  }

  /// The audio source that the options select; nil for none.
  ///
  /// - Throws: `Failure` if options contradict each other.
  static func request(_ values: Values) throws -> AudioRequest? {
    let (audio, microphone) = (try values[audio], try values[microphone])
    let (rate, channels) = (try values[rate], try values[channels])
    guard audio == nil || microphone == nil else {
      throw Failure.exclusive("--audio", "--microphone")
    }
    guard try !values[detach] || (audio == nil && microphone == nil) else {
      throw Failure.usage(
        "--detach cannot be combined with --audio or --microphone, because the view sends the audio."
      )
    }
    guard audio == "-" || (rate == nil && channels == nil) else {
      throw Failure.usage(
        "--rate and --channels require --audio -; an audio file specifies its own rate and channels."
      )
    }
    guard try values[record] != false || (audio == nil && microphone == nil) else {
      throw Failure.usage("--no-record cannot be combined with --audio or --microphone.")
    }
    if let microphone { return .microphone(device: microphone) }
    guard let audio else { return nil }
    return audio == "-"
      ? .standardInput(rate: rate ?? 16_000, channels: channels ?? 1) : .file(path: audio)
  }
}

/// The result of a live view.
struct Outcome: Codable {
  enum Word: String, Codable { case finished, discarded, left }
  var outcome: Word
  var meeting: Meeting?

  static func show(_ ending: LiveView.Ending, _ live: LiveMeeting, _ context: CommandContext) throws
  {
    let standup = live.session.standup
    switch ending {
    case .finished(let meeting):
      try context.show(Outcome(outcome: .finished, meeting: meeting)) {
        context.page.lines(meeting, of: standup)
      }
    case .discarded:
      try context.show(Outcome(outcome: .discarded)) { ["The meeting was discarded."] }
    case .left:
      try context.show(Outcome(outcome: .left)) {
        [
          "The meeting continues. Return to it with"
            + " “standups start --join \(Shell.quote(DisplayText.safe(standup.title)))”."
        ]
      }
    }
  }
}
