// The language of the page: the one that the person chose in this browser, or the first of the browser's own that the page
// has. English texts are in words*.js of the features; those of another language are in their words.LANGUAGE.js.

/** Languages of the page (ISO 639-1). */
export const languages = ['en', 'de', 'fr', 'es', 'ja', 'ar'];

/** Directories of the features that have texts. */
export const sources = ['Cells', 'Focus', 'Gateway', 'History', 'People', 'Router', 'Schedule', 'Standups', 'Transcription', 'Webhooks'];

/** @param {string} tag such as de-AT (RFC 5646) */
const base = (tag) => tag.split('-')[0].toLowerCase();

/**
 * Returns the first language that the page has; otherwise English.
 * @param {readonly string[]} tags
 */
export const pick = (tags) => tags.map(base).find((each) => languages.includes(each)) ?? 'en';

const wanted = globalThis.navigator?.languages ?? [];
export let language = pick([globalThis.localStorage?.getItem('language') ?? '', ...wanted]);

/**
 * Returns a locale with the digits of the countdown; that of the language if the tag is invalid, such as en-US@posix.
 * @param {string} tag @returns {string}
 */
export function localeOf(tag) {
  try {
    return `${new Intl.Locale(tag, { numberingSystem: 'latn' })}`;
  } catch {
    return `${base(tag)}-u-nu-latn`;
  }
}

/** Locale of dates, numbers and names. */
export let locale = localeOf(wanted.find((tag) => base(tag) === language) ?? language);

/** Maximum time for loading the texts of the language, in milliseconds. */
const maxWaitMs = 8000;
/** The language whose texts could not be loaded in that time, so that the page is in English; empty for none. */
export let missing = '';

/**
 * Groups of texts that are loaded, by the directory of the feature and their name.
 * @type {Record<string, any>}
 */
export const groups = {};
/**
 * Groups of texts in the language; empty in English.
 * @type {Record<string, any>}
 */
const translated = {};
/**
 * Titles of places in the language, by kind.
 * @type {Record<string, { title: string }>}
 */
export const titles = {};

/**
 * Replaces texts by those in the language. A text that is missing there stays English.
 * @param {any} into @param {any} from
 */
export function translate(into, from) {
  for (const key in from) {
    if (typeof from[key] === 'object' && !Array.isArray(from[key])) translate(into[key] ?? {}, from[key]);
    else into[key] = from[key];
  }
}

/**
 * Returns a group of texts, in the language.
 * @template T @param {string} name directory of the feature and name of the group @param {T} english @returns {T}
 */
export function inLanguage(name, english) {
  translate((groups[name] = english), translated[name]);
  return english;
}

/**
 * Loads the texts of the language. Those of groups that are already loaded are replaced in place. If a file of them does not
 * load in time, the whole page is in English.
 * @param {(source: string) => Promise<any>} load @param {number} waitMs
 */
export async function speak(load = (source) => import(`../../${source}/Page/words.${language}.js`), waitMs = maxWaitMs) {
  const root = document.documentElement;
  root.lang = language;
  root.dir = language === 'ar' ? 'rtl' : 'ltr';
  if (language !== 'en') try {
    const found = await Promise.race([Promise.all(sources.map(load)), new Promise((_, reject) => setTimeout(reject, waitMs))]);
    sources.forEach((source, index) => {
      const { places, ...all } = found[index];
      Object.assign(titles, places);
      for (const name in all) {
        translated[`${source}.${name}`] = all[name];
        translate(groups[`${source}.${name}`] ?? {}, all[name]);
      }
    });
  } catch {
    // offline.js says so.
    missing = language;
    root.lang = language = locale = 'en';
    root.dir = 'ltr';
  }
}
