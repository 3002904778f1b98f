import CJose
import FastJSON
import Glibc

/// A key pair of a provider, made and used by cjose.
///
/// `@unchecked Sendable`: never changed after the initializer.
final class SigningKey: @unchecked Sendable {
  private let pointer: OpaquePointer
  let id: String?

  static let rsa = SigningKey(cjose_jwk_create_RSA_random(2048, nil, 0, nil), "rsa")
  static let otherRSA = SigningKey(cjose_jwk_create_RSA_random(2048, nil, 0, nil), "rsa-2")
  static let smallRSA = SigningKey(cjose_jwk_create_RSA_random(1024, nil, 0, nil), "small")
  static let p256 = SigningKey(cjose_jwk_create_EC_random(CJOSE_JWK_EC_P_256, nil), "p256")
  static let p384 = SigningKey(cjose_jwk_create_EC_random(CJOSE_JWK_EC_P_384, nil), "p384")
  static let p521 = SigningKey(cjose_jwk_create_EC_random(CJOSE_JWK_EC_P_521, nil), "p521")

  private init(_ pointer: OpaquePointer?, _ id: String?) {
    guard let pointer else { preconditionFailure("cjose made no key") }
    self.pointer = pointer
    self.id = id
  }

  /// A shared secret, which a provider must not use.
  convenience init(secret: [UInt8], id: String?) {
    self.init(cjose_jwk_create_oct_spec(secret, secret.count, nil), id)
  }

  deinit { cjose_jwk_release(pointer) }

  /// A key that signs with an algorithm.
  static func key(for algorithm: String) -> SigningKey {
    switch algorithm {
    case "ES256": .p256
    case "ES384": .p384
    case "ES512": .p521
    default: .rsa
    }
  }

  /// The public key as JSON, with its id.
  var publicPart: [String: JSONTree] {
    guard let text = cjose_jwk_to_json(pointer, false, nil) else { return [:] }
    defer { free(text) }
    var members = object(Array(String(cString: text).utf8))
    members["kid"] = id.map { .string($0) }
    return members
  }

  /// Signs a payload.
  ///
  /// - Parameter header: members of the header: strings, arrays and objects.
  func sign(_ payload: [UInt8], header: [String: JSONTree]) -> String {
    guard let head = cjose_header_new(nil) else { return "" }
    defer { cjose_header_release(head) }
    for (name, value) in header {
      if case .string(let string) = value {
        cjose_header_set(head, name, string, nil)
      } else {
        cjose_header_set_raw(head, name, text(value), nil)
      }
    }
    guard let signed = cjose_jws_sign(pointer, head, payload, payload.count, nil) else { return "" }
    defer { cjose_jws_release(signed) }
    var compact: UnsafePointer<CChar>?
    guard cjose_jws_export(signed, &compact, nil), let compact else { return "" }
    return String(cString: compact)
  }
}

/// The JSON of a value.
func text(_ value: JSONTree) -> String {
  var writer = JSONWriter()
  value.write(to: &writer)
  return writer.withBytes { String(decoding: $0, as: UTF8.self) }
}

/// The members of an object in JSON; none if it is another value.
func object(_ bytes: [UInt8]) -> [String: JSONTree] {
  // Ignored because the result says so.
  guard let json = try? RawJSON(validating: bytes), case .object(let members)? = JSONTree(json)
  else { return [:] }
  return members
}

/// Valid JSON of an object whose member is nested more deeply than any service accepts.
func deep(_ name: String) -> String {
  #"{"\#(name)":\#(String(repeating: "[", count: 65))\#(String(repeating: "]", count: 65))}"#
}

extension JSONTree {
  static func texts(_ texts: [String]) -> JSONTree { .array(texts.map { .string($0) }) }
}
