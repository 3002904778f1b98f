import PostgreSQL

extension SearchTokens {
  /// Statement that writes the search columns of a document whose text these words are.
  func update(_ collection: PostgreSQLValue, _ id: PostgreSQLValue) -> PostgreSQLStatement {
    PostgreSQLStatement(
      """
      UPDATE documents SET tokens = $3::text, words = $4::text[], length = $5::int8
      WHERE collection = $1::text AND id = $2::text
      """, [collection, id, .text(text), .texts(keys), .integer(Int64(tokens.count))])
  }
}
