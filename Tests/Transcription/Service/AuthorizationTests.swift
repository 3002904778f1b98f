import Testing

@testable import TranscriptionService

struct AuthorizationTests {
  @Test func asksOnceBySubject() {
    var store = AuthorizationStore(engine: .ready(model: "tiny-en"))
    #expect(store.authorization(of: "a") == .notDetermined)
    #expect(store.authorize("a", granted: true) == .authorized)
    #expect(store.authorize("b", granted: false) == .denied)
    #expect(store.authorization(of: "a") == .authorized)
    #expect(store.authorization(of: "b") == .denied)
    #expect(store.authorization(of: "c") == .notDetermined)
    // Settings can change the decision, and delete it.
    #expect(store.authorize("b", granted: true) == .authorized)
    #expect(store.authorize("b", granted: nil) == .notDetermined)
    #expect(store.answers == ["a": true])
  }

  @Test func withoutAnEngineEverythingIsRestricted() {
    var store = AuthorizationStore(engine: .unavailable(reason: "none"), answers: ["a": true])
    #expect(store.authorization(of: "a") == .restricted(reason: "none"))
    #expect(store.authorize("b", granted: true) == .restricted(reason: "none"))
    store.engine = .ready(model: "tiny-en")
    #expect(store.authorization(of: "a") == .authorized)
    #expect(store.authorization(of: "b") == .authorized)
    #expect(store.authorization(of: "c") == .notDetermined)
  }
}
