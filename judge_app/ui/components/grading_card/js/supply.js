/**
 * Keeps the queue filled: claims pairs ahead of need, renews the leases while somebody is there,
 * gives back what is not used.
 */

import { namesOf, pairKey } from "./desk.js";
import { keep } from "./storage.js";

const HELD = 16;
const LOW = 8;
const POLL_MS = 10_000;
/** Leases run for 15 minutes; an absent person lets them run out. */
const RENEW_MS = 4 * 60_000;
const ABSENT_MS = 10 * 60_000;
const LAPSED_MS = 14 * 60_000;

export class Supply {
  /** Told after every change. */
  onChange = () => {};
  /** Newest progress as the server sent it, null before the first answer. */
  progress = null;
  /** Pairs the person could still grade, and those that others hold, at the last question. */
  remaining = 0;
  heldByOthers = 0;
  isAsking = false;

  #api;
  #desk;
  #outbox;
  #connection;
  #storage;
  #placeKey;
  #queries = new Map();
  #askedQueries = new Set();
  #isPresent = false;
  #isDrained = false;
  #released = Promise.resolve();
  #pollTimer = 0;
  #acts = 0;
  #lastAct = new Map();
  #activeAt = Date.now();
  #renewedAt = Date.now();

  /**
   * @param {object} parts api, desk, outbox and connection of the session
   * @param {Storage | null} storage of the tab, for the place in the queue
   * @param {string} owner project and person
   */
  constructor({ api, desk, outbox, connection }, storage, owner) {
    this.#storage = storage;
    this.#placeKey = `judgepool:place:${owner}`;
    this.#api = api;
    this.#desk = desk;
    this.#outbox = outbox;
    this.#connection = connection;
  }

  async come() {
    this.#isPresent = true;
    clearInterval(this.#pollTimer);
    this.#pollTimer = setInterval(() => this.#poll(), POLL_MS);
    await this.#released;
    await this.replenish();
  }

  go() {
    this.#isPresent = false;
    clearInterval(this.#pollTimer);
    this.#keepPlace();
    this.#release(this.#desk.held.splice(0));
  }

  /** Any sign of life. After a long absence others may hold what lay here: ask anew. */
  noteActivity() {
    const now = Date.now();
    const hasLapsed = now - this.#renewedAt > LAPSED_MS;
    this.#activeAt = now;
    if (!hasLapsed) return;
    this.#renewedAt = now;
    this.#desk.held.splice(1);
    this.replenish();
  }

  /** A pair was judged here, or its judgment was stored: answers asked for earlier are stale. */
  noteAct(pair) {
    this.#acts += 1;
    this.#lastAct.set(pairKey(pair), this.#acts);
  }

  takeProgress(progress) {
    this.progress = progress;
    if (progress.query) this.#queries.set(progress.query.query_id, progress.query);
  }

  /** @returns {object | null} progress of one query, null while unknown */
  progressOf(queryId) {
    return this.#queries.get(queryId) ?? null;
  }

  replenishIfLow() {
    const { length } = this.#desk.held;
    if (length === 0 || (length <= LOW && !this.#isDrained) || this.#lacksProgress()) {
      this.replenish();
    }
  }

  async replenish() {
    if (!this.#isPresent || this.isAsking) return;
    this.isAsking = true;
    try {
      await this.#ask();
      this.#connection.succeed();
    } catch (failure) {
      this.#connection.fail(failure);
    } finally {
      this.isAsking = false;
      this.onChange();
    }
  }

  async #ask() {
    const actsBefore = this.#acts;
    const { shown, held } = this.#desk;
    const count = held.length <= LOW ? HELD - held.length : 0;
    if (shown) this.#askedQueries.add(shown.query_id);
    const answer = await this.#api.next(count, this.#holding(), shown?.query_id ?? null);
    if (!this.#isPresent) {
      this.#release(answer.pairs);
      return;
    }
    this.#renewedAt = Date.now();
    this.#isDrained = answer.pairs.length < count;
    this.remaining = answer.progress.remaining;
    this.heldByOthers = answer.progress.held_by_others;
    this.takeProgress(answer.progress);
    this.#desk.hold(answer.pairs.filter((pair) => this.#isOpen(pair, actsBefore)));
    this.#findPlace();
  }

  /** What lies on top when the person leaves is shown again, if it is still to be had. */
  #keepPlace() {
    const top = this.#desk.held[0];
    if (top) keep(this.#storage, this.#placeKey, JSON.stringify(namesOf(top)));
  }

  #findPlace() {
    const place = this.#storage?.getItem(this.#placeKey);
    if (!place) return;
    this.#storage.removeItem(this.#placeKey);
    this.#desk.putOnTop(place);
  }

  /** Claims to keep: what lies in the queue, and what is judged but not yet sent. */
  #holding() {
    const unsent = this.#outbox.entries.map(({ item }) => item);
    return [...this.#desk.held, ...unsent].map(namesOf);
  }

  /** Not judged here since the question was asked, and not waiting to be sent. */
  #isOpen(pair, actsBefore) {
    const isNewlyJudged = (this.#lastAct.get(pairKey(pair)) ?? 0) > actsBefore;
    return !isNewlyJudged && !this.#outbox.holds(pair);
  }

  #lacksProgress() {
    const queryId = this.#desk.shown?.query_id;
    return queryId !== undefined && !this.#queries.has(queryId) && !this.#askedQueries.has(queryId);
  }

  #release(pairs) {
    if (!pairs.length) return;
    // A lost release costs only time: the lease runs out by itself.
    this.#released = this.#api.release(pairs.map(namesOf)).catch(() => {});
  }

  #poll() {
    const now = Date.now();
    if (now - this.#activeAt > ABSENT_MS) return;
    const isDue = now - this.#renewedAt > RENEW_MS;
    if (isDue || this.#desk.held.length <= LOW) this.replenish();
  }
}
