// The words of the sheets: what is asked over the page, without a place of its own.
export const words = {
  discard: 'Discard this meeting?', discardMessage: 'The meeting and everything said in it will be deleted, for everyone.',
  import: { title: 'Import standups', file: 'A standups.json', mode: 'Standups that are here already',
    refuse: 'Stop', keep: 'Skip', replace: 'Replace', go: 'Import', busy: 'Importing…',
    done: (/** @type {number} */ created, /** @type {number} */ replaced,
      /** @type {number} */ kept) => `${created} new, ${replaced} replaced, ${kept} kept.` },
  help: {
    title: 'Keys', keys: /** @type {[string, string][]} */ ([['n or Space', 'Next speaker'], ['e', 'End the meeting'],
      ['p', 'Pause and go on'], ['+', 'One more minute'], ['l', 'The speaker comes back later'],
      ['1, 2, 3', 'Answer a question'], ['m', 'Bell on or off'], ['/', 'Search'], ['?', 'These keys'],
      ['Esc', 'Close']]),
  },
};
