// The languages of the page: which one is chosen, and whether each has every text, with everything that the English one contains.
import './page.mjs';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { groups, languages, localeOf, pick, sources, translate } from '../../../Services/Gateway/Page/language.js';
import { features } from '../../../Services/Gateway/Page/parts.js';
import { pseudo } from '../pseudo.mjs';
import { files, services, text } from '../weigh.mjs';

const others = languages.filter((each) => each !== 'en');
/** The texts of each language, by group; the titles of places are the group `places`. */
const all = Object.fromEntries(await Promise.all(others.map(async (language) => {
  const found = { places: {} };
  for (const source of sources) {
    const { places, ...rest } = await import(new URL(`${source}/Page/words.${language}.js`, services));
    Object.assign(found.places, places);
    for (const name in rest) found[`${source}.${name}`] = rest[name];
  }
  return [language, found];
})));
const titles = Object.fromEntries(features.flatMap(({ places = {} }) => Object.entries(places)).filter(([, { title }]) => title).map(([kind, { title }]) => [kind, { title }]));
const english = { ...groups, places: titles };

/** The texts of a group by their paths: texts, functions and lists. */
const texts = (group, path = '') => Object.entries(group).flatMap(([key, each]) => (each && typeof each === 'object' && !Array.isArray(each)
  ? texts(each, `${path}${key}.`) : [[path + key, each]]));
const table = (found) => new Map(Object.entries(found).flatMap(([name, group]) => texts(group, `${name}: `)));
const kind = (it) => (Array.isArray(it) ? `list of ${it.length}${Array.isArray(it[0]) ? ' pairs' : ''}` : typeof it === 'function' ? `function of ${it.length}` : typeof it);

/** Calls a text with values made by `make`, as lists of names or as figures where it needs them. */
function call(path, it, make) {
  const values = Array.from({ length: it.length }, (_, index) => make(index));
  if (path === 'People.words: erase.standup') return it(values[0], { isAttendee: true, meetings: make(1), segments: make(2), unattributed: make(3) });
  const isOfNames = /presence: (many|missing)$|updates: none$/.test(path);
  return it(...(isOfNames ? [[String(make(0)), String(make(5))], ...values.slice(1)] : values));
}

test('the first language that the page has is chosen, whatever its region', () => {
  assert.deepEqual([['de-AT'], ['', 'pt-BR', 'fr-CA', 'en'], ['AR'], ['ja'], ['tlh', 'xx'], []].map(pick), ['de', 'fr', 'ar', 'ja', 'en', 'en']);
  assert.equal(pick(['es', 'de-AT']), 'es', 'the choice of the person comes first');
});

test('an invalid tag of the browser has the locale of its language', () => {
  assert.deepEqual(['de-AT', 'en-US@posix', 'ar-EG'].map(localeOf), ['de-AT-u-nu-latn', 'en-u-nu-latn', 'ar-EG-u-nu-latn']);
});

/** A fresh module of the language, in a browser whose language is German. */
async function german(name) {
  const document = { documentElement: {} };
  const before = Object.getOwnPropertyDescriptor(globalThis, 'navigator');
  Object.defineProperty(globalThis, 'navigator', { value: { languages: ['de-AT'] }, configurable: true });
  globalThis.document = /** @type {any} */ (document);
  const page = await import(new URL(`Gateway/Page/language.js?${name}`, services));
  if (before) Object.defineProperty(globalThis, 'navigator', before);
  return { page, root: document.documentElement };
}

test('a file of texts that never loads, or fails, leaves the whole page in English', async () => {
  const files = (source) => Promise.resolve({ places: { x: { title: `Ort ${source}` } }, words: { go: 'Los' } });
  const loads = { all: files, hangs: (source) => (source === 'Focus' ? new Promise(() => {}) : files(source)),
    fails: (source) => (source === 'Focus' ? Promise.reject(new TypeError('offline')) : files(source)) };
  for (const [name, load] of Object.entries(loads)) {
    const { page, root } = await german(name);
    await page.speak(load, 20);
    const isGerman = name === 'all';
    assert.deepEqual([page.language, page.missing, root.lang, root.dir], isGerman ? ['de', '', 'de', 'ltr'] : ['en', 'de', 'en', 'ltr'], name);
    assert.equal(page.locale, isGerman ? 'de-AT-u-nu-latn' : 'en', name);
    assert.equal(page.inLanguage('Cells.words', { go: 'Go' }).go, isGerman ? 'Los' : 'Go', name);
  }
});

test('every feature with words has a file of each language', () => {
  assert.deepEqual(sources, files.filter((name) => name.endsWith('/words.js')).map((name) => name.split('/')[0]));
  const expected = sources.flatMap((source) => others.map((each) => `${source}/Page/words.${each}.js`)).sort();
  assert.deepEqual(files.filter((name) => /words\.[a-z]+\.js$/.test(name)), expected);
});

