// Types for standups and their meetings.

type Theme = string;
interface Attendee { id: string; name: string; weight?: number; absentUntilMs?: number; person?: string }
/** Person with a role in a team. */
interface Member { person: string; name: string }
/** Choices for the next start. `here` contains attendees whose presence differs from the announced absences. */
interface Lineup { order: string; here: Record<string, boolean> }
interface DraftAttendee extends Attendee { isNew?: boolean }
interface Standup { id: string; title: string; durationMs: number; theme: Theme; attendees: Attendee[]; warnMs?: number; mayRunOver?: boolean; language?: string; isArchived?: boolean; team?: string; revision: number }
interface Summary { standup: Standup; meetings: number; lastMeeting?: string; live?: string }
interface Segment {
  attendee: string; speaker: string; fromMs: number; toMs: number; text: string;
  /** The words before a correction, and the attendee before the line was reassigned. */
  heard?: string; heardAttendee?: string; heardSpeaker?: string;
  /** The voice decided who spoke, or may be another one; absent if it was not compared. */
  voice?: 'recognised' | 'doubtful';
}
/** Place of a line in a past meeting: the number of its part, from 1, and its position there, from 0. */
interface LinePlace { standup: string; meeting: string; part: number; line: number }
/** Line that is being corrected, with the words and the attendee that the form began with. */
interface LineForm { place: LinePlace; base: string; text: string; from: string; attendee: string; isSaving: boolean; problem: string }
interface Meeting {
  id: string; date: string; transcript: string; segments: Segment[]; durationMs?: number; plannedMs?: number; pausedMs?: number; ending?: 'timeUp' | 'saved' | 'written';
  attendees?: Attendee[]; absent?: Attendee[]; late?: string[]; turns?: { attendee: string; fromMs: number; toMs: number }[]; parts?: number; more?: Meeting[]; notes?: FollowUp[]; updates?: WrittenUpdate[]; isErased?: boolean;
}
/** Corrections of a past meeting: the open form, and those of other lines with unsaved text, by the id of the line. */
interface Correcting { meeting: string; form: LineForm | null; kept?: Map<string, LineForm> }
/** Restrictions of a search: ids, and days such as 2026-12-01; an empty text restricts nothing. */
interface SearchFilter { standup: string; person: string; from: string; to: string }
/** Results of a search so far. */
interface FoundMeetings {
  query: string; filter?: SearchFilter; hits: any[]; standups?: { id: string; title: string; snippet: string }[]; total: number; isLoading: boolean; problem: string;
}
/** Follow-up of an attendee, noted in a meeting. */
interface FollowUp { id: string; attendee: Attendee; text: string; meeting: string; atMs: number; doneMs?: number }
/** Update that an attendee wrote for a meeting. */
interface WrittenUpdate { attendee: Attendee; text: string; atMs: number; /** Person who wrote it for the attendee. */ by?: string }
/** Update that is being written: the text, and the saved one that it began with. */
interface UpdateDraft { attendee: string; text: string; base: string; isSaving: boolean; problem: string }
interface LiveMeeting {
  elapsedMs: number;
  session: {
    id: string; standup: Standup; speakerIndex: number; segments?: Segment[]; isRecording: boolean; voices?: number;
    clock: { elapsedMs: number; at: { wallMs: number }; isRunning: boolean };
    floor?: { elapsedMs: number; sinceMs: number; speakerIndex: number; isRunning: boolean }[];
    lineup?: { absent: string[] }; agenda?: Agenda; undo?: any; warnedMs?: number; heard?: { untilMs: number }; destination?: { alert: Record<string, any> }; startedAt?: { wallMs: number };
  };
}
type MeetingAction = 'allow' | 'dontAllow' | 'continueWithoutRecording' | 'openSettings' | 'cancel' | 'saveAndEnd' | 'discard' | 'resume' | 'continueMeeting';
type ListAction = 'loadSamples' | 'startEmpty';
interface OpenAlert { name: string; reason?: string; path?: string; actions: any[]; /** Actor who opened it. */ by?: string }
interface Agenda { order: number[]; turnsMs: number[]; /** Places of the attendees who lost their turns, and of those who returned. */ away?: number[]; returned?: number[] }
/** A change that can be undone until a time, in milliseconds since 1970. The end of a meeting has no kind and no attendee. */
interface Undo { change: string; until: number; kind?: 'next' | 'postpone' | 'absent' | 'present' | 'reorder'; /** Current speaker after the undo. */ attendee?: string }
interface Live {
  id: string; standup: Standup; people: Attendee[]; turnsMs?: number[]; durationMs: number; elapsedMs: number; at: number; isRunning: boolean; speaker: number; isRecording: boolean;
  alert: OpenAlert | null; segments: Segment[]; partial: string; partialOf?: string; guessedAt?: number; startedAt: number | null; warnedMs?: number;
  /** The last change of the turns. */
  undo?: Undo | null;
  /** Those who were left out at the start, and the turns if they differ from the standup. */
  lineup?: { absent: string[] }; agenda?: Agenda;
  /** Time at which words were last recognised. */
  heardAt: number;
  /** Problems of the microphones' signals, if there are any, with the time of the last words, by the person of an own microphone; '' for the room's. */
  signals?: Map<string, { problem?: 'quiet' | 'clipped'; at: number }>;
  /** Number of persons whose voices are recognised. */
  voices?: number;
  /** Start of the speaker's turn, if this page observed it; and the press that was treated as late. */
  begunAt?: number; doubted?: { speaker: number; at: number };
}

