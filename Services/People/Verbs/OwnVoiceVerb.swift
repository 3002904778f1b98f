import Bus
import PeopleAPI

/// The `standups people voice` command.
enum OwnVoiceVerb {
  private static let agrees = Argument<Bool>.flag(
    "--agree", help: "Agree that meetings recognise your voice.")
  private static let withdraws = Argument<Bool>.flag(
    "--withdraw", help: "Withdraw your consent, and erase the print of your voice.")

  /// Text to which a person agrees.
  static let consent = """
    If you agree, meetings in one room learn your voice, and attribute to you the lines that you speak, even outside your turn. \
    For this, Standups keeps a voice print: numbers that describe your voice, at most 1 KB, encrypted, and no \
    recording. A voice print is biometric data. Only the recognition of speech on this installation uses it, and no \
    person can read it. It is erased when you withdraw, when you are removed, and after \
    \(VoicePrintRules.keptDays) days without use. You can withdraw at any time, with “standups people voice --withdraw” \
    or on the page; transcripts stay as they are.
    """

  static let verb = Verb(
    "voice", summary: "Show, give or withdraw your consent to the recognition of your voice.",
    details: """
      \(consent) The command is about yourself only; it requires a key with the role person:ID. Without an option, it \
      shows your consent and the data about your print. Asks for confirmation before it changes anything.
      """,
    arguments: [agrees, withdraws, Confirmation.yes],
    examples: [
      .init("standups people voice", "Your consent, and the data about your voice print."),
      .init("standups people voice --agree", "Shows the terms, and asks."),
      .init("standups people voice --withdraw --yes", "Erases the print, without confirmation."),
    ],
    json: "{“agreedAt”, “hasPrint”: true or false, “learnedMs”, “lastUsedAt”}"
  ) { values, context in
    let (isAgreeing, isWithdrawing) = (try values[agrees], try values[withdraws])
    guard !isAgreeing || !isWithdrawing else {
      throw Failure.exclusive("--agree", "--withdraw")
    }
    let voice: OwnVoice
    if isAgreeing {
      voice = try await agree(values, context)
    } else if isWithdrawing {
      voice = try await withdraw(values, context)
    } else {
      voice = try await context.send(GetOwnVoice())
    }
    try context.show(voice) { lines(voice, context) }
  }

  private static func agree(_ values: Values, _ context: CommandContext) async throws -> OwnVoice {
    if !context.globals.isJSON { context.console.note(consent) }
    let isSure = try Confirmation.ask(
      "Agree that meetings recognise your voice?", isGiven: values[Confirmation.yes], context)
    return try await isSure ? context.send(AgreeToVoice()) : context.send(GetOwnVoice())
  }

  private static func withdraw(
    _ values: Values, _ context: CommandContext
  ) async throws -> OwnVoice {
    let isSure = try Confirmation.ask(
      "Withdraw your consent, and erase the print of your voice?",
      isGiven: values[Confirmation.yes], context)
    return try await isSure ? context.send(WithdrawVoice()) : context.send(GetOwnVoice())
  }

  private static func lines(_ voice: OwnVoice, _ context: CommandContext) -> [String] {
    guard let agreedAt = voice.agreedAt else {
      return [
        "You have not agreed that meetings recognise your voice. Nothing is kept of it.",
        "To agree, run “standups people voice --agree”.",
      ]
    }
    let print =
      voice.hasPrint
      ? "learned from \(DurationText.words(voice.learnedMs / 1000 * 1000)) of speech"
      : "none yet; a meeting in which you speak enough creates it"
    let used = voice.lastUsedAt.map(context.page.date) ?? "never"
    return [
      "You agreed on \(context.page.date(agreedAt)) that meetings may recognise your voice.",
      "Voice print  \(print)", "Last used    \(used)",
      "It is erased after \(VoicePrintRules.keptDays) days without use, or when you run"
        + " “standups people voice --withdraw”.",
    ]
  }
}
