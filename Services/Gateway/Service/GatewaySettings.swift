import StandupsConfiguration

/// Gateway settings from the environment.
struct GatewaySettings: ProgramSettings {
  /// Listening address; nil for the default address or the next free port.
  var address: HTTPAddress?
  /// Proxies that are trusted to identify users.
  var proxies: [AddressRange]
  /// Host names by which browsers may reach the gateway, in addition to its address.
  var hosts: [String]
  /// Origins of other sites whose pages may use the API with a token.
  var origins: Set<String>
  /// Files of the certificate for TLS; nil if the gateway does not support TLS itself.
  var certificate: CertificateFiles?
  /// Path of the file with the providers for sign-in; nil for none.
  var signIn: String?
  /// Interval at which providers confirm sessions, in seconds.
  var signInRefreshSeconds: Int
  /// Directory `Services` of a checkout, for development of the page; nil for the embedded files.
  var page: String?

  /// Default listening address, if its port is free.
  static let defaultAddress = HTTPAddress(port: 8080)
  /// Number of ports tried, starting with the default one.
  static let maxPorts = 20

  static let variables = [
    EnvironmentVariable(
      "STANDUPS_WEB", form: HTTPAddress.form, fallback: "127.0.0.1:8080, or the next free port",
      "the address on which the page is served; the default host is 127.0.0.1"),
    EnvironmentVariable(
      "STANDUPS_WEB_PROXY", form: AddressRange.listForm,
      fallback: "none",
      "proxies trusted to identify people (X-Forwarded-User, -Groups, -Proto, -For)"),
    EnvironmentVariable(
      "STANDUPS_WEB_HOSTS", form: "comma-separated host or host:port", fallback: "none",
      "names by which browsers may reach the page, in addition to its address"),
    EnvironmentVariable(
      "STANDUPS_WEB_ORIGINS", form: "comma-separated scheme://host or scheme://host:port",
      fallback: "none",
      "origins of other sites whose pages may use the API with a token"),
    EnvironmentVariable(
      CertificateFiles.certificateVariable, form: "absolute path of a PEM file", fallback: "none",
      "certificate for TLS, followed by those of its issuers; reread when it changes"),
    EnvironmentVariable(
      CertificateFiles.keyVariable, form: "absolute path of a PEM file", fallback: "none",
      "key of the certificate, without a password, which only the owner may read"),
    EnvironmentVariable(
      SignInFile.variable, form: "absolute path of a JSON file", fallback: "none",
      "OpenID providers with which people sign in, and the roles that groups grant"),
    EnvironmentVariable(
      "STANDUPS_SIGN_IN_REFRESH", form: "seconds, 5 to 300", fallback: "150",
      "interval at which providers confirm sessions; half the time after which a lost group counts"),
    EnvironmentVariable(
      "STANDUPS_WEB_PAGE", form: "absolute path", fallback: "the files built into the program",
      "the directory Services of a checkout, to serve its page, for development"),
  ]

  init(_ reader: inout EnvironmentReader) {
    address = reader.httpAddress("STANDUPS_WEB")
    page = reader.directory("STANDUPS_WEB_PAGE")
    proxies = reader.addressRanges("STANDUPS_WEB_PROXY")
    hosts = []
    for text in Self.list(reader.value("STANDUPS_WEB_HOSTS")) {
      if OriginCheck.isHost(text) {
        hosts.append(text.lowercased())
      } else {
        reader.refuse(
          "STANDUPS_WEB_HOSTS", "Invalid host “\(text)”; expected one such as standups.example.org."
        )
      }
    }
    origins = Self.origins(&reader)
    certificate = CertificateFiles(&reader)
    signIn = reader.directory(SignInFile.variable)
    signInRefreshSeconds = reader.integer("STANDUPS_SIGN_IN_REFRESH", in: 5...300, or: 150)
  }

  private static func origins(_ reader: inout EnvironmentReader) -> Set<String> {
    let name = "STANDUPS_WEB_ORIGINS"
    var origins: Set<String> = []
    for text in list(reader.value(name)) {
      do {
        origins.insert(try CrossOrigin.listed(text))
      } catch {
        reader.refuse(name, error.description)
      }
    }
    if origins.count > CrossOrigin.maxListed {
      reader.refuse(name, "Too many origins; maximum: \(CrossOrigin.maxListed).")
    }
    return origins
  }

  private static func list(_ text: String?) -> [String] {
    (text ?? "").split(separator: ",").map { $0.filter { $0 != " " } }
  }

  /// Reason why the gateway must not listen on its address; nil if it may listen.
  ///
  /// - Parameter isInsecure: whether unencrypted traffic may leave the host.
  func problem(isInsecure: Bool) -> String? {
    guard let address, !AddressRange.isLoopback(address.host), proxies.isEmpty, certificate == nil,
      !isInsecure
    else { return nil }
    return
      "Other hosts can reach \(address.text), and logins and transcripts would cross the network unencrypted. Set"
      + " STANDUPS_WEB_CERTIFICATE, or put a TLS proxy in front and name it in STANDUPS_WEB_PROXY, or set"
      + " STANDUPS_INSECURE=yes on a network that only you use."
  }
}
