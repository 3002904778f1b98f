import Bus
import Documents
import PostgreSQL

extension BatchSegment {
  /// Statements that write the segment.
  ///
  /// - Parameters:
  ///   - cell: name of the journal in the database.
  ///   - now: the current time, in milliseconds since 1970.
  func statements(cell: String, now: Int64) -> [PostgreSQLStatement] {
    var statements: [PostgreSQLStatement] = []
    for erasure in erasures { statements += Self.erase(erasure, cell: cell, now: now) }
    if !children.isEmpty { statements.append(deleteChildren) }
    if !mentions.isEmpty { statements.append(deleteMentioning) }
    if !deleted.isEmpty { statements.append(delete) }
    if !teams.isEmpty { statements.append(setTeams) }
    if puts.values.contains(where: { $0.searchText == nil }) { statements.append(put) }
    if puts.values.contains(where: { $0.searchText != nil }) { statements.append(putSearchable) }
    if !events.isEmpty { statements.append(append(now: now)) }
    if !replies.isEmpty { statements.append(storeReplies(now: now)) }
    return statements
  }

  private var deleteChildren: PostgreSQLStatement {
    PostgreSQLStatement(
      """
      DELETE FROM documents USING unnest($1::text[], $2::text[]) AS gone (c, p)
      WHERE collection = gone.c AND parent = gone.p
      """, [.texts(children.map(\.collection)), .texts(children.map(\.parent))])
  }

  private var deleteMentioning: PostgreSQLStatement {
    var texts = PostgreSQLArray(of: .bytea)
    for mention in mentions { texts.append(Array(mention.text.utf8)) }
    return PostgreSQLStatement(
      """
      DELETE FROM documents USING unnest($1::text[], $2::bytea[]) AS gone (c, t)
      WHERE collection = gone.c AND position(gone.t IN body) > 0
      """, [.texts(mentions.map(\.collection)), texts.value])
  }

  private var delete: PostgreSQLStatement {
    PostgreSQLStatement(
      """
      DELETE FROM documents USING unnest($1::text[], $2::text[]) AS gone (c, i)
      WHERE collection = gone.c AND id = gone.i
      """, [.texts(deleted.map(\.collection)), .texts(deleted.map(\.id))])
  }

  private var setTeams: PostgreSQLStatement {
    let teams = Array(teams)
    var checksums = PostgreSQLArray(of: .int8)
    for (_, team) in teams { checksums.append(Document.checksum(ofTeam: team)) }
    return PostgreSQLStatement(
      """
      UPDATE documents SET team = moved.t, teamchecksum = moved.s
      FROM unnest($1::text[], $2::text[], $3::text[], $4::int8[]) AS moved (c, p, t, s)
      WHERE collection = moved.c AND parent = moved.p
      """,
      [
        .texts(teams.map(\.key.collection)), .texts(teams.map(\.key.parent)),
        .texts(teams.map(\.value)), checksums.value,
      ])
  }

  private var put: PostgreSQLStatement {
    let columns = DocumentColumns(puts.values.lazy.filter { $0.searchText == nil })
    return PostgreSQLStatement(
      """
      INSERT INTO documents (collection, id, parent, sortkey, body, checksum, team, teamchecksum)
      SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::int8[], $5::bytea[], $6::int8[],
        $7::text[], $8::int8[])
      ON CONFLICT (collection, id) DO UPDATE SET
        sortkey = excluded.sortkey, body = excluded.body,
        checksum = excluded.checksum, team = excluded.team, teamchecksum = excluded.teamchecksum,
        searchtext = NULL, tokens = NULL, words = NULL, length = NULL
      \(Self.whereNotElsewhere)
      """, columns.values)
  }

  /// Makes a statement fail with `negativeRoot` if a document exists elsewhere; see
  /// `Document.belongs(to:team:)`. Skipping the row would not do: the commit follows in the same
  /// round trip.
  private static let whereNotElsewhere = """
    WHERE sqrt((documents.parent IS NOT DISTINCT FROM excluded.parent
      AND coalesce(documents.team, '\(TeamScope.defaultTeam)')
        = coalesce(excluded.team, '\(TeamScope.defaultTeam)'))::int - 1) = 0
    """

