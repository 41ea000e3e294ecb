/** One session per project and person, as long as the browser tab lives. */

import { Session } from "./session.js";

const sessions = new Map();

/** @param {{api: string, project: string, person_id: string}} data from the page */
export function sessionFor(data) {
  const owner = JSON.stringify([data.project, data.person_id]);
  if (!sessions.has(owner)) sessions.set(owner, new Session(data));
  return sessions.get(owner);
}
