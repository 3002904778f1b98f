import Bus
import Documents

/// Command that notifies a service of a document in a slot that has arrived in this cell.
struct ArrivalNotice: Sendable {
  /// Type of the command.
  let cause: any BusCommand.Type
  /// Form in which the document is loaded.
  let form: DocumentQuery.Form?
  /// Creates the command for a document.
  let command: @Sendable (Document) -> any BusCommand

  /// Declares the command for each document, and the form in which the document is loaded.
  init<Command: BusCommand>(
    _ form: DocumentQuery.Form? = nil, _ command: @escaping @Sendable (Document) -> Command
  ) {
    cause = Command.self
    self.form = form
    self.command = { command($0) }
  }
}
