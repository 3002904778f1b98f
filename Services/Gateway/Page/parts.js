// Features of the page, and their parts, which are modules that are loaded when they are needed. Shared modules
// other than features.js, which lists the features, access them only through this module.

/** @type {Feature[]} */
export const features = [];

/**
 * Loaded parts, by name.
 * @type {Record<string, Part | undefined>}
 */
export const parts = {};

/** Returns the features and the loaded parts. */
export const loaded = () => /** @type {Part[]} */ ([...features, ...Object.values(parts)]);

/**
 * Returns the rule of a kind of place.
 * @param {string} kind
 */
export const ruleOf = (kind) => features.map(({ places }) => places?.[kind]).find(Boolean);

/** @param {string} name */
export async function load(name) {
  const loader = features.map((each) => each.parts?.[name]).find(Boolean);
  parts[name] ??= await fetched(/** @type {() => Promise<Part>} */ (loader));
}

/**
 * Loads a module on demand, and retries during a short network outage.
 * @template T @param {() => Promise<T>} module @returns {Promise<T>}
 */
export async function fetched(module, tries = 5) {
  try {
    return await module();
  } catch (error) {
    if (!tries) throw error;
    await new Promise((done) => setTimeout(done, 1000));
    return fetched(module, tries - 1);
  }
}
