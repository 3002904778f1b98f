// Numbers with nouns, in languages other than English. Loaded with their texts.

/**
 * Returns a function that puts a number into the form of a text that it needs (Unicode CLDR plural rules). `#` stands for the
 * number, with digits as in the countdown.
 * @param {string} language
 */
export function plurals(language) {
  const rules = new Intl.PluralRules(language);
  const numbers = new Intl.NumberFormat(`${language}-u-nu-latn`);
  return (/** @type {number} */ count, /** @type {{ other: string } & Partial<Record<Intl.LDMLPluralRule, string>>} */ forms) =>
    (forms[rules.select(count)] ?? forms.other).replace('#', () => digits(numbers, count));
}

/**
 * Returns a function that formats a number.
 * @param {string} language
 */
export function numbers(language) {
  const format = new Intl.NumberFormat(`${language}-u-nu-latn`);
  return (/** @type {number} */ count) => digits(format, count);
}

/**
 * Tests pass a text in place of a number, which is left as it is.
 * @param {Intl.NumberFormat} format @param {unknown} count
 */
const digits = (format, count) => (typeof count === 'number' ? format.format(count) : String(count));

/**
 * Returns a function that joins names.
 * @param {string} language
 */
export function lists(language) {
  const format = new Intl.ListFormat(language);
  return (/** @type {string[]} */ names) => format.format(names);
}

/**
 * Isolates a name from the direction of the text around it (UAX #9), in a language that is written from right to left.
 * @param {string | number} name
 */
export const isolated = (name) => `\u2068${name}\u2069`;
