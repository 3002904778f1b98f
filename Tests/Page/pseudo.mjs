// A language for tests, made from the English texts: [ßţřîñğ ~~~], 40 % longer. A text that the page shows in plain letters is not
// in a words file. node Tests/Page/pseudo.mjs FEATURE prints the file that stands in for the feature's words of a language.
import './unit/page.mjs';
import { groups } from '../../Services/Gateway/Page/language.js';
import { features } from '../../Services/Gateway/Page/parts.js';
import { modules } from './weigh.mjs';

/**
 * A group of texts in the language. Arguments of a text stay as they are. This function is also printed, so it uses nothing else.
 */
export function pseudo(group) {
  const letters = { from: 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ', to: 'åƀçďéƒğĥîĵķļḿñöþǫřšţûṽŵẋýžÅƁÇĎÉƑĞĤÎĴĶĻḾÑÖÞǪŘŠŢÛṼŴẊÝŽ' };
  /** Parts of the syntax of the filter, which are the same in every language. */
  const syntax = ['team', 'running'];
  const changed = (text) => [...text].map((each) => letters.to[letters.from.indexOf(each)] ?? each).join('');
  const given = (text) => text && `\u0001${text}\u0002`;
  const marked = (value) => {
    if (Array.isArray(value)) return value.map(marked);
    return typeof value === 'string' ? given(value) : value;
  };
  const shown = (text) => text && `[${text.split(/\u0001([^\u0001\u0002]*)\u0002/).map((part, index) => (index % 2 ? part : changed(part))).join('')} ${'~'.repeat(Math.ceil(text.length * 0.4))}]`;
  const made = (it) => {
    if (typeof it === 'string') return shown(it);
    if (typeof it === 'function') return (...values) => shown(it(...values.map(marked)));
    // The first of a pair is a value or a key of the keyboard.
    if (Array.isArray(it)) return it.map((each) => (Array.isArray(each) ? [each[0], made(each[1])] : made(each)));
    return Object.fromEntries(Object.entries(it).map(([key, each]) => [key, syntax.includes(key) && typeof each === 'string' ? each : made(each)]));
  };
  return made(group);
}

/** The titles of all places. */
const titles = () => Object.fromEntries(features.flatMap(({ places = {} }) => Object.entries(places)).filter(([, { title }]) => title)
  .map(([kind, { title }]) => [kind, { title: pseudo(title) }]));

/** The file of a feature. The page has to load the English texts first, so the file imports them. */
export const file = (feature) => [
  "import { groups } from '../../Gateway/Page/language.js';",
  ...modules.filter((name) => name.startsWith(`${feature}/`) && /words(-[a-z]+)?\.js$/.test(name)).map((name) => `import '${name.replace(/^.*\//, './')}';`),
  pseudo.toString(),
  ...Object.keys(groups).filter((name) => name.startsWith(`${feature}.`)).map((name) => `export const ${name.split('.')[1]} = pseudo(groups['${name}']);`),
  ...(feature === 'Gateway' ? [`export const places = ${JSON.stringify(titles())};`] : []), ''].join('\n');

if (process.argv[1]?.endsWith('pseudo.mjs')) process.stdout.write(file(process.argv[2]));
