#if DEBUG || SIMULATION
  import Foundation
  import Glibc

  /// Entry point of the program that scripts/simulate links.
  ///
  /// Swift orders dictionaries differently in each process. Repeatable seeds require that this is disabled before the
  /// start, so the program restarts itself.
  @_cdecl("standups_simulate")
  public func simulate() -> Int32 {
    let fixed = "SWIFT_DETERMINISTIC_HASHING"
    if getenv(fixed) == nil {
      setenv(fixed, "1", 1)
      var arguments = CommandLine.arguments.map { strdup($0) } + [nil]
      execv("/proc/self/exe", &arguments)
    }
    return SimulateCommand(Array(CommandLine.arguments.dropFirst())).run()
  }
#endif
