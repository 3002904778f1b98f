// Types for focus sessions.

interface Focus { person: string; title: string; isRunning: boolean; elapsedMs: number; durationMs: number; at: number }
interface FocusItem { id: string; person: string; title: string; seconds: number; date: string }
interface Places { focus: { kind: 'focus' | 'focusItems' }; focusItem: { kind: 'focusItem'; item: string } }
interface FocusState { focus: Focus | null; focusItems: FocusItem[] | null; focusTitle: string }
interface State extends FocusState {}