interface Places {
  list: { kind: 'list' | 'listAlert' | 'new' }; search: { kind: 'search'; query: string };
  standup: { kind: 'standup' | 'edit' | 'record' | 'deleteStandup'; standup: string };
  recordAlert: { kind: 'recordAlert'; standup: string; alert: string }; discarded: { kind: 'discarded'; standup: string }; meeting: { kind: 'meeting'; standup: string; meeting: string };
}
interface Sheets { deleteMeeting: { kind: 'deleteMeeting'; standup: string; meeting: string }; discard: { kind: 'discard' }; speakerOf: { kind: 'speakerOf'; line: Segment } }

interface Draft {
  title: string; durationMs: number; theme: Theme; warnMs: number; mayRunOver: boolean; language: string; attendees: DraftAttendee[]; base: Standup | null; focus: string;
  theirs: { standup: Standup; fields: ('title' | 'durationMs' | 'theme' | 'warnMs' | 'mayRunOver' | 'language' | 'attendees')[] } | null; problem: string; isSaving: boolean;
  /** Languages in which speech can be recognised; absent until they are known. */
  spoken?: { standard?: string; languages: string[] };
  /** Text of the minutes field while it is edited. */
  minutesText?: string;
}
interface Page {
  meetings: Meeting[]; next: string | null; isLoading: boolean; shortened: string[]; want?: string;
  /** Open follow-ups of the standup. */
  notes?: FollowUp[];
}
/** Discarded meeting that can be restored. */
interface DiscardedMeeting { meeting: string; standup: string; title: string; date: string; durationMs: number; lines: number; at: string; by?: string; until: string }
/** Discarded meetings of a standup, as far as they were read. */
interface Discarded {
  standup: string; meetings: DiscardedMeeting[]; next: string | null; isLoading: boolean; problem: string; /** Meeting that is being restored. */ restoring: string;
}
interface StandupsState {
  /** Past meeting whose transcript is being corrected. */
  correcting: Correcting | null;
  discarded: Discarded | null;
  standups: Map<string, Summary>; live: Map<string, Live>; pages: Map<string, Page>; drafts: Map<string, Draft>; lineups: Map<string, Lineup>;
  /** Part of the snapshot that was received so far, until the snapshot is complete. */
  fresh?: { standups: Map<string, Summary>; live: Map<string, Live> };
  listAlert: OpenAlert | null; unreadable: string[]; isAnswering: boolean; isImporting?: boolean; starting: string; /** Attendee who is being dragged. */ dragged?: string;
  searchText: string; filterText: string; search: FoundMeetings | null;
  /** The speaker shown when the pointer went down. */
  pressed?: number;
  /** Members of teams, to whom attendees can be linked; none for a team whose members this person may not read. */
  members: Map<string, Member[]>;
  /** Absence that is being edited: the attendee, and the text of the field. */
  absence?: { id: string; day?: string } | null;
  /** Meeting that ended while it was visible. */
  ended?: string;
  noteText?: string; noteFor?: string;
  /** Written updates that wait, and those that are being written, by standup. */
  updates: Map<string, WrittenUpdate[]>; writing: Map<string, UpdateDraft>;
  /** Pinned standups by person, which remain on this browser after a session ends. */
  pins: Record<string, string[]>;
  /** True if the list shows archived standups as well. */
  showsArchived: boolean;
}
interface ConnectedDevice { person?: string; name: string; device?: string; microphone?: boolean; poor?: boolean }
/** Person, or a session without one, with all connected devices. */
interface Connected { person?: string; name: string; devices: ConnectedDevice[] }
interface PresenceState {
  /** Lists of the connected people: by meeting, and by gateway. */
  present: Map<string, Map<string, { people: ConnectedDevice[]; more: number; until: number }>>;
  /** The last meeting in which this person was marked as here, if that was necessary. */
  arrived: string;
  /** Attendee whom this page marked as here. */
  marked: { meeting: string; attendee: string } | null;
}
interface TurnState {
  /** Last call of each meeting, and the announced start of each standup. */
  calls: Map<string, string>;
  badge: string;
}
interface State extends StandupsState, PresenceState, TurnState {}
/** Forms merge changes by other people, and remain if their standup is deleted. */
interface Part { meet?(form: Draft, standup: Standup): void; orphan?(state: State, standup: string): boolean }

interface WakeLockSentinel extends EventTarget { release(): Promise<void> }
interface Navigator { wakeLock?: { request(type: "screen"): Promise<WakeLockSentinel> } }
/** Term of the glossary of a team, and what it sounds like. */
interface GlossaryTerm { term: string; soundsLike?: string }
interface Glossary {
  team: string; /** Null until they were read. */ terms: GlossaryTerm[] | null; problem: string;
  /** Text of the form. */
  term: string; soundsLike: string; isSaving: boolean;
  /** Number of terms to show. */
  wanted: number;
}
interface People { /** Glossary of the team that was shown last. */ glossary?: Glossary }
