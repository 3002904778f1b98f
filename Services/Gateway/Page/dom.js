// Renders trees of nodes into the document. It changes only the parts that differ, and never parses
// markup.

const svg = 'http://www.w3.org/2000/svg';
/** Names that are set as properties, because their attributes are only initial values. */
const properties = new Set(['value', 'checked', 'selected', 'scrollTop']);
const events = new Set(['click', 'pointerdown', 'input', 'change', 'submit', 'keydown', 'cancel', 'close', 'blur', 'toggle', 'dragstart', 'dragover', 'drop', 'animationend']);

/**
 * Receives the actions that handlers return.
 * @type {{ send: (action: Action) => void }}
 */
export const outlet = { send: () => {} };

/**
 * Creates a node. `key` distinguishes it from its siblings. A handler is an action, or a function that returns an
 * action for an event.
 * @param {string} tag
 * @param {Props | null} [props]
 * @param {...Child} children
 * @returns {Node_}
 */
export function h(tag, props, ...children) {
  return { tag, props: props ?? {}, key: props?.key, children: nodes(children) };
}

/**
 * Creates a node that is rebuilt only if one of `deps` has changed.
 * @param {string} key
 * @param {unknown[]} deps
 * @param {() => Node_} make
 * @returns {Node_}
 */
export const lazy = (key, deps, make) => ({ tag: '', props: {}, children: [], key, deps, make });

/** @param {Child[]} children @param {Node_[]} [into] @returns {Node_[]} */
function nodes(children, into = []) {
  for (const child of children) {
    if (Array.isArray(child)) nodes(child, into);
    else if (typeof child === 'object' && child) into.push(child);
    else if (child || child === 0) into.push({ tag: '', props: {}, children: [], text: String(child) });
  }
  return into;
}

/** @type {Props} */
const nothing = {};
/** @type {WeakMap<Element, Node_[]>} */
const drawn = new WeakMap();

/** @param {Element} parent @param {Child[]} children */
export function render(parent, children) {
  /** @type {(() => void)[]} */
  const mounted = [];
  const after = nodes(children);
  // The first rendering replaces the initial content of the document.
  if (!drawn.has(parent)) parent.replaceChildren();
  place(parent, drawn.get(parent) ?? [], after, mounted);
  drawn.set(parent, after);
  for (const mount of mounted) mount();
}

/** @param {Element} parent @param {Node_[]} before @param {Node_[]} after @param {(() => void)[]} mounted */
function place(parent, before, after, mounted) {
  const old = new Map();
  const names = namer();
  for (const node of before) old.set(names(node), node);
  const name = namer();
  const pairs = after.map((node, index) => {
    const id = name(node);
    let match = old.get(id);
    if (node.make) {
      if (match?.deps && node.deps?.every((dep, i) => dep === match.deps[i])) {
        old.delete(id);
        return (after[index] = match);
      }
      after[index] = Object.assign(node.make(), { key: node.key, deps: node.deps });
    }
    const made = after[index];
    if (match && match.tag !== made.tag) match = undefined;
    if (match) old.delete(id);
    return (after[index] = match ? update(match, made, mounted) : create(made, parent, mounted));
  });
  for (const node of old.values()) {
    if (node.el instanceof HTMLDialogElement) node.el.close();
    node.el.remove();
  }
  let next = parent.firstChild;
  for (const { el } of pairs) {
    if (el === next) next = next?.nextSibling ?? null;
    else parent.insertBefore(/** @type {Node} */ (el), next);
  }
}

/** Returns a function that names a node without a key by its tag and the number of earlier nodes with that tag. */
function namer() {
  /** @type {Record<string, number>} */
  const count = {};
  return (/** @type {Node_} */ { key, tag, make }) =>
    key !== undefined || make ? `=${key}` : `${tag}#${(count[tag] = (count[tag] ?? 0) + 1)}`;
}

/**
 * Returns the node, or a copy if it has an element already, because views may contain the same node several times.
 * @param {Node_} node
 */
const own = (node) => (node.el ? { ...node, children: [...node.children] } : node);

/** @param {Node_} shared @param {Element} parent @param {(() => void)[]} mounted */
function create(shared, parent, mounted) {
  const node = own(shared);
  if (!node.tag) {
    node.el = document.createTextNode(node.text ?? '');
    return node;
  }
  const isSVG = node.tag === 'svg' || (parent.namespaceURI === svg && parent.tagName !== 'foreignObject');
  const el = isSVG ? document.createElementNS(svg, node.tag) : document.createElement(node.tag);
  node.el = el;
  node.children.forEach((child, index) => {
    const made = child.make ? Object.assign(child.make(), { key: child.key, deps: child.deps }) : child;
    el.append(/** @type {Node} */ ((node.children[index] = create(made, el, mounted)).el));
  });
  set(el, nothing, node.props);
  const { mount } = node.props;
  if (mount) mounted.push(() => mount(el));
  return node;
}

/** @param {Node_} old @param {Node_} shared @param {(() => void)[]} mounted */
function update(old, shared, mounted) {
  const node = old === shared ? old : own(shared);
  node.el = old.el;
  if (!node.tag) {
    if (old.text !== node.text) /** @type {Text} */ (old.el).data = node.text ?? '';
    return node;
  }
  const el = /** @type {Element} */ (old.el);
  place(el, old.children, node.children, mounted);
  set(el, old.props, node.props);
  return node;
}

/** @param {any} el @param {Props} before @param {Props} after */
function set(el, before, after) {
  for (const name in before) if (!(name in after)) change(el, name, before, after);
  for (const name in after) change(el, name, before, after);
}

/** @param {any} el @param {string} name @param {Props} before @param {Props} after */
function change(el, name, before, after) {
  const value = after[name];
  if (name === 'key' || name === 'mount') return;
  if (events.has(name)) {
    el[`on${name}`] = value && ((/** @type {Event} */ event) => {
      if (name === 'click' && el.getAttribute('aria-disabled') === 'true') return;
      const action = typeof value === 'function' ? value(event) : value;
      if (action) outlet.send(action);
    });
  } else if (name === 'style') {
    for (const part in value) {
      if (before.style?.[part] !== value[part]) el.style.setProperty(part, value[part]);
    }
  } else if (name === 'disabled') {
    // Disabling a control would remove its focus, and a keyboard user would lose their place.
    const isHeld = !!value && el === document.activeElement;
    const isDisabled = !!value && !isHeld;
    if (el.disabled !== isDisabled) el.disabled = isDisabled;
    if (isHeld) el.setAttribute('aria-disabled', 'true');
    else el.removeAttribute('aria-disabled');
  } else if (properties.has(name)) {
    if (el[name] !== value) el[name] = value ?? '';
  } else if (before[name] !== value) {
    if (value === undefined || value === null || value === false) el.removeAttribute(name);
    else el.setAttribute(name, value === true ? '' : value);
  }
}
