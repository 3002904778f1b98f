// Places and their paths. They map one to one; a path is a deep link without `standups://`.

const id = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
export const meetingAlerts = ['speechAuthorization', 'speechDenied', 'speechRestricted', 'endMeeting', 'paused', 'speechFailed'];
const alone = ['focus', 'health', 'services', 'bindings', 'dead-letters'];

/** @param {string} text */
const bytes = (text) => new TextEncoder().encode(text).length;

/**
 * Returns the search text of a query string, or null if it is invalid.
 * @param {string} query
 */
function words(query) {
  if (!query) return '';
  const [, coded] = /^\?q=([^&#]*)$/.exec(query) ?? [];
  if (coded === undefined) return null;
  try {
    const found = decodeURIComponent(coded.replaceAll('+', ' '));
    return bytes(found) <= 1000 ? found : null;
  } catch {
    return null;
  }
}

/** @param {string} text */
export const isID = (text) => id.test(text);

/**
 * Returns the place of a path, or null if it is invalid.
 * @param {string} path starts with a slash and may end with one
 * @param {string} [query] such as `?q=words`
 * @returns {Place | null}
 */
export function parse(path, query = '') {
  if (bytes(path) + bytes(query) > 4096) return null;
  const steps = path.slice(1).split('/');
  if (steps[steps.length - 1] === '') steps.pop();
  const [first, second, third, fourth, fifth] = steps;
  const count = steps.length;
  if (first === 'search' && count === 1) {
    const found = words(query);
    return found === null ? null : { kind: 'search', query: found };
  }
  if (query) return null;
  if (count === 0) return { kind: 'list' };
  if (first === 'alert') return count === 2 && second === 'dataFailedToLoad' ? { kind: 'listAlert' } : null;
  if (alone.includes(first) && count === 1) return /** @type {Place} */ ({ kind: first });
  if (first === 'focus' && second === 'items') {
    if (count === 2) return { kind: 'focusItems' };
    return count === 3 && isID(third) ? { kind: 'focusItem', item: third.toLowerCase() } : null;
  }
  if (first === 'traces') {
    return count === 2 && /^[0-9a-f-]{8,36}$/i.test(second) ? { kind: 'trace', trace: second.toLowerCase() } : null;
  }
  if (first !== 'standups') return null;
  if (second === 'new' && count === 2) return { kind: 'new' };
  if (!second || !isID(second)) return null;
  const standup = second.toLowerCase();
  if (count === 2) return { kind: 'standup', standup };
  if (count === 3 && (third === 'edit' || third === 'settings' || third === 'record')) return { kind: third, standup };
  if (third === 'alert') return count === 4 && fourth === 'deleteStandup' ? { kind: 'deleteStandup', standup } : null;
  if (third === 'meetings') {
    return count === 4 && isID(fourth) ? { kind: 'meeting', standup, meeting: fourth.toLowerCase() } : null;
  }
  if (third === 'record' && fourth === 'alert' && count === 5 && meetingAlerts.includes(fifth)) {
    return { kind: 'recordAlert', standup, alert: fifth };
  }
  return null;
}

/** @param {string} text */
const coded = (text) => encodeURIComponent(text).replace(/[!'()*]/g,
  (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);

/**
 * Returns the path of a place, including its query.
 * @param {Place} place @returns {string}
 */
export function path(place) {
  const under = 'standup' in place ? `/standups/${place.standup}` : '';
  switch (place.kind) {
    case 'list': case 'nowhere': return '/';
    case 'listAlert': return '/alert/dataFailedToLoad';
    case 'new': return '/standups/new';
    case 'standup': return under;
    case 'edit': case 'settings': case 'record': return `${under}/${place.kind}`;
    case 'deleteStandup': return `${under}/alert/deleteStandup`;
    case 'recordAlert': return `${under}/record/alert/${place.alert}`;
    case 'meeting': return `${under}/meetings/${place.meeting}`;
    case 'search': return place.query ? `/search?q=${coded(place.query)}` : '/search';
    case 'focusItems': return '/focus/items';
    case 'focusItem': return `/focus/items/${place.item}`;
    case 'trace': return `/traces/${place.trace}`;
    default: return `/${place.kind}`;
  }
}

/**
 * Returns the deep link of a place.
 * @param {Place} place
 */
export const link = (place) => `standups://${path(place)}`;

/**
 * Returns the stack of places: the list first, the place itself last.
 * @param {Place} place
 * @returns {Place[]}
 */
export function stack(place) {
  const below = under(place);
  return below ? [...stack(below), place] : [place];
}

/**
 * Returns the place below, which is shown when this one is closed; null for the list.
 * @param {Place} place @returns {Place | null}
 */
export function under(place) {
  switch (place.kind) {
    case 'list': return null;
    case 'recordAlert': return { kind: 'record', standup: place.standup };
    case 'edit': case 'settings': case 'record': case 'meeting': case 'deleteStandup':
      return { kind: 'standup', standup: place.standup };
    case 'focusItems': return { kind: 'focus' };
    case 'focusItem': return { kind: 'focusItems' };
    case 'trace': return { kind: 'health' };
    default: return { kind: 'list' };
  }
}

/**
 * True if the place is an alert, which covers the column of the place below.
 * @param {Place} place
 */
export const isAlert = (place) => ['listAlert', 'deleteStandup', 'recordAlert'].includes(place.kind);

/**
 * Returns the places that have a column: the list and the two deepest places of the stack, alerts excluded.
 * @param {Place} place
 */
export function columns(place) {
  const all = stack(place).filter((each) => !isAlert(each));
  return all.length > 3 ? [all[0], ...all.slice(-2)] : all;
}

/** @param {Place} a @param {Place} b */
export const same = (a, b) => a.kind === b.kind && path(a) === path(b);
