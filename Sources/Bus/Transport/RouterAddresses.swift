extension String {
  /// The addresses of the routers in failover, which are separated by commas; usually one.
  package var routerAddresses: [String] { split(separator: ",").map(String.init) }
}
