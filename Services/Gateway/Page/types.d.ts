// Types named in the comments of the page's modules. Only the type checker reads them.

type Theme = string;
interface Attendee { id: string; name: string; weight?: number; absentUntilMs?: number }
/** Choices for the next start: attendees, if they differ from the announced absences. */
interface Lineup { order: string; here: Record<string, boolean> }
interface DraftAttendee extends Attendee { isNew?: boolean }
interface Standup { id: string; title: string; durationMs: number; theme: Theme; attendees: Attendee[]; warnMs?: number; mayRunOver?: boolean; revision: number }
interface Summary { standup: Standup; meetings: number; lastMeeting?: string; live?: string }
interface Segment { attendee: string; speaker: string; fromMs: number; toMs: number; text: string }
interface Meeting {
  id: string; date: string; transcript: string; segments: Segment[]; durationMs?: number; ending?: 'timeUp' | 'saved';
  attendees?: Attendee[]; turns?: { attendee: string; fromMs: number; toMs: number }[]; parts?: number; more?: Meeting[]; notes?: FollowUp[];
}
/** A follow-up of an attendee, written in a meeting. */
interface FollowUp { id: string; attendee: Attendee; text: string; meeting: string; atMs: number; doneMs?: number }
interface LiveMeeting {
  elapsedMs: number;
  session: {
    id: string; standup: Standup; speakerIndex: number; segments?: Segment[]; isRecording: boolean;
    clock: { elapsedMs: number; at: { wallMs: number }; isRunning: boolean };
    floor?: { elapsedMs: number; sinceMs: number; speakerIndex: number; isRunning: boolean }[];
    agenda?: Agenda; warnedMs?: number; heard?: { untilMs: number }; destination?: { alert: Record<string, any> }; startedAt?: { wallMs: number };
  };
}
type MeetingAction = 'allow' | 'dontAllow' | 'continueWithoutRecording' | 'openSettings' | 'cancel' | 'saveAndEnd' | 'discard' | 'resume' | 'continueMeeting';
type ListAction = 'loadSamples' | 'startEmpty';
interface OpenAlert { name: string; reason?: string; path?: string; actions: any[] }
interface Agenda { order: number[]; turnsMs: number[] }
interface Live {
  id: string; standup: Standup; people: Attendee[]; turnsMs?: number[]; durationMs: number; elapsedMs: number; at: number; isRunning: boolean; speaker: number; isRecording: boolean;
  alert: OpenAlert | null; segments: Segment[]; partial: string; startedAt: number | null; warnedMs?: number;
  /** Time of the last recognised words. */
  heardAt: number;
  /** Start of the speaker's turn, if it was seen here; and the press that was treated as late. */
  begunAt?: number; doubted?: { speaker: number; at: number };
}
interface Focus { person: string; title: string; isRunning: boolean; elapsedMs: number; durationMs: number; at: number }
interface FocusItem { id: string; person: string; title: string; seconds: number; date: string }
interface Binding { child: string; message: string; owner?: string; state: string; causes: string[]; events: string[]; reason?: string }
interface TracedMessage {
  id: string; correlation: string; cause?: string; kind: string; target: string; from: string; to?: string; time: string; clockUs: number;
  answer?: { id: string; kind: string; code?: string; afterUs: number };
}
interface TracedEvent { id: string; type: string; subject: string; sequence: number; time: string; cause?: string }
interface Trace { correlation: string; messages: TracedMessage[]; events: TracedEvent[] }
interface TraceRow { depth: number; message?: TracedMessage; event?: TracedEvent; forgotten?: string; fromUs?: number; lastsUs?: number }
interface CloudEvent { type: string; subject: string; time: string; data: any; sequence?: string; epoch?: string }

interface Problem { code: string; message: string; retryable?: boolean; detail?: any; status?: number; retryAfterMs?: number }
interface Follow { epoch: string; after: number }
interface SoundPiece { offset: number; atMs: number; samples: Int16Array }
interface MicrophoneState { state: 'off' | 'opening' | 'on' | 'waiting' | 'other' | 'sending'; meeting: string; note?: string }

type Place =
  | { kind: 'list' | 'listAlert' | 'new' | 'focus' | 'focusItems' | 'health' | 'services' | 'bindings' | 'dead-letters' }
  | { kind: 'standup' | 'edit' | 'settings' | 'record' | 'deleteStandup'; standup: string }
  | { kind: 'recordAlert'; standup: string; alert: string }
  | { kind: 'meeting'; standup: string; meeting: string }
  | { kind: 'search'; query: string } | { kind: 'focusItem'; item: string } | { kind: 'trace'; trace: string }
  | { kind: 'nowhere'; problem: string };

