// Places and their paths, which correspond one to one. A path is a deep link without `standups://`. Features
// declare their places.
import { features, ruleOf } from './parts.js';

const id = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** @param {string} text */
const bytes = (text) => new TextEncoder().encode(text).length;

/** @param {Place} place */
export const rule = ({ kind }) => ruleOf(kind);

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

/**
 * Returns the place of a path, or null if the path is invalid.
 * @param {string} path starts with a slash and may end with one
 * @param {string} [query] such as `?q=words`
 * @returns {Place | null}
 */
export function parse(path, query = '') {
  if (bytes(path) + bytes(query) > 4096) return null;
  const steps = path.slice(1).split('/');
  if (steps[steps.length - 1] === '') steps.pop();
  for (const { places } of features) {
    for (const kind in places) {
      const place = match(kind, places[kind], steps, query);
      if (place) return place;
    }
  }
  return null;
}

/**
 * Returns the place of this kind if its path consists of the given steps; null otherwise.
 * @param {string} kind @param {PlaceRule} rule @param {string[]} given @param {string} query @returns {Place | null}
 */
function match(kind, { path, hasQuery, forms }, given, query) {
  const steps = path.split('/').filter(Boolean);
  const found = hasQuery ? words(query) : query && null;
  if (found === null || steps.length !== given.length) return null;
  /** @type {Record<string, string>} */
  const place = hasQuery ? { kind, query: found } : { kind };
  const isSame = steps.every((step, index) => {
    const text = given[index];
    if (step[0] !== ':') return step === text;
    const name = step.slice(1);
    const form = forms?.[name] ?? id;
    place[name] = form.ignoreCase ? text.toLowerCase() : text;
    return form.test(text);
  });
  return isSame ? /** @type {any} */ (place) : null;
}

/** @param {string} text */
const coded = (text) => encodeURIComponent(text).replace(/[!'()*]/g,
  (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);

/**
 * Returns the path of a place, including its query.
 * @param {Place} place @returns {string}
 */
export function path(place) {
  const path = (rule(place)?.path ?? '/').replace(/:(\w+)/g, (_, name) => /** @type {any} */ (place)[name]);
  return 'query' in place && place.query ? `${path}?q=${coded(place.query)}` : path;
}

/**
 * Returns the deep link of a place.
 * @param {Place} place
 */
export const link = (place) => `standups://${path(place)}`;

/**
 * Returns the stack of places, from the list to the place itself.
 * @param {Place} place
 * @returns {Place[]}
 */
export function stack(place) {
  const below = under(place);
  return below ? [...stack(below), place] : [place];
}

/**
 * Returns the place below, which is shown when this place is closed; null for the list.
 * @param {Place} place @returns {Place | null}
 */
export function under(place) {
  if (place.kind === 'list') return null;
  const below = /** @type {any} */ ({ kind: rule(place)?.under ?? 'list' });
  for (const [, name] of rule(below)?.path.matchAll(/:(\w+)/g) ?? []) below[name] = /** @type {any} */ (place)[name];
  return below;
}

/**
 * True if the place is an alert, which covers the column of the place below.
 * @param {Place} place
 */
export const isAlert = (place) => !!rule(place)?.alert;

/**
 * Returns the places that have a column: the list, and the two deepest places of the stack that are not alerts.
 * @param {Place} place
 */
export function columns(place) {
  const all = stack(place).filter((each) => !isAlert(each));
  return all.length > 3 ? [all[0], ...all.slice(-2)] : all;
}

/** @param {Place} a @param {Place} b */
export const same = (a, b) => a.kind === b.kind && path(a) === path(b);
