import Bus
import Documents

/// Schema of the SQLite store: the identifier of its files, and all migrations.
enum Schema {
  /// Application id of Standups database files: "Stnd" in ASCII.
  static let applicationID: Int64 = 0x5374_6E64

  /// All migrations, in order. Released migrations never change; new ones are appended.
  static let migrations = [
    Migration(name: "documents, journal, replies and search", script: tables + search),
    // Time at which the content of an event was erased, in milliseconds since 1970. The checksum
    // remains that of the original content.
    Migration(name: "erased events", script: "ALTER TABLE events ADD COLUMN erased INTEGER;"),
    Migration(name: "documents by slot", script: slots),
    Migration(name: "events of other subjects", script: subjects),
    // Digest of the request that a reply answered.
    Migration(name: "requests of replies", script: "ALTER TABLE replies ADD COLUMN request TEXT;"),
    Migration(name: "search in scripts without spaces", script: unspaced),
    Migration(name: "actors of events", script: actors),
    Migration(name: "teams of documents", script: teams),
    Migration(name: "teams of events", script: eventTeams),
    // `SearchWords` divides the texts. The index must be rebuilt before anything is deleted from it.
    Migration(
      name: "the same words in all stores",
      script: "INSERT INTO search (search) VALUES ('rebuild');"),
    Migration(name: "titles and names of standups", script: standups),
  ]

  /// The searchable texts of standups, which `Standup.searchText` makes of new ones. A document that is not
  /// JSON stays as it is.
  private static let standups = """
    UPDATE documents SET searchText =
      coalesce(json_extract(body, '$.standup.title'), '') || coalesce((
        SELECT ': ' || group_concat(nullif(name, ''), ', ') FROM (
          SELECT CASE type WHEN 'object' THEN json_extract(value, '$.name') END AS name
          FROM json_each(body, '$.standup.attendees'))), '')
    WHERE collection = 'standups' AND json_valid(body);
    """

  /// Index for the documents of a slot; see `SlotDigits`.
  private static let slots = """
    CREATE INDEX documentsOfSlot ON documents (collection, \(SlotDigits.expression), sortKey, id);
    """

  /// Index for erasing events that belong to no standup and no meeting.
  private static let subjects = """
    CREATE INDEX eventsOfOthers ON events (subject) WHERE standup IS NULL AND meeting IS NULL;
    """

  /// The header's `by`. The index finds the events of an actor who does little; a journal without
  /// keys has no actors, so the index costs it nothing.
  private static let actors = """
    ALTER TABLE events ADD COLUMN actor TEXT;
    CREATE INDEX eventsOfActor ON events (actor, sequence) WHERE actor IS NOT NULL;
    """

  /// Existing documents belong to the default team, which the default values state without writing
  /// their rows again. New rows always state their team.
  private static let teams = """
    ALTER TABLE documents ADD COLUMN team TEXT DEFAULT '\(TeamScope.defaultTeam)';
    ALTER TABLE documents ADD COLUMN teamChecksum INTEGER NOT NULL
      DEFAULT \(Document.checksum(ofTeam: TeamScope.defaultTeam));
    CREATE INDEX documentsOfTeam ON documents (collection, team, sortKey, id)
      WHERE team IS NOT NULL;
    """

  /// Existing events belong to the default team, and its next event follows the last of them. The
  /// index contains no events of the default team, so that a journal without other teams does not
  /// pay for it.
  private static let eventTeams = """
    ALTER TABLE events ADD COLUMN team TEXT DEFAULT '\(TeamScope.defaultTeam)';
    ALTER TABLE events ADD COLUMN prevTeam INTEGER;
    CREATE INDEX eventsOfTeam ON events (team, sequence)
      WHERE team <> '\(TeamScope.defaultTeam)';
    INSERT INTO heads (view, last) SELECT '\(TopicFamily.team(TeamScope.defaultTeam))', value
      FROM meta WHERE key = 'head' AND value > 0;
    """

  /// Search index with a tokenizer that every connection provides; see `SearchTokenizer`.
  private static let unspaced = """
    DROP TABLE search;
    CREATE VIRTUAL TABLE search USING fts5 (
      searchText, content = 'searchable', content_rowid = 'row', tokenize = 'standups'
    );
    INSERT INTO search (search) VALUES ('rebuild');
    """

