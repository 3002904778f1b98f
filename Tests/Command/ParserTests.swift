import TestSupport
import Testing

@testable import Command

@Suite("Parser")
struct ParserTests {
  private func parse(_ line: String) throws -> Parser.Outcome {
    try Parser(root: Program.root, globals: Globals.declarations)
      .parse(line.split(separator: " ").map(String.init))
  }

  private func values(_ line: String) throws -> (path: [String], values: Values) {
    guard case .run(_, let path, let values) = try parse(line) else {
      throw UsageError(message: "no command")
    }
    return (path, values)
  }

  private func error(_ line: String) -> String {
    do {
      _ = try parse(line)
      return ""
    } catch {
      return Failure(error).message
    }
  }

  @Test(
    "Options are written with a space, an equals sign, or at once",
    arguments: [
      "add Daily --duration 5m", "add Daily --duration=5m", "add --duration=5m Daily",
      "add Daily -d 5m", "add Daily -d5m", "add Daily -d=5m", "add -d 5 -- Daily",
    ])
  func optionForms(line: String) throws {
    let (path, values) = try values(line)
    #expect(path == ["add"])
    #expect(try values[AddVerb.title] == "Daily")
    #expect(try values[FormArguments.duration]?.milliseconds == 300_000)
  }

  @Test("After -- everything is a positional")
  func doubleDash() throws {
    #expect(try values("add -- --help").values[AddVerb.title] == "--help")
  }

  @Test("A repeated option keeps its order, a single one its last value")
  func repetition() throws {
    let (_, values) = try values("add X -a Ann --attendee Bob -t teal -t navy")
    #expect(try values[FormArguments.attendees] == ["Ann", "Bob"])
    #expect(try values[FormArguments.theme] == .navy)
  }

  @Test("Flags cluster, and a value may follow the cluster")
  func cluster() throws {
    #expect(try values("delete X -yj").values[Confirmation.yes])
    #expect(try Globals(values("delete X -yj").values).isJSON)
  }

  @Test("The last of --record and --no-record counts")
  func toggle() throws {
    #expect(try values("start X").values[StartVerb.record] == nil)
    #expect(try values("start X --record").values[StartVerb.record] == true)
    #expect(try values("start X --record --no-record").values[StartVerb.record] == false)
  }

  @Test("An option with an optional value takes it only after =")
  func optionalValue() throws {
    #expect(try values("start --microphone X").values[StartVerb.microphone] == "default")
    #expect(try values("start --microphone=hw:1 X").values[StartVerb.microphone] == "hw:1")
    #expect(try values("start X").values[StartVerb.microphone] == nil)
  }

  @Test("Standard input is a value, not an option")
  func dash() throws {
    #expect(try values("start X --audio -").values[StartVerb.audio] == "-")
    #expect(try values("import -").values[ImportVerb.file] == "-")
  }

  @Test(
    "What is wrong is said with what would be right",
    arguments: [
      ("lst", "Did you mean “list”?"),
      ("meetings shwo X", "Did you mean “show”?"),
      (
        "meetings",
        "A command is missing; expected one of list, show, correct, delete, discarded, restore."
      ),
      ("--json", "A command is missing"),
      (
        "meetings",
        "A command is missing; expected one of list, show, correct, delete, discarded, restore."
      ),
      ("add X --duraton 5m", "Did you mean “--duration”?"),
      ("add X --duration", "--duration needs a value"),
      ("add X --duration --json", "--duration=… if it starts with a dash"),
      (
        "add X --duration soon",
        "--duration: invalid value “soon”; expected a duration such as 5m, 36s or 1h30m."
      ),
      ("add X --duration 25h", "expected 1s to 24h"),
      ("add X --theme tael", "did you mean teal? See"),
      ("add", "TITLE is missing."),
      ("add X Y", "Unexpected argument “Y”."),
      ("delete X --yes=no", "--yes takes no value."),
      ("show X --limit many", "invalid value “many”; expected a whole number."),
      ("add X -z", "Unknown option “-z”."),
      ("list --json --timeout 0s", "expected a duration such as 2s"),
    ])
  func mistakes(line: String, says: String) {
    #expect(error(line).contains(says), "\(error(line))")
    #expect(error(line).contains("--help”"))
  }

  @Test("A mistake names the help of its own command")
  func helpOfCommand() {
    #expect(error("meetings show").hasSuffix("See “standups meetings show --help”."))
  }

  @Test("Help and version come before anything is missing")
  func help() throws {
    guard case .help(let verb, let path) = try parse("meetings show --help") else {
      throw Unexpected("no help")
    }
    #expect(verb.name == "show")
    #expect(path == ["meetings", "show"])
    guard case .version = try parse("--version") else { throw Unexpected("no version") }
  }

  @Test(
    "Durations are read in all their forms",
    arguments: [
      ("5m", 300_000), ("36s", 36_000), ("1h30m", 5_400_000), ("15", 900_000), ("1.5m", 90_000),
      ("1m30s", 90_000), ("1500ms", 1_500), ("24h", 86_400_000), ("1H", 3_600_000),
    ])
  func durations(text: String, ms: Int64) throws {
    #expect(try MeetingDuration(argument: text).milliseconds == ms)
  }

  @Test(
    "What is no duration is refused",
    arguments: [
      "", "m", "5x", "-5m", "5m5m", "30s1m", "1e3", "nan", "0", "999ms", "24h1s", "99999999999999h",
      "5 m", "٥m", "1..5m",
    ])
  func badDurations(text: String) {
    #expect(throws: UsageError.self) { try MeetingDuration(argument: text) }
  }

  @Test("Enumerations are read in any case, with or without dashes")
  func enumerations() throws {
    for text in ["save-and-end", "saveAndEnd", "SAVE_AND_END"] {
      #expect(try AnswerVerb.Answer(argument: text) == .meeting(.saveAndEnd))
    }
    #expect(try AnswerVerb.Answer(argument: "load-samples") == .list(.loadSamples))
    #expect(throws: UsageError.self) { try AnswerVerb.Answer(argument: "maybe") }
  }
}
