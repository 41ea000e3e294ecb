/** Small helpers over the DOM. Text only ever enters as text. */

/**
 * @param {string} tag
 * @param {Record<string, string>} attributes
 * @param {...(Node | string)} children
 */
export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

/** Sets the text only where it differs, so that screen readers hear changes alone. */
export function setText(target, text) {
  if (target.textContent !== text) target.textContent = text;
}

/** The element that has the focus, inside shadow roots too. */
export function focused() {
  let active = document.activeElement ?? document.body;
  while (active.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
  return active;
}

/** Calls back once the browser has painted what was changed just now. */
export function afterPaint(callback) {
  requestAnimationFrame(() => setTimeout(callback));
}
