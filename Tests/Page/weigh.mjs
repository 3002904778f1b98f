// The size of the page's JavaScript as served, gzipped file by file. node Tests/Page/weigh.mjs
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { posix } from 'node:path';
import { gzipSync } from 'node:zlib';
import { languages } from '../../Services/Gateway/Page/language.js';

/** The directory of the features; the page's files are in their directories `Page`. */
export const services = new URL('../../Services/', import.meta.url);
/** The page's files, by their paths in this directory. */
export const files = readdirSync(services).map((feature) => `${feature}/Page`).filter((folder) => existsSync(new URL(folder, services)))
  .flatMap((folder) => readdirSync(new URL(folder, services)).map((name) => `${folder}/${name}`)).sort();
/** The modules among them. */
export const modules = files.filter((name) => name.endsWith('.js'));
export const bytes = (name) => readFileSync(new URL(name, services));
export const text = (name) => bytes(name).toString();

/** A module as the gateway serves it: comment-only lines are emptied. */
export function served(source) {
  let isInside = false;
  return source.split('\n').map((line) => {
    const text = line.trim();
    if (isInside) {
      isInside = !text.endsWith('*/');
      return '';
    }
    if (text.startsWith('//')) return '';
    if (!text.startsWith('/*') || (text.includes('*/') && !text.endsWith('*/'))) return line;
    isInside = !text.endsWith('*/');
    return '';
  }).join('\n');
}

/** The path of a module that another one imports. */
export const resolved = (from, path) => posix.join(posix.dirname(from), path);

/** Maximum size of the modules of a first visit, in bytes. */
export const most = 30_000;

/** Maximum size of the modules and the texts of a first visit in another language than English, in bytes. */
export const mostTranslated = 50_000;

/**
 * The modules that a first visit loads.
 * @param {string} [language] whose texts it loads, too
 */
export const first = (language = 'en') => new Set(['Gateway/Page/start.js', ...closure('Gateway/Page/main.js'),
  ...modules.filter((name) => name.endsWith(`/words.${language}.js`))]);

/** The static imports of a module, recursively. */
export function closure(name, found = new Set()) {
  if (found.has(name)) return found;
  found.add(name);
  for (const [, from] of text(name).matchAll(/^(?:import|export) .*from '(\.[^']+)'/gm)) closure(resolved(name, from), found);
  return found;
}

export const weight = (names, as = served) => [...names].reduce((sum, name) => sum + gzipSync(as(text(name)), { level: 9 }).length, 0);

if (process.argv[1]?.endsWith('weigh.mjs')) {
  const needed = first();
  for (const name of modules) console.log(String(weight([name])).padStart(6), needed.has(name) ? 'first' : '     ', name);
  console.log(`a first visit: ${weight(needed)} of at most ${most} bytes in ${needed.size} modules (${weight(needed, (it) => it)} with their comments)`);
  for (const language of languages) console.log(`in ${language}: ${weight(first(language))} of at most ${language === 'en' ? most : mostTranslated} bytes`);
  console.log(`all: ${weight(modules)} bytes in ${modules.length} modules (${weight(modules, (it) => it)} with their comments)`);
}
