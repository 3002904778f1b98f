// Types for recording in this browser.

interface SoundPiece {
  offset: number; atMs: number; samples: Int16Array; isOwn?: boolean; endsSpeech?: boolean;
  /** Person whose own microphone recorded it. */ person?: string;
}
/** The open microphone of a tab; see tab-note.js. */
interface TabNote {
  meeting: string; isOwn: boolean; isMuted: boolean; person?: string; session?: string;
  /** Time at which its page ended. */ leftAt?: number;
}
interface VoicePiece { at: number; samples: Int16Array; endsSpeech: boolean }
interface MicrophoneState {
  state: 'off' | 'opening' | 'on' | 'waiting' | 'other' | 'sending'; meeting: string; note?: string;
  isOwn?: boolean; isMuted?: boolean; level?: number; reminds?: boolean;
  /** True while nothing can be recorded from the device. */ hasNoAudio?: boolean;
  device?: string; devices?: { id: string; label: string }[];
}
/** Dictation of the update of an attendee, who is the person that is signed in. */
interface DictatingState {
  standup: string; attendee: string; number: number; /** True while the press that began it lasts. */ isPressed: boolean;
  state: 'opening' | 'on' | 'ending'; partial: string;
}
interface Sheets { ownMicrophone: { kind: 'ownMicrophone'; take: boolean }; dictate: { kind: 'dictate'; standup: string } }
interface Places { settings: { kind: 'settings'; standup: string } }
interface TranscriptionState {
  settings: Map<string, { status: 'authorized' | 'denied' | 'notDetermined' | 'restricted'; reason?: string }>;
  mic: MicrophoneState;
  /** Meeting in which the person agreed to open their own microphone. */
  agreedTo?: string;
  /** Dictation in progress, the number of those that were begun, and the person who has agreed to dictate. */
  dictating?: DictatingState | null; dictations?: number; agreedToDictate?: string;
}
interface State extends TranscriptionState {}

declare const sampleRate: number;
declare class AudioWorkletProcessor { port: MessagePort }
declare function registerProcessor(name: string, processor: unknown): void;
