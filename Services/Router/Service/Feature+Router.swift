import BusRouter
import DeadLetterQueue
import Documents
import Foundation

extension Feature {
  /// The router itself, which stores dead letters.
  static let router = Feature(
    name: "router", documents: [DocumentKind(DeadLetterStore.collection, erasure: .mentioning)])
}

/// The dead letters of the features.
extension DeadLetterStore {
  private static let answered = messages(\.answeredMessages)
  private static let secret = messages(\.secretMessages)

  private static func messages(_ path: KeyPath<Feature, [String]>) -> Set<SentMessage> {
    Set(
      Feature.all.flatMap { feature in
        feature[keyPath: path].map { SentMessage(feature.name, $0) }
      })
  }

  init(router: Router) { self.init(router: router, answeredMessages: Self.answered) }

  /// Document of a dead letter. A body that is too large, secret or not JSON is omitted.
  static func document(_ letter: RouterNotice.Letter, at date: Date) throws -> Document {
    try document(letter, at: date, secretMessages: secret)
  }
}
