extension String {
  /// The addresses of the routers that take turns, where they are written with commas between them; usually one.
  package var routerAddresses: [String] { split(separator: ",").map(String.init) }
}
