// Types that the comments of the page's modules name. Only the type checker reads them. Features add their own
// members to some of these types in the types.d.ts of their directory.

interface CloudEvent { type: string; subject: string; time: string; data: any; by?: string; sequence?: string; epoch?: string }

interface Problem { code: string; message: string; retryable?: boolean; detail?: any; status?: number; retryAfterMs?: number }
interface Follow { epoch: string; after: number }

/** Places, by kind. */
interface Places { nowhere: { kind: 'nowhere'; problem: string } }
type Place = Places[keyof Places];

/** Browser that is logged in, or a link to the calendar. */
interface WebSession { id: string; name: string; role?: string; person?: string; began: string; expires: string; isCalendar?: boolean }
interface Places { sessions: { kind: 'sessions' } }

/** Dialogs over the page that are not places, by kind. */
interface Sheets {
  help: { kind: 'help' }; import: { kind: 'import'; isBusy: boolean; problem: string };
  calendar: { kind: 'calendar'; reply?: { link: string; expires: string }; copied?: string } & Busy;
  endSession: { kind: 'endSession'; session: WebSession } & Busy;
  sound: { kind: 'sound' };
  language: { kind: 'language' };
  notify: { kind: 'notify'; result: '' | 'on' | 'off' | 'denied' | 'unavailable' };
  phone: { kind: 'phone'; problem?: string; reply?: PhoneLink; copied?: string };
}
type Sheet = Sheets[keyof Sheets];
/** State of a form while its command runs, and its error, with the name of the field that caused it. */
interface Busy { isBusy?: boolean; problem?: string; field?: string }

type Role = 'observer' | 'member' | 'admin' | 'operator';
interface Me {
  name: string; role: Role;
  /** Id of the person whose session it is. */
  person?: string;
  /** Id of the session, or `proxy/` and the name for a user whom a proxy identifies. */
  session?: string;
}
/** System with whose accounts people sign in. */
interface Provider { name: string; label: string; path: string }
/** Link to this session for another browser. The rows of the QR code contain 1 for a dark module. */
interface PhoneLink { link: string; expires: string; qr: string[] }
interface Notice { id: number; text: string; isProblem: boolean; /** Button, whose action can be performed while the notice is shown. */ offer?: { label: string; action: Action } }
interface PageState {
  /** The gateway's time, in milliseconds. */
  now: number;
  entry: 'starting' | 'in' | 'out'; entryProblem: string; me: Me | null;
  place: Place; stream: 'connecting' | 'open' | 'following' | 'lost'; follow: Follow; beat: (Follow & { head?: number }) | null; isLoaded: boolean;
  /** Sequence of the last event about each subject. */
  told: Map<string, number>;
  sheet: Sheet | null; notices: Notice[];
  /** Facts about this browser, which remain valid after a session ends. */
  isMuted: boolean; hasMicrophone: boolean; /** Name of the sound of the bell, or `none`. */ sound: string; /** `off` without keyboard shortcuts of single characters; otherwise empty. */ keys: string;
  /** Absent until the gateway has listed them. */
  providers?: Provider[];
  sessions?: { all?: WebSession[]; problem?: string };
  /** Reason for which commands are refused while the page shows the state that it kept; empty if it is connected. */
  offline: string;
  /** Message above the state that was kept. */
  offlineBanner?: string;
  /** True if another version of the page has replaced this one. */
  isOutdated: boolean;
}
interface State extends PageState {}

