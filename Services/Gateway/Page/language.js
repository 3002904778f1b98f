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
export const language = pick([globalThis.localStorage?.getItem('language') ?? '', ...wanted]);

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
export const locale = localeOf(wanted.find((tag) => base(tag) === language) ?? language);

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

/** Loads the texts of the language. Those of groups that are already loaded are replaced in place. */
export async function speak() {
  document.documentElement.lang = language;
  document.documentElement.dir = language === 'ar' ? 'rtl' : 'ltr';
  if (language !== 'en') await Promise.all(sources.map(async (source) => {
    const { places, ...all } = await import(`../../${source}/Page/words.${language}.js`);
    Object.assign(titles, places);
    for (const name in all) {
      translated[`${source}.${name}`] = all[name];
      translate(groups[`${source}.${name}`] ?? {}, all[name]);
    }
  }));
}
