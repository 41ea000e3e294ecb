/**
 * Judgments on their way to the server. Each lies in the browser's storage under its own key
 * until the server has answered for it, so a reload, a dead server, or a second tab loses none
 * and doubles none (the server stores a client_key once).
 */

import { ApiFailure, patienceAfter } from "./api.js";
import { isSamePair } from "./desk.js";
import { keep } from "./storage.js";

const BATCH = 20;

/**
 * @typedef {object} Entry
 * @property {object} item the judgment as the API takes it
 * @property {string} title of the document, for messages
 * @property {number} order when it was made; sending keeps this order
 */

export class Outbox {
  /** Told after every change of what is waiting. */
  onChange = () => {};
  /** Told of every answer: (answer, [{entry, result}]). */
  onAnswer = () => {};

  #api;
  #storage;
  #prefix;
  #entries = [];
  #unstored = new Set();
  #sending = false;
  #failures = 0;
  #failure = null;
  #batchSize = BATCH;
  #lastOrder = 0;
  #endPause = () => {};

  /**
   * @param {import("./api.js").GradingApi} api
   * @param {Storage | null} storage null where the browser allows none
   * @param {string} owner project and person: nobody sends another's judgments
   */
  constructor(api, storage, owner) {
    this.#api = api;
    this.#storage = storage;
    this.#prefix = `judgepool:unsent:${owner}:`;
    this.#entries = this.#stored();
  }

  get size() {
    return this.#entries.length;
  }

  /** The failure that keeps entries here, or null. */
  get failure() {
    return this.#failure;
  }

  /** Whether closing the page would lose a judgment. */
  get isVolatile() {
    return this.#unstored.size > 0;
  }

  /** @returns {readonly Entry[]} oldest first */
  get entries() {
    return this.#entries;
  }

  /** @returns {boolean} whether a judgment of this pair waits here */
  holds(pair) {
    return this.#entries.some(({ item }) => isSamePair(item, pair));
  }

  /** Keeps a judgment at once, and sends it as soon as the next document is drawn. */
  add(item, title) {
    this.#lastOrder = Math.max(Date.now(), this.#lastOrder + 1);
    const entry = { item, title, order: this.#lastOrder };
    this.#entries.push(entry);
    this.#store(entry);
    setTimeout(() => this.send());
  }

  /** Tries again now: the network is back, or the page has a new token. */
  retry() {
    if (this.#isBlocked) this.#failure = null;
    this.#endPause();
    this.send();
  }

  async send() {
    if (this.#sending) return;
    this.#sending = true;
    try {
      while (this.#entries.length && !this.#isBlocked) await this.#sendBatch();
    } finally {
      this.#sending = false;
      this.onChange();
    }
  }

  async #sendBatch() {
    const batch = this.#entries.slice(0, this.#batchSize);
    try {
      const answer = await this.#api.judge(batch.map(({ item }) => item));
      if (!this.#settle(batch, answer)) throw new ApiFailure("offline", "No result came back.");
      this.#failures = 0;
      this.#failure = null;
      this.#batchSize = BATCH;
    } catch (failure) {
      if (!(failure instanceof ApiFailure)) throw failure;
      await this.#take(failure, batch);
    }
  }

  /** @returns {boolean} whether the answer settled any entry */
  #settle(batch, answer) {
    const results = new Map(answer.results.map((result) => [result.client_key, result]));
    const settled = batch.filter(({ item }) => results.has(item.client_key));
    for (const entry of settled) this.#forget(entry);
    this.onAnswer(
      answer,
      settled.map((entry) => ({ entry, result: results.get(entry.item.client_key) })),
    );
    return settled.length > 0;
  }

  async #take(failure, batch) {
    if (failure.kind === "invalid") {
      this.#isolate(failure, batch);
      return;
    }
    this.#failure = failure;
    this.onChange();
    if (this.#isBlocked) return;
    this.#failures += 1;
    await this.#pause(patienceAfter(this.#failures));
  }

  /** One judgment that the server cannot take must not hold up the others: find it alone. */
  #isolate(failure, batch) {
    if (batch.length > 1) {
      this.#batchSize = 1;
      return;
    }
    const [entry] = batch;
    const result = {
      client_key: entry.item.client_key,
      status: "refused",
      judgment_id: null,
      message: failure.message,
    };
    this.#settle(batch, { results: [result] });
  }

  /** Trying again is of no use before the person or the page has done something. */
  get #isBlocked() {
    return this.#failure !== null && this.#failure.kind !== "offline";
  }

  #pause(milliseconds) {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.#endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  #keyOf(entry) {
    return this.#prefix + entry.item.client_key;
  }

  #store(entry) {
    const isKept = keep(this.#storage, this.#keyOf(entry), JSON.stringify(entry));
    if (!isKept) this.#unstored.add(entry);
  }

  #forget(entry) {
    this.#entries = this.#entries.filter((other) => other !== entry);
    if (!this.#unstored.delete(entry)) this.#storage.removeItem(this.#keyOf(entry));
  }

  #stored() {
    const keys = Object.keys(this.#storage ?? {}).filter((key) => key.startsWith(this.#prefix));
    return keys
      .map((key) => JSON.parse(this.#storage.getItem(key)))
      .sort((one, other) => one.order - other.order);
  }
}