  /// `meta` contains `epoch`, `head` (the last sequence), `lowest` (the first retained sequence),
  /// `revision` (the number of batches written), `backup` in a backup, and `erasing` while erased
  /// content may still be in free pages or the log. A `checksum` covers the other columns of its
  /// row; see `Checksum`.
  private static let tables = """
    CREATE TABLE meta (key TEXT NOT NULL PRIMARY KEY, value ANY) STRICT, WITHOUT ROWID;

    CREATE TABLE documents (
      row INTEGER PRIMARY KEY,
      collection TEXT NOT NULL,
      id TEXT NOT NULL,
      parent TEXT,
      sortKey INTEGER NOT NULL,
      body TEXT NOT NULL,
      searchText TEXT,
      checksum INTEGER NOT NULL,
      UNIQUE (collection, id)
    ) STRICT;
    CREATE INDEX documentsInOrder ON documents (collection, sortKey, id);
    CREATE INDEX documentsOfParent ON documents (collection, parent, sortKey, id)
      WHERE parent IS NOT NULL;

    CREATE TABLE events (
      sequence INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      type TEXT NOT NULL,
      subject TEXT NOT NULL,
      time TEXT NOT NULL,
      source TEXT NOT NULL,
      traceparent TEXT,
      standup TEXT,
      meeting TEXT,
      data TEXT NOT NULL,
      prevType INTEGER,
      prevStandup INTEGER,
      prevMeeting INTEGER,
      correlation TEXT,
      causation TEXT,
      checksum INTEGER NOT NULL,
      stored INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX eventsOfStandup ON events (standup, sequence) WHERE standup IS NOT NULL;
    CREATE INDEX eventsOfMeeting ON events (meeting, sequence) WHERE meeting IS NOT NULL;
    CREATE INDEX eventsOfCorrelation ON events (correlation) WHERE correlation IS NOT NULL;

    CREATE TABLE heads (view TEXT NOT NULL PRIMARY KEY, last INTEGER NOT NULL)
      STRICT, WITHOUT ROWID;

    CREATE TABLE replies (
      key TEXT NOT NULL PRIMARY KEY,
      reply TEXT NOT NULL,
      firstSequence INTEGER NOT NULL,
      lastSequence INTEGER NOT NULL,
      created INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX repliesByAge ON replies (created);

    -- The term in which each service may write; without a row it has to begin one.
    CREATE TABLE terms (owner TEXT NOT NULL PRIMARY KEY, id TEXT NOT NULL) STRICT, WITHOUT ROWID;
    """

  /// The index stores no text of its own; triggers pass it the previous texts. Documents without
  /// text are excluded, because the index's integrity check reports an unknown row as damage.
  private static let search = """
    CREATE VIEW searchable AS SELECT row, searchText FROM documents WHERE searchText IS NOT NULL;
    CREATE VIRTUAL TABLE search USING fts5 (
      searchText, content = 'searchable', content_rowid = 'row',
      tokenize = 'unicode61 remove_diacritics 2'
    );
    CREATE TRIGGER searchInsert AFTER INSERT ON documents
      WHEN new.searchText IS NOT NULL
    BEGIN
      INSERT INTO search (rowid, searchText) VALUES (new.row, new.searchText);
    END;
    CREATE TRIGGER searchDelete AFTER DELETE ON documents
      WHEN old.searchText IS NOT NULL
    BEGIN
      INSERT INTO search (search, rowid, searchText) VALUES ('delete', old.row, old.searchText);
    END;
    -- One trigger, not two: the order of triggers is undefined, that of its statements is not.
    CREATE TRIGGER searchUpdate AFTER UPDATE OF searchText ON documents
      WHEN old.searchText IS NOT new.searchText
    BEGIN
      INSERT INTO search (search, rowid, searchText)
        SELECT 'delete', old.row, old.searchText WHERE old.searchText IS NOT NULL;
      INSERT INTO search (rowid, searchText)
        SELECT new.row, new.searchText WHERE new.searchText IS NOT NULL;
    END;
    """
}

/// A named step from an older schema to a newer one, applied once and in order.
struct Migration: Sendable {
  /// Name that is stored in the file permanently, so it must never be changed or reused.
  var name: String
  /// SQL statements.
  var script: String
}
