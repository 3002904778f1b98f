extension FeatureVerbs {
  static let cells = FeatureVerbs(name: "Cells", commands: [.services: [CellsVerb.verb]])
}
