import StandupsDependencies
import Standups
import TestSupport
import Testing

@Suite("Examples for the page: the form of a standup")
struct FormVectorTests {
  /// A user's action in a form.
  private struct Step: Encodable {
    var action: String
    var id: Attendee.ID?
    var ids: [Attendee.ID]?
    var text: String?
    var minutes: Int?
    /// The resulting form.
    var form: Form?
    /// The saved standup; the form is unchanged.
    var saved: Standup?
  }

  private struct Form: Encodable {
    var standup: Standup
    /// “title”, the id of an attendee, or nil.
    var focus: String?
    /// The displayed duration.
    var minutes: Int

    init(_ form: StandupForm) {
      standup = form.standup
      minutes = form.durationMinutes
      switch form.focus {
      case .title: focus = "title"
      case .attendee(let id): focus = id.description
      case nil: focus = nil
      }
    }
  }

  private struct Case: Encodable {
    var name: String
    /// The standup that the form starts with.
    var standup: Standup
    var form: Form
    var steps: [Step]
  }

  private enum Action {
    case add
    case delete([Attendee.ID])
    case name(Attendee.ID, String)
    case minutes(Int)
    case save
  }

  private static func id(_ number: UInt32) -> Attendee.ID { Attendee.ID(.init(number: number)) }

  private static func example(
    _ name: String, _ names: [String] = [], durationMs: Int64 = Standup.defaultDurationMs,
    _ actions: [Action]
  ) -> Case {
    let uuid = UUIDGenerator.incrementing
    let standup = Standup(
      id: Standup.ID(.init(number: 99)), title: "Daily", durationMs: durationMs, theme: .teal,
      attendees: IdentifiedArray(
        names.enumerated().map { Attendee(id: id(100 + UInt32($0.offset)), name: $0.element) }))
    var form = StandupForm(standup: standup, uuid: uuid)
    let begin = Form(form)
    let steps = actions.map { apply($0, to: &form, uuid) }
    return Case(name: name, standup: standup, form: begin, steps: steps)
  }

  private static func apply(
    _ action: Action, to form: inout StandupForm, _ uuid: UUIDGenerator
  ) -> Step {
    var step: Step
    switch action {
    case .add:
      form.addAttendee(uuid: uuid)
      step = Step(action: "addAttendee")
    case .delete(let ids):
      form.deleteAttendees(ids: ids, uuid: uuid)
      step = Step(action: "deleteAttendees", ids: ids)
    case .name(let id, let text):
      form.standup.attendees[id: id]?.name = text
      step = Step(action: "setName", id: id, text: text)
    case .minutes(let minutes):
      form.durationMinutes = minutes
      step = Step(action: "setMinutes", minutes: minutes)
    case .save:
      return Step(action: "save", saved: form.save(uuid: uuid))
    }
    step.form = Form(form)
    return step
  }

  private static let cases =
    [
      example(
        "without attendees there is a blank one, and the title has the focus", [],
        [.save]),
      example("attendees that are there are kept", ["Ada", "Grace"], [.save]),
      example("an attendee that is added has the focus", ["Ada"], [.add, .add]),
      example(
        "after a deletion the one at the first deleted position has the focus",
        ["Ada", "Grace", "Tony", "Edsger"], [.delete([id(102), id(101)]), .delete([id(100)])]),
      example(
        "after the last one is deleted, the one before", ["Ada", "Grace"], [.delete([id(101)])]),
      example(
        "after all are deleted, a blank one", ["Ada", "Grace"],
        [.delete([id(100), id(101)]), .delete([id(0)])]),
      example(
        "who is not in the form is not deleted", ["Ada"], [.add, .delete([id(7)]), .delete([])]),
      example(
        "one who is deleted twice, and one who is not there", ["Ada", "Grace", "Tony"],
        [.delete([id(101), id(7), id(101)])]),
      example("blank names are not saved", ["", "Ada", " \t\n", "Grace "], [.save]),
      example("if all are blank, a new one is saved", ["", "  "], [.save, .save, .add]),
      // White space is defined by Unicode: not U+200B, U+2060 and U+FEFF.
      example(
        "white space",
        [
          "\u{85}", "\u{A0}", "\u{1680}", "\u{2003}", "\u{2028}", "\u{202F}", "\u{205F}",
          "\u{3000}",
          "\u{B}\u{C}\r", "\u{180E}", "\u{200B}", "\u{2060}", "\u{FEFF}", "\u{0}",
        ], [.save]),
      example(
        "a name that is typed is saved, and one that is erased is not", ["Ada", "Grace"],
        [.name(id(100), ""), .add, .name(id(0), "Tony"), .save]),
      example(
        "minutes are from 5 to 30", [], [4, 5, 12, 30, 31, -1].map { .minutes($0) } + [.save]),
    ]
    + [1_000, 90_000, 329_999, 330_000, 389_999, 1_829_999, 1_830_000, 86_400_000].map {
      example(
        "\($0) ms are shown as the nearest minute, and kept", ["Ada"], durationMs: $0,
        [.save, .minutes(7), .save])
    }

  @Test("What a form is after each step, and where the focus is")
  func forms() throws {
    try PageVectors.check(
      "form",
      about: """
        A form begins with “standup” and is then “form”; after each of the “steps” it is that step's “form”. \
        “save” tells what is “saved” and leaves the form as it is. New ids count from \
        00000000-0000-0000-0000-000000000000 in each case, in hexadecimal. “focus” is “title” or the id \
        of an attendee, “minutes” the duration as it is shown.
        """, Self.cases)
  }
}
