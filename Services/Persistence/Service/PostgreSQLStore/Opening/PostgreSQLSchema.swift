import Bus
import Documents

/// Schema of a PostgreSQL store, as a list of migrations.
///
/// Text that is compared or sorted has the collation "C", so that pages are in code point order,
/// regardless of the default collation of the database.
enum PostgreSQLSchema {
  /// Name of the schema, separate from those of other applications.
  static let name = "standups"

  /// All migrations, in order. Released migrations never change; new ones are appended.
  static let migrations = [
    (name: "documents, journal, replies and search", statements: tables + search),
    (name: "documents by slot", statements: slots),
    (name: "events of other subjects", statements: subjects),
    // Digest of the request that a reply answered.
    (
      name: "requests of replies",
      statements: ["ALTER TABLE replies ADD COLUMN request text COLLATE \"C\""]
    ),
    (name: "actors of events", statements: actors),
    (name: "teams of documents", statements: teams),
    (name: "teams of events", statements: eventTeams),
    (name: "beginnings of words", statements: [SearchTokens.addingPrefixes]),
    // Persistence computes the words of the texts that have none.
    (name: "the same words in all stores", statements: ["UPDATE documents SET words = NULL"]),
    (name: "titles and names of standups", statements: [standups]),
  ]

  /// The searchable texts of standups, which `Standup.searchText` makes of new ones. Persistence computes
  /// their words. A document that is not JSON stays as it is.
  private static let standups = """
    DO $migration$
    DECLARE saved record;
    BEGIN
      FOR saved IN SELECT id, body FROM documents WHERE collection = 'standups' LOOP
        BEGIN
          UPDATE documents SET words = NULL, searchtext = (
            SELECT concat_ws(': ', nullif(standup ->> 'title', ''), (
              SELECT string_agg(attendee ->> 'name', ', ' ORDER BY place)
              FROM jsonb_array_elements(standup -> 'attendees')
                WITH ORDINALITY AS each (attendee, place)
              WHERE attendee ->> 'name' <> ''))
            FROM (SELECT convert_from(saved.body, 'UTF8')::jsonb -> 'standup' AS standup) AS read)
          WHERE collection = 'standups' AND id = saved.id;
        EXCEPTION WHEN OTHERS THEN NULL;
        END;
      END LOOP;
    END $migration$
    """

  /// Index for the documents of a slot; see `SlotDigits`.
  private static let slots = [
    "CREATE INDEX documents_of_slot ON documents (collection, (\(SlotDigits.expression)), sortkey, id)"
  ]

  /// Index for erasing events that belong to no standup and no meeting.
  private static let subjects = [
    "CREATE INDEX events_of_others ON events (subject) WHERE standup IS NULL AND meeting IS NULL"
  ]

  /// The header's `by`, with an index that finds the events of an actor who does little.
  private static let actors = [
    "ALTER TABLE events ADD COLUMN actor text COLLATE \"C\"",
    "CREATE INDEX events_of_actor ON events (actor, sequence) WHERE actor IS NOT NULL",
  ]

  /// Existing documents belong to the default team, which the default values state without writing
  /// their rows again. New rows always state their team.
  private static let teams = [
    """
    ALTER TABLE documents
      ADD COLUMN team text COLLATE "C" DEFAULT '\(TeamScope.defaultTeam)',
      ADD COLUMN teamchecksum int8 NOT NULL
        DEFAULT \(Document.checksum(ofTeam: TeamScope.defaultTeam))
    """,
    """
    CREATE INDEX documents_of_team ON documents (collection, team, sortkey, id)
      WHERE team IS NOT NULL
    """,
  ]

