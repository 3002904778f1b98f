import Audio
import Foundation
import TestSupport

/// A recorded standup that ships with the product, and its text.
struct Recording {
  let samples: [Int16]
  let texts: [String]
  let slotSeconds: Int

  init(_ name: String) throws {
    let demo = Checkout.file("deploy/demo")
    let wav = try WAVFile(path: demo.appendingPathComponent(name).path)
    var samples: [Int16] = []
    while case let frames = try wav.read(frames: 65_536), !frames.isEmpty {
      samples += PCM.int16(frames)
    }
    let data = try Data(contentsOf: demo.appendingPathComponent("texts.json"))
    guard let script = try JSONDecoder().decode([String: Script].self, from: data)[name] else {
      throw CocoaError(.fileReadNoSuchFile)
    }
    self.samples = samples
    texts = script.speakers
    slotSeconds = script.slotSeconds
  }

  private struct Script: Decodable {
    let slotSeconds: Int
    let speakers: [String]
  }
}
