// Pictures of figures, drawn as SVG. They have no text, so that they can be stretched to any width; a table beside each has
// the numbers.
import { h } from '../../Gateway/Page/dom.js';

/**
 * Draws columns from left to right, each of pieces on top of one another, and a line across those that have one.
 * @param {string} label description of the picture
 * @param {{ pieces: { kind: string, value: number }[], line?: number }[]} columns
 * @returns {Child}
 */
export function columns(label, columns) {
  const total = (/** @type {{ pieces: { value: number }[] }} */ { pieces }) => pieces.reduce((sum, { value }) => sum + value, 0);
  const most = Math.max(1, ...columns.map((each) => Math.max(total(each), each.line ?? 0)));
  const width = 100 / Math.max(8, columns.length);
  return picture(label, columns.flatMap((column, index) => {
    const x = index * width + width * 0.12;
    let y = 100;
    const parts = column.pieces.filter(({ value }) => value > 0).map(({ kind, value }) => {
      const height = (value / most) * 96;
      y -= height;
      return h('rect', { class: kind, x: fixed(x), y: fixed(y), width: fixed(width * 0.76), height: fixed(height) });
    });
    const line = column.line === undefined ? [] : [at(column.line / most, x, width)];
    return [...parts, ...line];
  }));
}

/** @param {number} share @param {number} x @param {number} width */
function at(share, x, width) {
  const y = fixed(100 - share * 96);
  return h('line', { class: 'plan', x1: fixed(x - width * 0.08), x2: fixed(x + width * 0.84), y1: y, y2: y });
}

/**
 * Draws one bar from the left.
 * @param {number} share of the longest bar, from 0 to 1
 */
export const bar = (share) => h('svg', { class: 'bar', viewBox: '0 0 100 10', preserveAspectRatio: 'none', 'aria-hidden': 'true' },
  h('rect', { class: 'used', x: '0', y: '0', width: fixed(Math.max(0, Math.min(1, share)) * 100), height: '10' }));

/** @param {string} label @param {Child[]} content */
const picture = (label, content) => h('svg', { class: 'chart', viewBox: '0 0 100 100', preserveAspectRatio: 'none', role: 'img', 'aria-label': label }, content);

/** @param {number} number */
const fixed = (number) => number.toFixed(2);
