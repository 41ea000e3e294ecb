/** The browser's storages, which settings may forbid and disks may fill. */

/**
 * @param {"localStorage" | "sessionStorage"} kind
 * @returns {Storage | null} null where the browser allows none
 */
export function browserStorage(kind) {
  try {
    return window[kind];
  } catch {
    // Reading the property itself throws where storage is switched off.
    return null;
  }
}

/** @returns {boolean} whether the text is kept */
export function keep(storage, key, text) {
  try {
    storage.setItem(key, text);
    return true;
  } catch {
    // No storage, none allowed, or full: the caller goes on without.
    return false;
  }
}