test('every group of English texts has a name', () => {
  // The column names of the CSV file are the same in every language.
  const isKept = (group) => group === 'History/Page/words.js: columns';
  const found = files.filter((name) => /[/-]words(-later)?\.js$/.test(name)).flatMap((name) => {
    const source = text(name);
    const named = [...source.matchAll(/inLanguage\('([^']+)', \{/g)].map(([, group]) => group);
    return [...named.length ? named : [name], ...[...source.matchAll(/^export const (\w+) = \{/gm)].map(([, group]) => `${name}: ${group}`)];
  });
  assert.deepEqual(found.filter((group) => !isKept(group)).sort(), Object.keys(groups).sort(), 'each of these is in inLanguage, with a name of its own');
});

test('every language has the texts of English, of the same kind', () => {
  const wanted = table(english);
  const wrong = others.flatMap((language) => {
    const found = table(all[language]);
    return [...[...wanted].filter(([path]) => !found.has(path)).map(([path]) => `${language} lacks ${path}`),
      ...[...found].filter(([path]) => !wanted.has(path)).map(([path]) => `${language} has no use for ${path}`),
      ...[...wanted].filter(([path, it]) => found.has(path) && kind(found.get(path)) !== kind(it)).map(([path, it]) => `${language}: ${path} is a ${kind(found.get(path))}, not a ${kind(it)}`)];
  });
  assert.deepEqual(wrong, [], `\n${wrong.join('\n')}\n`);
});

test('every text contains the values that the English one contains, as often', () => {
  const count = (text, value) => text.split(value).length - 1;
  const wrong = [];
  for (const [path, it] of table(english)) {
    if (typeof it !== 'function') continue;
    const marks = [0, 1, 2, 3, 4, 5].map((index) => `§${index}§`);
    const wanted = call(path, it, (index) => marks[index]);
    for (const language of others) {
      const found = table(all[language]).get(path);
      if (typeof found !== 'function') continue;
      const text = call(path, found, (index) => marks[index]);
      for (const mark of marks) if (count(text, mark) !== count(wanted, mark)) wrong.push(`${language}: ${path} contains ${mark} ${count(text, mark)} times: ${text}`);
    }
  }
  assert.deepEqual(wrong, [], `\n${wrong.join('\n')}\n`);
});

test('every number has a form in every language', () => {
  for (const language of others) {
    for (const [path, it] of table(all[language])) {
      if (typeof it !== 'function') continue;
      for (const number of [0, 1, 2, 3, 11, 100, 1_000_000]) assert.doesNotMatch(call(path, it, () => number), /#|undefined|NaN/, `${language}: ${path} of ${number}`);
    }
  }
  assert.deepEqual([1, 2, 3, 11, 100].map(all.ar['Standups.words'].people), ['مشارك واحد', 'مشاركان', '3 مشاركين', '11 مشاركًا', '100 مشارك']);
  assert.deepEqual([1, 2000].map(all.de['Standups.words'].people), ['1 Person', '2.000 Personen']);
});

test('values of forms and of the filter are the same in every language', () => {
  for (const language of others) {
    const { team, running } = all[language]['Standups.words'];
    assert.deepEqual([team, running], [english['Standups.words'].team, english['Standups.words'].running], language);
    for (const [path, it] of table(english)) {
      if (Array.isArray(it?.[0]) && !path.endsWith('help.keys')) assert.deepEqual(table(all[language]).get(path).map(([value]) => value), it.map(([value]) => value), `${language}: ${path}`);
    }
  }
});

test('Japanese and Arabic texts are not left in Latin letters', () => {
  for (const [language, script] of [['ja', /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u], ['ar', /\p{Script=Arabic}/u]]) {
    const same = [...table(all[language])].filter(([path, it]) => typeof it === 'string' && /[A-Za-z]{2}/.test(it) && !script.test(it) && it !== table(english).get(path));
    assert.deepEqual(same, [], language);
    const left = [...table(all[language])].filter(([path, it]) => typeof it === 'string' && it && it === table(english).get(path)).map(([path]) => path);
    assert.deepEqual(left, ['Gateway.w: app', 'Standups.words: title', 'Standups.words: team', 'Standups.words: running'].filter((path) => left.includes(path)), `${language}: as in English`);
  }
});

test('a text that a language lacks stays English', () => {
  const words = { save: 'Save', of: (name) => `of ${name}`, list: ['a', 'b'], deep: { one: 'One', two: 'Two' } };
  translate(words, { save: 'Sichern', list: ['x', 'y'], deep: { two: 'Zwei' }, unknown: { any: '' } });
  assert.deepEqual([words.save, words.of('x'), words.list, words.deep], ['Sichern', 'of x', ['x', 'y'], { one: 'One', two: 'Zwei' }]);
});

test('the language of tests changes texts, and not their values', () => {
  const { of, save, pairs, list } = pseudo({ save: 'Save', of: (name) => `of ${name}`, pairs: [['key', 'Text']], list: (names) => names.join(' and ') });
  assert.deepEqual([save, of('Ada'), pairs, list(['Ada', 'Bob'])], ['[Šåṽé ~~]', '[öƒ Ada ~~~~]', [['key', '[Ţéẋţ ~~]']], '[Ada åñď Bob ~~~~~~]']);
});

test('the style sheet has no left or right, except for the sides of pictures', () => {
  const sheet = readFileSync(new URL('Gateway/Page/page.css', services), 'utf8');
  const physical = sheet.split('\n').filter((line) => /(?:margin|padding|border)-(?:left|right)\b|[{;] *(?:left|right):|text-align: (?:left|right)/.test(line) && !line.startsWith('[dir='));
  assert.deepEqual(physical, []);
});
