// The size of the page's JavaScript as served, gzipped file by file. node Tests/Page/weigh.mjs
import { readFileSync, readdirSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const folder = new URL('../../Sources/Page/', import.meta.url);
const files = readdirSync(folder).filter((name) => name.endsWith('.js'));
const text = Object.fromEntries(files.map((name) => [name, readFileSync(new URL(name, folder), 'utf8')]));

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

/** The modules that a first visit loads. */
export const first = () => new Set(['start.js', ...closure('main.js')]);

/** The static imports of a module, recursively. */
export function closure(name, found = new Set()) {
  if (found.has(name)) return found;
  found.add(name);
  for (const [, from] of text[name].matchAll(/^(?:import|export) .*from '\.\/([^']+)'/gm)) closure(from, found);
  return found;
}

export const weight = (names, as = served) => [...names].reduce((sum, name) => sum + gzipSync(as(text[name]), { level: 9 }).length, 0);
export const all = files;

if (process.argv[1]?.endsWith('weigh.mjs')) {
  const needed = first();
  for (const name of files) console.log(String(weight([name])).padStart(6), needed.has(name) ? 'first' : '     ', name);
  console.log(`a first visit: ${weight(needed)} bytes in ${needed.size} modules (${weight(needed, (it) => it)} with their comments)`);
  console.log(`all: ${weight(files)} bytes in ${files.length} modules (${weight(files, (it) => it)} with their comments)`);
}
