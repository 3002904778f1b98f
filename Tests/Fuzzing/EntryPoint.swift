import Foundation

private let chosen: Fuzzer = {
  let name = ProcessInfo.processInfo.environment["STANDUPS_FUZZER"] ?? ""
  guard let fuzzer = Fuzzer.all.first(where: { $0.name == name }) else {
    fatalError("STANDUPS_FUZZER names no fuzzer: \(name)")
  }
  return fuzzer
}()

/// libFuzzer's entry point (https://llvm.org/docs/LibFuzzer.html). A trap reports a finding.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  do {
    try chosen.check(Array(UnsafeBufferPointer(start: bytes, count: count)))
  } catch {
    fatalError("\(chosen.name): \(error)")
  }
  return 0
}