type EventHandler = (state: State, data: any, event: CloudEvent) => Effect[] | void;
/** A module of a feature that is loaded when it is needed. */
interface Part {
  handlers?: Handlers; events?: Record<string, EventHandler>;
  /** Shows a place of this part. */
  view?(state: State, place: Place, depth: number): Child;
  /** Shows an alert of this part over the place below it. */
  alert?(state: State, place: Place): Child;
  /** Show the sheets of this part. */
  sheets?: Record<string, (state: State, sheet: Sheet) => Child>;
  /** Shows any place in place of the part to which it belongs; null to show the place as usual. */
  instead?(state: State, place: Place, depth: number): Child;
  /** Shows additional content below the list. */
  below?(state: State): Child;
  /** Requests the data of a place of this part; in a feature, of any place. */
  enter?(state: State, place: Place): Effect[];
  /** Called when any place is shown, or the tab becomes visible. */
  arrive?(state: State, place: Place): Effect[];
  key?(state: State, key: string): Effect[];
  /** Shows a message above all columns. */
  banner?(state: State): Child;
  /** Called after each action, for example to follow the alerts of the server. */
  settle?(state: State): Effect[];
  /** Performs an effect of this part. */
  perform?(effect: Extract<Effect, { type: 'perform' }>, send: (action: Action) => void, state: State): unknown;
}
/** Part of a feature that is loaded at the start. It declares the other parts, and the feature's places and state. */
interface Feature extends Part {
  parts?: Record<string, () => Promise<Part>>;
  places?: Record<string, PlaceRule>;
  /** Name of the part that is loaded once the page has started. */
  background?: string;
  state?(): Partial<State>;
  begin?(state: State, action: Action): void;
  /** Adds a page of the snapshot. */
  snapshot?(state: State, page: any, isFirst: boolean): void;
  /** Called when the snapshot is complete. If `isAgain`, the visible data is read again. */
  following?(state: State, isAgain: boolean): Effect[];
  /** Called when the session has ended, before the state is cleared. */
  refused?(state: State): Effect[];
}
interface PlaceRule {
  /** Path of the place. A step that begins with a colon is a member of the place. */
  path: string;
  /** Patterns of members that are not ids. */
  forms?: Record<string, RegExp>;
  /** True if the path has a query, which is a member of the place. */
  hasQuery?: boolean;
  /** Kind of the place below this one. Default: the list. */
  under?: string;
  /** Name of the part that handles and shows the place, or a view that is loaded at the start. */
  part?: string; view?(state: State): Child;
  /** Name of the part that shows the place as an alert over the place below. */
  alert?: string;
  title?: string;
  /** Role that sees a link to the place at the foot of the list. */
  link?: Role;
  /** True if the place needs the width of all columns. */
  isWide?: boolean;
  /** Returns the id of the element that gets the focus; empty for none. Default: the heading. */
  focus?(state: State, place: Place): string;
  /** True if the field gets the focus also when the page starts. */
  isForm?: boolean;
}
interface Action { type: string; [member: string]: any }
type Handlers = Record<string, (state: State, action: any) => Effect[] | void>;
type Effect =
  | { type: 'go'; how: 'push' | 'replace'; place: Place } | { type: 'up'; place: Place }
  | { type: 'command'; target: string; body: object; as: { type: string; [member: string]: any } }
  | { type: 'focus'; id: string; ifLost?: boolean } | { type: 'announce'; text: string } | { type: 'ding'; isWarning?: boolean; isPreview?: boolean }
  | { type: 'after'; ms: number; action: Action } | { type: 'act'; action: Action }
  | { type: 'connect' } | { type: 'disconnect' } | { type: 'reconnect'; isFresh?: boolean }
  | { type: 'load'; name: string } | { type: 'enter' } | { type: 'login'; code: string } | { type: 'logout' } | { type: 'ready' }
  | { type: 'microphone'; do: 'open' | 'stop' | 'end' | 'hold' | 'reopen' | 'mute' | 'choose'; meeting: string; take?: boolean; startedAt?: number;
      isOwn?: boolean; isMuted?: boolean; device?: string; /** Time until which the end of the meeting can be undone. */ until?: number;
      /** The person of the session, for `open`. */ me?: Me | null }
  | { type: 'request'; path: string; body?: object; as: { type: string; [member: string]: any } }
  | { type: 'copy'; text: string; field: string } | { type: 'perform'; part: string; do: string }
  | { type: 'save'; path: string; name: string; /** Content of the file, instead of that at the path. */ text?: string }
  | { type: 'text'; file: File; as: { type: string; [member: string]: any } }
  | { type: 'call'; text: string; body: string; path: string } | { type: 'badge'; isOn: boolean } | { type: 'notify'; isOn: boolean } | { type: 'offerNotifications' }
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
