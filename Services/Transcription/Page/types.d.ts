// Types for recording in this browser.

interface SoundPiece { offset: number; atMs: number; samples: Int16Array }
interface MicrophoneState { state: 'off' | 'opening' | 'on' | 'waiting' | 'other' | 'sending'; meeting: string; note?: string }
interface Places { settings: { kind: 'settings'; standup: string } }
interface TranscriptionState {
  settings: Map<string, { status: 'authorized' | 'denied' | 'notDetermined' | 'restricted'; reason?: string }>;
  mic: MicrophoneState;
}
interface State extends TranscriptionState {}

declare const sampleRate: number;
declare class AudioWorkletProcessor { port: MessagePort }
declare function registerProcessor(name: string, processor: unknown): void;
