// Words about focus sessions, loaded together with their part.
import { inLanguage } from '../../Gateway/Page/language.js';

export const words = inLanguage('Focus.words', {
  label: 'What are you doing?', start: 'Start', stop: 'Stop', items: 'Sessions',
    all: 'All sessions', none: 'No sessions yet', delete: 'Delete', running: 'In focus', lasted: 'Duration',
    when: 'Ended',
  item: 'Focus session', isGone: 'Session not found. It may have been deleted.',
});
