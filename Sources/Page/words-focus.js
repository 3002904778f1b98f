// The words of focus, which come with it.
export const words = {
  focus: {
    title: 'Focus', label: 'What are you doing?', start: 'Start', stop: 'Stop', items: 'Sessions',
      all: 'All sessions', none: 'Nothing yet', delete: 'Delete', running: 'In focus', lasted: 'Lasted',
      when: 'When',
    item: 'Focus session', isGone: 'Session not found. It may have been deleted.',
  },
};
