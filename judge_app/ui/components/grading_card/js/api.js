/** The card's line to the server: one function per route, one kind of failure. */

const PATIENCE_MS = 20_000;
/** A request of this size outlives the page (browsers allow 64 kB in all). */
const KEEPALIVE_LENGTH = 16_000;

/**
 * Why a request gave no answer.
 *
 * kind "offline": no answer, or the server asks to come back later;
 * "expired": sign in again; "forbidden": this person may not; "invalid": this content never will.
 */
export class ApiFailure extends Error {
  constructor(kind, message, options) {
    super(message, options);
    this.kind = kind;
  }
}

/** @param {number} status of an answer that is not a success */
function kindOf(status) {
  if (status === 401) return "expired";
  if (status === 403) return "forbidden";
  return [400, 409, 413, 422].includes(status) ? "invalid" : "offline";
}

export class GradingApi {
  /** Handed anew by the page at every run, so it is replaced, not fixed. */
  token = "";
  #base;

  /** @param {string} base path of the API, e.g. "/api/v1" */
  constructor(base) {
    this.#base = `${base}/grading`;
  }

  next(count, holding, queryId) {
    return this.#post("/next", { count, holding, query_id: queryId });
  }

  judge(items) {
    return this.#post("/judgments", { items });
  }

  pair(queryId, docId) {
    return this.#post("/pair", { query_id: queryId, doc_id: docId });
  }

  release(pairs) {
    return this.#post("/release", { pairs });
  }

  /** @param {number} offset minutes east of UTC */
  day(offset, remaining) {
    return this.#request(`/day?offset=${offset}&remaining=${remaining}`, {});
  }

  query(queryId) {
    return this.#request(`/query?query_id=${encodeURIComponent(queryId)}`, {});
  }

  history(queryId, docId) {
    const names = new URLSearchParams({ query_id: queryId, doc_id: docId });
    return this.#request(`/history?${names}`, {});
  }

  mine(limit, before) {
    const range = before === null ? `limit=${limit}` : `limit=${limit}&before=${before}`;
    return this.#request(`/mine?${range}`, {});
  }

  #post(path, content) {
    const body = JSON.stringify(content);
    return this.#request(path, {
      method: "POST",
      body,
      keepalive: body.length < KEEPALIVE_LENGTH,
    });
  }

  async #request(path, options) {
    const headers = { "content-type": "application/json", authorization: `Bearer ${this.token}` };
    let response;
    let content;
    try {
      const signal = AbortSignal.timeout(PATIENCE_MS);
      response = await fetch(this.#base + path, { ...options, headers, signal });
      content = await response.json();
    } catch (cause) {
      const kind = response && !response.ok ? kindOf(response.status) : "offline";
      throw new ApiFailure(kind, "The server does not answer.", { cause });
    }
    if (response.ok) return content;
    const { message, hint } = content?.error ?? {};
    throw new ApiFailure(kindOf(response.status), [message, hint].filter(Boolean).join(" "));
  }
}

/** Milliseconds to wait before trying again, after so many failures in a row. */
export function patienceAfter(failures) {
  return Math.min(500 * 2 ** (failures - 1), 5_000);
}
