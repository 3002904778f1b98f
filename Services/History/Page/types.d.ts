// Types of the figures of past meetings.

interface MeetingFigures {
  id: string; date: string; durationMs?: number; plannedMs?: number; pausedMs?: number; present?: number; late?: number; absent?: number; over?: number;
  /** Standup of the meeting. */
  standup: string;
}
interface AttendeeFigures {
  id: string; name: string; person?: string; present: number; late: number; absent: number; spoke: number; spokenMs: number; plannedMs: number;
  over: number; overMs: number;
}
interface WeekFigures {
  startMs: number; meetings: number; durationMs: number; plannedMs: number; spokenMs: number; present: number; late: number; absent: number;
}
/** Figures of one standup, or of one person in several standups, as far as they were read. */
interface MeetingHistory {
  /** Path of the place to which the figures belong. */
  key: string;
  weeks: number; fromMs: number; toMs: number;
  /** Number of replies that have not arrived. */
  waiting: number; problem: string;
  /** True if the person takes part in more standups than are read. */
  isCut: boolean;
  meetings: MeetingFigures[]; attendees: AttendeeFigures[]; all: Map<number, WeekFigures>;
}
interface HistoryState { history: MeetingHistory | null }
interface State extends HistoryState {}
interface Places { history: { kind: 'history'; standup: string }; personHistory: { kind: 'personHistory'; person: string } }