  /// Existing events belong to the default team, and its next event follows the last of them. The
  /// index contains no events of the default team, so that a journal without other teams does not
  /// pay for it.
  private static let eventTeams = [
    """
    ALTER TABLE events
      ADD COLUMN team text COLLATE "C" DEFAULT '\(TeamScope.defaultTeam)', ADD COLUMN prevteam int8
    """,
    """
    CREATE INDEX events_of_team ON events (team, sequence)
      WHERE team <> '\(TeamScope.defaultTeam)'
    """,
    """
    INSERT INTO heads (view, last)
    SELECT '\(TopicFamily.team(TeamScope.defaultTeam))', max(head) FROM journal HAVING max(head) > 0
    """,
  ]

  /// Bodies, data and replies have the type `bytea`, so that they are stored byte for byte and
  /// never parsed.
  private static let tables = [
    """
    CREATE TABLE journal (
      cell text COLLATE "C" PRIMARY KEY,
      epoch text NOT NULL,
      head int8 NOT NULL,
      lowest int8 NOT NULL,
      term int8 NOT NULL,
      router int8 NOT NULL,
      revision int8 NOT NULL,
      erasing boolean NOT NULL,
      instance text NOT NULL,
      holder int4,
      holder_started timestamptz,
      renewed timestamptz NOT NULL
    ) WITH (fillfactor = 10)
    """,
    """
    CREATE TABLE documents (
      collection text COLLATE "C" NOT NULL,
      id text COLLATE "C" NOT NULL,
      parent text COLLATE "C",
      sortkey int8 NOT NULL,
      body bytea NOT NULL,
      checksum int8 NOT NULL,
      searchtext text,
      tokens text COLLATE "C",
      words text[] COLLATE "C",
      length int4,
      PRIMARY KEY (collection, id)
    ) WITH (fillfactor = 70)
    """,
    "CREATE INDEX documents_in_order ON documents (collection, sortkey, id)",
    """
    CREATE INDEX documents_of_parent ON documents (collection, parent, sortkey, id)
      WHERE parent IS NOT NULL
    """,
    """
    CREATE TABLE events (
      sequence int8 PRIMARY KEY,
      id text COLLATE "C" NOT NULL,
      type text COLLATE "C" NOT NULL,
      subject text COLLATE "C" NOT NULL,
      time text COLLATE "C" NOT NULL,
      source text COLLATE "C" NOT NULL,
      traceparent text COLLATE "C",
      standup text COLLATE "C",
      meeting text COLLATE "C",
      data bytea NOT NULL,
      prevtype int8,
      prevstandup int8,
      prevmeeting int8,
      correlation text COLLATE "C",
      causation text COLLATE "C",
      checksum int8 NOT NULL,
      stored int8 NOT NULL,
      erased int8
    )
    """,
    "CREATE UNIQUE INDEX events_by_id ON events (id)",
    "CREATE INDEX events_of_standup ON events (standup, sequence) WHERE standup IS NOT NULL",
    "CREATE INDEX events_of_meeting ON events (meeting, sequence) WHERE meeting IS NOT NULL",
    "CREATE INDEX events_of_correlation ON events (correlation) WHERE correlation IS NOT NULL",
    """
    CREATE TABLE heads (view text COLLATE "C" PRIMARY KEY, last int8 NOT NULL) WITH (fillfactor = 60)
    """,
    """
    CREATE TABLE replies (
      key text COLLATE "C" PRIMARY KEY,
      reply bytea NOT NULL,
      firstsequence int8 NOT NULL,
      lastsequence int8 NOT NULL,
      created int8 NOT NULL
    )
    """,
    "CREATE INDEX replies_by_age ON replies (created)",
    // Current writer epoch of each service. A service without a row has to begin one.
    "CREATE TABLE terms (owner text COLLATE \"C\" PRIMARY KEY, id text NOT NULL)",
  ]

  /// Index of words. `tokens` is the text as folded by `SearchTokens`, `words` the keys of its
  /// distinct words, `length` its number of tokens.
  private static let search = [
    "CREATE INDEX documents_by_words ON documents USING gin (words) WHERE words IS NOT NULL"
  ]
}
