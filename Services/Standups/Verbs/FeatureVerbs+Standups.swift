extension FeatureVerbs {
  static let standups = FeatureVerbs(
    name: "Standups",
    commands: [
      .standups: [
        ListVerb.verb, AddVerb.verb, ShowVerb.verb, EditVerb.verb, LinkVerbs.link, LinkVerbs.unlink,
        ArchiveVerbs.archive, ArchiveVerbs.unarchive, DeleteVerb.verb, GlossaryVerb.verb,
      ],
      .meetings: [
        StartVerb.verb, LiveVerbs.live, LiveVerbs.next, LiveVerbs.postpone, LiveVerbs.extend,
        AbsentVerbs.absent, AbsentVerbs.present, ReorderVerb.verb, UndoVerb.verb, LiveVerbs.pause,
        LiveVerbs.resume, LiveVerbs.end,
        AnswerVerb.verb, NoteVerbs.note, NoteVerbs.notes, NoteVerbs.done,
        UpdateVerbs.verb,
        MeetingsVerb.verb, StatsVerb.verb,
        SearchVerb.verb, RetentionVerb.verb,
      ],
      .data: [ExportVerb.verb, ImportVerb.verb],
    ],
    opens: { StandupPlaces.opening($0) },
    linksHelp: """
      standups:/// is the list of standups. standups:///standups/<id> is a standup; …/edit shows the properties that \
      you can change, …/settings whether it may be recorded, …/schedule when it meets, …/history figures of its past meetings, …/discarded its discarded meetings, …/meetings/<id> a past meeting, \
      and …/record the live meeting. standups:///search?q=WORDS searches transcripts.
      """,
    archived: [
      ArchivedCollection(name: "standups", noun: "standup"),
      ArchivedCollection(name: "meetings", noun: "past meeting"),
      ArchivedCollection(name: "meetings.parts", noun: "meeting part"),
      ArchivedCollection(name: "followUps", noun: "follow-up"),
      ArchivedCollection(name: "updates", noun: "list of written updates"),
      ArchivedCollection(name: "glossaries", noun: "glossary document") { team, connection in
        try await GlossaryVerb.clear(team, connection)
      },
    ],
    forgets: .inStandups,
    eventDetail: { EventLine.detailOfStandups($0, $1) })
}
