import Audio
import Foundation

/// The recorded standup that ships with the product: three people, 12 s each and their texts.
struct Recording {
  let path: String
  /// 16 kHz, mono.
  let samples: [Int16]
  /// Text of each speaker.
  let texts: [String]
  let slotMs: Int64

  init(_ name: String = "standup.wav") throws {
    let demo = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("deploy/demo")
    path = demo.appendingPathComponent(name).path
    let wav = try WAVFile(path: path)
    var samples: [Int16] = []
    while case let frames = try wav.read(frames: 65_536), !frames.isEmpty {
      samples += PCM.int16(frames)
    }
    self.samples = samples
    let data = try Data(contentsOf: demo.appendingPathComponent("texts.json"))
    guard let script = try JSONDecoder().decode([String: Script].self, from: data)[name] else {
      throw HarnessError("texts.json does not say what is said in \(name).")
    }
    texts = script.speakers
    slotMs = Int64(script.slotSeconds) * 1000
  }

  private struct Script: Decodable {
    let slotSeconds: Int
    let speakers: [String]
  }
}

/// The installed speech engine.
enum InstalledEngine {
  /// - Throws: instructions to install it, so that a test without it fails.
  static func directory() throws -> String {
    let environment = ProcessInfo.processInfo.environment
    func value(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
    let cache = value("XDG_CACHE_HOME") ?? (value("HOME") ?? NSHomeDirectory()) + "/.cache"
    let directory = value("STANDUPS_ENGINE") ?? cache + "/standups/engine"
    guard FileManager.default.fileExists(atPath: directory + "/moonshine_voice/libmoonshine.so")
    else {
      throw HarnessError("There is no speech engine in \(directory); run scripts/setup.")
    }
    return directory
  }
}
