// The words of focus, which come with it.
export const words = {
  focus: {
    title: 'Focus', label: 'What are you doing?', start: 'Start', stop: 'Stop', items: 'What was done',
      all: 'Everything that was done', none: 'Nothing yet', delete: 'Delete', running: 'In focus', lasted: 'Lasted',
      when: 'When',
    item: 'Done in one go', isGone: 'This is not here, or not any more.',
  },
};
