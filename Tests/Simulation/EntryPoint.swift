#if DEBUG || SIMULATION
  import Foundation
  import Glibc

  /// What the program that scripts/simulate links begins with.
  ///
  /// Swift gives each process another order of dictionaries. For a seed to repeat in another process it must be
  /// told not to, before it starts: so the program begins once more.
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
