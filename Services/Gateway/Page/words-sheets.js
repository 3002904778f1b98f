// Words of the sheets: dialogs over the page, without a place of their own.
export const words = {
  discard: 'Discard this meeting?', discardMessage: 'The meeting and its transcript will be deleted for everyone.',
  import: { title: 'Import standups', file: 'File (standups.json)', mode: 'If a standup already exists',
    refuse: 'Stop', keep: 'Skip', replace: 'Replace', go: 'Import', busy: 'Importing…',
    done: (/** @type {number} */ created, /** @type {number} */ replaced,
      /** @type {number} */ kept) => `${created} added, ${replaced} replaced, ${kept} skipped.` },
  help: {
    title: 'Keyboard shortcuts', keys: /** @type {[string, string][]} */ ([['n or Space', 'Next speaker'], ['e', 'End meeting'],
      ['p', 'Pause or resume'], ['+', 'One more minute'], ['l', 'Move the speaker to the end'],
      ['1, 2, 3', 'Choose an answer'], ['m', 'Mute or unmute the bell'], ['/', 'Search'], ['?', 'Show these shortcuts'],
      ['Esc', 'Close']]),
  },
};
