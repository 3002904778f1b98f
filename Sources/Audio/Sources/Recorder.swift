import Glibc

/// `arecord`, which writes the audio of a microphone to a pipe.
///
/// It writes WAV and not raw samples: if the device does not support the requested rate, `arecord`
/// records at a different one, which only the header states.
struct Recorder {
  private let child: ChildProcess
  private let interrupt: Interrupt
  private let program: String

  init(device: String, program: String, interrupt: Interrupt) throws {
    self.interrupt = interrupt
    self.program = program
    do {
      child = try ChildProcess(
        program,
        ["-q", "-D", device, "-t", "wav", "-f", "S16_LE", "-r", "16000", "-c", "1"])
    } catch let error as ChildProcess.SpawnError where error.number == ENOENT {
      throw AudioError.system(
        .recorderMissing,
        "Recording from the microphone requires \(program), which is not installed. "
          + "Install it (apt-get install alsa-utils), or use a WAV file.", error.number)
    } catch let error as ChildProcess.SpawnError {
      throw AudioError.system(
        .microphone,
        "Cannot start \(program) to record from the microphone. Check its permissions.",
        error.number)
    }
  }

  func input() throws -> AudioInput {
    do {
      let output = FileInput(descriptor: child.output, owned: false, interrupt: interrupt)
      let file = try WAVFile(output, size: nil)
      return AudioInput(
        frames: file.frames, finish: { throw failure() }, close: { child.terminate() })
    } catch is AudioError {
      // The output was not a WAV file; the reason is on standard error.
      throw failure()
    } catch {
      child.terminate()
      throw error
    }
  }

  /// Returns the reason why the recorder failed. A microphone has no end, so a recorder that ends
  /// on its own has failed.
  private func failure() -> AudioError {
    let complaint = child.complaint()
    child.terminate()
    return AudioError(
      .microphone,
      "\(program) cannot record from the microphone. List the devices with “\(program) -l”, plug one in, "
        + "or use a WAV file.",
      cause: complaint.isEmpty ? nil : complaint)
  }
}
