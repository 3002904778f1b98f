import CProcess

/// Short turns on the processor for a program whose work is short and must not wait.
///
/// Linux divides the processor among threads in turns of a few milliseconds. From Linux 6.12 on (EEVDF), a thread that
/// wakes up interrupts another one whose turns are longer than its own, without any privilege; its share of the
/// processor stays the same. A tick therefore does not wait for the end of a turn of speech recognition.
public enum ShortTurns {
  /// Length of a turn, in nanoseconds: the shortest that the kernel allows.
  static let lengthNs: UInt64 = 100_000

  /// Requests short turns for this thread and those that it creates from now on. Without effect on an older kernel, or
  /// in a sandbox that denies the request.
  public static func request() { standups_set_slice(lengthNs) }

  /// Length of the turns of this thread, in nanoseconds; nil if the kernel does not know it.
  static var ownNs: UInt64? {
    let length = standups_slice()
    return length == 0 ? nil : length
  }
}
