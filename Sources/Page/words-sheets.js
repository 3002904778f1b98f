// The words of the sheets: what is asked over the page, without a place of its own.
export const words = {
  import: { title: 'Import standups', file: 'A standups.json', mode: 'Standups that are here already',
    refuse: 'Refuse the file', keep: 'Keep ours', replace: 'Take the file’s', go: 'Import', busy: 'Importing…',
    done: (/** @type {number} */ created, /** @type {number} */ replaced,
      /** @type {number} */ kept) => `${created} new, ${replaced} replaced, ${kept} kept.` },
  help: {
    title: 'Keys', keys: /** @type {[string, string][]} */ ([['n or Space', 'Next speaker'], ['e', 'End the meeting'],
      ['p', 'Pause and go on'], ['+', 'One more minute'], ['l', 'The speaker comes back later'],
      ['1, 2, 3', 'Answer a question'], ['m', 'Bell on or off'], ['/', 'Search'], ['?', 'These keys'],
      ['Esc', 'Close']]),
  },
};