interface Draft {
  title: string; durationMs: number; theme: Theme; warnMs: number; mayRunOver: boolean; attendees: DraftAttendee[]; base: Standup | null; focus: string;
  theirs: { standup: Standup; fields: ('title' | 'durationMs' | 'theme' | 'warnMs' | 'mayRunOver' | 'attendees')[] } | null; problem: string; isSaving: boolean;
  /** Text of the field of minutes while it is edited. */
  minutesText?: string;
}
interface Page {
  meetings: Meeting[]; next: string | null; isLoading: boolean; shortened: string[]; want?: string;
  /** Open follow-ups of the standup. */
  notes?: FollowUp[];
}
type Sheet = { kind: 'help' } | { kind: 'discard'; meeting: string } | { kind: 'dropAll' } | { kind: 'deleteMeeting'; standup: string; meeting: string } | { kind: 'import'; isBusy: boolean; problem: string };
interface Tools { health?: any; services?: any; bindings?: any; letters?: any; traces?: any; trace?: any }
/** The last known state of another cell. */
interface OtherCell {
  name: string; router: string; web?: string; slots: string; standups: Summary[] | null; isMore?: boolean; problem: string;
  isDue: boolean; isLoading: boolean; fresh?: Summary[];
  /** Its last search results, or the reason for none. */
  hits: any[]; total: number; lost: string;
}
interface Me { name: string; role: 'operator' | 'observer' }
interface State {
  /** The gateway's time, in milliseconds. */
  now: number;
  entry: 'starting' | 'in' | 'out'; entryProblem: string; me: Me | null;
  place: Place; stream: 'connecting' | 'open' | 'following' | 'lost'; follow: Follow; beat: (Follow & { head?: number }) | null; isLoaded: boolean;
  standups: Map<string, Summary>; live: Map<string, Live>; pages: Map<string, Page>; drafts: Map<string, Draft>; lineups: Map<string, Lineup>;
  /** Next meeting times of standups with a schedule. */
  next: Map<string, string>;
  daysOff: Map<string, { day: string; name: string }[]>;
  /** The last event about each thing. */
  told: Map<string, number>;
  settings: Map<string, { status: 'authorized' | 'denied' | 'notDetermined' | 'restricted'; reason?: string }>;
  /** The other cells, the time of the query, and the search text. */
  cells?: { all: OtherCell[]; at: number; query: string };
  /** Places of standups in other cells. */
  moved?: Map<string, { router: string; web?: string }>;
  /** The snapshot received so far, until it is complete. */
  fresh?: { standups: Map<string, Summary>; live: Map<string, Live> };
  listAlert: OpenAlert | null; unreadable: string[]; isAnswering: boolean; isImporting?: boolean; starting: string; sheet: Sheet | null;
  notices: { id: number; text: string; isProblem: boolean }[]; isMuted: boolean;
  searchText: string; search: { query: string; hits: any[]; total: number; isLoading: boolean; problem: string } | null;
  /** The speaker shown when the pointer went down. */
  pressed?: number;
  /** An absence being edited: the attendee, and the text of the field. */
  absence?: { id: string; day?: string } | null;
  noteText?: string; noteFor?: string;
  focus: Focus | null; focusItems: FocusItem[] | null; focusTitle: string; tools: Tools; mic: MicrophoneState; hasMicrophone: boolean;
}

type EventHandler = (state: State, data: any, event: CloudEvent) => Effect[] | void;
interface Part {
  handlers: Handlers; events?: Record<string, EventHandler>; enter(state: State, place: Place): Effect[]; view(state: State, place: Place, depth: number): Child;
  arrive?: (state: State, place: Place) => Effect[];
  meet?: (form: Draft, standup: Standup) => void; orphan?: (state: State, standup: string) => boolean;
  liveAlert?: (state: State, standup: string) => Child; listAlert?: (state: State) => Child; deleteStandup?: (state: State, standup: string) => Child;
}
interface Action { type: string; [member: string]: any }
type Handlers = Record<string, (state: State, action: any) => Effect[] | void>;
type Effect =
  | { type: 'go'; how: 'push' | 'replace'; place: Place } | { type: 'up'; place: Place }
  | { type: 'command'; target: string; body: object; as: { type: string; [member: string]: any } }
  | { type: 'focus'; id: string; ifLost?: boolean } | { type: 'announce'; text: string } | { type: 'ding'; isWarning?: boolean }
  | { type: 'after'; ms: number; action: Action } | { type: 'act'; action: Action }
  | { type: 'connect' } | { type: 'disconnect' } | { type: 'reconnect'; isFresh?: boolean }
  | { type: 'load'; name: string } | { type: 'enter' } | { type: 'login'; code: string } | { type: 'logout' } | { type: 'ready' }
  | { type: 'microphone'; do: 'open' | 'stop' | 'end'; meeting: string; take?: boolean; startedAt?: number }
  | { type: 'import'; file: File; mode: string } | { type: 'remember'; name: string; value: string };

type Handler = Action | null | ((event: Event) => Action | null | void);
interface Props {
  key?: string; style?: Record<string, string>; mount?: (el: Element) => void;
  click?: Handler; pointerdown?: Handler; blur?: Handler; close?: Handler; input?: Handler; change?: Handler; submit?: Handler; keydown?: Handler; cancel?: Handler; [name: string]: any;
}
interface Node_ {
  tag: string; props: Props; children: Node_[]; key?: string; text?: string; el?: ChildNode & { remove(): void };
  deps?: unknown[]; make?: () => Node_;
}
type Child = Node_ | string | number | boolean | null | undefined | Child[];

declare const sampleRate: number;
declare class AudioWorkletProcessor { port: MessagePort }
interface WakeLockSentinel extends EventTarget { release(): Promise<void> }
interface Navigator { wakeLock?: { request(type: "screen"): Promise<WakeLockSentinel> } }
declare function registerProcessor(name: string, processor: unknown): void;