  private var putSearchable: PostgreSQLStatement {
    let documents = puts.values.filter { $0.searchText != nil }
    var (texts, tokens, words, lengths) = (
      PostgreSQLArray(of: .text), PostgreSQLArray(of: .text), PostgreSQLArray(of: .text),
      PostgreSQLArray(of: .int8)
    )
    for document in documents {
      let found = SearchTokens(document.searchText ?? "")
      texts.append(document.searchText)
      tokens.append(found.text)
      words.append(found.keys.joined(separator: " "))
      lengths.append(Int64(found.tokens.count))
    }
    return PostgreSQLStatement(
      """
      INSERT INTO documents
        (collection, id, parent, sortkey, body, checksum, team, teamchecksum, searchtext, tokens,
         words, length)
      SELECT c, i, p, k, b, s, g, h, x, t, string_to_array(w, ' '), l FROM unnest(
        $1::text[], $2::text[], $3::text[], $4::int8[], $5::bytea[], $6::int8[], $7::text[],
        $8::int8[], $9::text[], $10::text[], $11::text[], $12::int8[])
        AS put (c, i, p, k, b, s, g, h, x, t, w, l)
      ON CONFLICT (collection, id) DO UPDATE SET
        sortkey = excluded.sortkey, body = excluded.body,
        checksum = excluded.checksum, team = excluded.team, teamchecksum = excluded.teamchecksum,
        searchtext = excluded.searchtext, tokens = excluded.tokens, words = excluded.words,
        length = excluded.length
      \(Self.whereNotElsewhere)
      """,
      DocumentColumns(documents).values
        + [texts.value, tokens.value, words.value, lengths.value])
  }

  private func append(now: Int64) -> PostgreSQLStatement {
    var columns = EventColumns()
    for event in events { columns.append(event) }
    return PostgreSQLStatement(
      """
      INSERT INTO events (
        sequence, id, type, subject, time, source, traceparent, standup, meeting, data, prevtype,
        prevstandup, prevmeeting, correlation, causation, checksum, actor, team, prevteam, stored)
      SELECT *, $20::int8 FROM unnest(
        $1::int8[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[],
        $8::text[], $9::text[], $10::bytea[], $11::int8[], $12::int8[], $13::int8[], $14::text[],
        $15::text[], $16::int8[], $17::text[], $18::text[], $19::int8[])
      """, columns.values + [.integer(now)])
  }
}

/// Documents as arrays of columns.
private struct DocumentColumns {
  private var (collections, ids, parents, teams) = (
    PostgreSQLArray(of: .text), PostgreSQLArray(of: .text), PostgreSQLArray(of: .text),
    PostgreSQLArray(of: .text)
  )
  private var (keys, bodies, checksums, teamChecksums) = (
    PostgreSQLArray(of: .int8), PostgreSQLArray(of: .bytea), PostgreSQLArray(of: .int8),
    PostgreSQLArray(of: .int8)
  )

  init(_ documents: some Sequence<Document>) {
    for document in documents {
      collections.append(document.collection)
      ids.append(document.id)
      parents.append(document.parent)
      keys.append(document.sortKey ?? 0)
      bodies.append(document.body.bytes)
      checksums.append(document.checksum)
      teams.append(document.team)
      teamChecksums.append(document.teamChecksum)
    }
  }

  var values: [PostgreSQLValue] {
    [collections, ids, parents, keys, bodies, checksums, teams, teamChecksums].map(\.value)
  }
}

/// Events as arrays of columns.
private struct EventColumns {
  private var texts = Array(repeating: PostgreSQLArray(of: .text), count: 12)
  private var numbers = Array(repeating: PostgreSQLArray(of: .int8), count: 6)
  private var data = PostgreSQLArray(of: .bytea)

  mutating func append(_ stored: JournalEvent) {
    let (event, labels) = (stored.event, stored.event.labels)
    let time = Timestamp.format(event.time)
    texts[0].append(event.id)
    texts[1].append(labels.type)
    texts[2].append(labels.subject)
    texts[3].append(time)
    texts[4].append(event.source)
    texts[5].append(event.traceparent)
    texts[6].append(labels.standup)
    texts[7].append(labels.meeting)
    texts[8].append(stored.correlation)
    texts[9].append(stored.causation)
    texts[10].append(stored.by)
    numbers[0].append(stored.sequence)
    numbers[1].append(stored.previousOfType)
    numbers[2].append(stored.previousOfStandup)
    numbers[3].append(stored.previousOfMeeting)
    texts[11].append(labels.team)
    numbers[4].append(stored.checksum(time: time))
    numbers[5].append(stored.previousOfTeam)
    data.append(event.data.bytes)
  }

  /// Values in the order of the statement's columns.
  var values: [PostgreSQLValue] {
    let texts = texts.map(\.value)
    let numbers = numbers.map(\.value)
    return [numbers[0]] + texts[0...7] + [data.value] + numbers[1...3] + texts[8...9]
      + [numbers[4], texts[10], texts[11], numbers[5]]
  }
}
