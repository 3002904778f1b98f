import Bus
import FastJSON
import Foundation

/// The `standups forget` command.
enum ForgetVerb {
  static let person = Argument<String>.required(
    "PERSON",
    help:
      "Name of the person, exactly as in the standup, or as “standups focus” or “standups people”"
      + " shows it.")
  static let standup = Argument<StandupReference?>.option(
    "--standup", help: "Only in this standup. \(StandupReference.help)")
  static let dryRun = Argument<Bool>.flag("--dry-run", help: "Only show what would be erased.")

  private static let details =
    ["Shows where the person is named, and asks for confirmation."]
    + Features.personalData.map(\.help) + [
      """
      An import that is still receiving its file is cancelled; import the file again. Backups, exported files, \
      webhook deliveries and focus events in NATS streams are not erased.
      """
    ]

  static let verb = Verb(
    "forget", summary: "Erase a person's words and name.",
    details: details.joined(separator: " "),
    arguments: [person, standup, dryRun, Confirmation.yes],
    examples: [
      .init("standups forget Ann --dry-run", "Places where Ann is named."),
      .init("standups forget Ann --yes", "Erases Ann everywhere, without confirmation."),
      .init("standups forget Ann --standup Daily", "Erases Ann from one standup only."),
    ],
    json: "{“person”, “erased”: true or false, "
      + Features.personalData.map { "“\($0.member)”: \($0.json)" }.joined(separator: ", ") + "}"
  ) { values, context in
    let person = try values[person].trimmingCharacters(in: .whitespaces)
    let isDry = try values[dryRun]
    try await context.connected { connection in
      let only = try values[standup]
      var found: [(member: String, data: PersonalData.Found)] = []
      for stored in Features.personalData {
        found.append((stored.member, try await stored.find(person, only, connection)))
      }
      let lines = found.flatMap { $0.data.lines }
      var isErased = false
      if !lines.isEmpty, !isDry {
        if !context.globals.isJSON { try context.console.print(lines.joined(separator: "\n")) }
        isErased = try Confirmation.ask(
          "Erase the words and the name of “\(DisplayText.safe(person))” permanently?",
          isGiven: try values[Confirmation.yes], context)
      }
      if isErased {
        for one in found { try await one.data.erase(connection) }
      }
      var output = [
        "person": try RawJSON(encoding: person), "erased": try RawJSON(encoding: isErased),
      ]
      for one in found { output[one.member] = one.data.json }
      try context.show(output) {
        guard !lines.isEmpty else {
          return ["Nothing was found for “\(DisplayText.safe(person))”."]
        }
        if isDry { return lines + ["Nothing was erased."] }
        return [
          isErased
            ? "Erased. Backups, exported files and webhook deliveries still contain the data."
            : "Nothing was erased."
        ]
      }
    }
  }
}
