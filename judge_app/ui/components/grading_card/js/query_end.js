/** Notices that the documents of a query are through, and fetches what was done on it. */

import { isJudged } from "./desk.js";
import { Summary } from "./summary.js";

export class QueryEnd {
  summary = new Summary();

  #api;
  #desk;
  #outbox;
  #supply;
  #connection;
  /** The query that the queue is at. A single pair of another one, in between, does not count. */
  #current = null;
  /** The queue ran empty in this query: the next answer tells whether there is more of it. */
  #pending = null;
  /** Judged to its end here; its figures are still to be asked for. */
  #ended = null;
  /**
   * The systems of a query that the person has finished. They come with the last grade that it
   * wanted; more documents of it may lie here then, and the pause is after them.
   */
  #systems = null;

  constructor({ api, desk, outbox, supply, connection }) {
    this.#api = api;
    this.#desk = desk;
    this.#outbox = outbox;
    this.#supply = supply;
    this.#connection = connection;
  }

  /** A pair of the queue was judged or put off, and the desk has moved on. */
  leave(pair, isReachable) {
    if (!isJudged(pair) || pair.practice || !isReachable) return;
    const { query_id: queryId } = pair;
    const hasMore = this.#holdsOf(queryId);
    if (hasMore) this.#current = queryId;
    const isThrough = this.#current === queryId && !hasMore && this.#desk.held.length > 0;
    const hasSystems = this.#systems?.query_id === queryId && !hasMore;
    if ((isThrough && !pair.later) || hasSystems || this.#isQueryDone(queryId)) this.#end(queryId);
    else if (this.#current === queryId && !this.#desk.held.length) this.#pending = queryId;
  }

  /** Something has come in: has a queue that ran empty come to the end of its query? */
  settle(isReading) {
    if (this.#pending === null || this.#supply.isAsking || this.#outbox.size) return;
    const queryId = this.#pending;
    this.#pending = null;
    const { held } = this.#desk;
    if (this.#holdsOf(queryId) || (!held.length && this.#supply.remaining)) return;
    this.#end(queryId);
    this.take({}, isReading);
  }

  /**
   * The server has answered for judgments.
   * @param {() => boolean} isReading whether there is a document on screen
   */
  async take(answer, isReading) {
    if (answer.finished_query) {
      const { query_id: queryId } = answer.finished_query;
      this.#systems = answer.finished_query;
      if (!this.#holdsOf(queryId)) this.#ended = queryId;
    }
    if (this.#ended === null || this.#outbox.size) return;
    const queryId = this.#ended;
    this.#ended = null;
    const systems = this.#systems?.query_id === queryId ? this.#systems : null;
    if (systems) this.#systems = null;
    try {
      const own = await this.#api.query(queryId);
      this.summary.take({ ...own, ...systems }, isReading());
      this.summary.onChange();
    } catch (failure) {
      this.summary.stopWaiting();
      this.#connection.fail(failure);
    }
  }

  #end(queryId) {
    this.#pending = null;
    this.#current = null;
    this.#ended = queryId;
    this.summary.expect();
  }

  #holdsOf(queryId) {
    return this.#desk.held.some((pair) => pair.query_id === queryId);
  }

  /** Whether the judgments stored and on their way reach the end of the query. */
  #isQueryDone(queryId) {
    const query = this.#supply.progressOf(queryId);
    if (!query) return false;
    const unsent = this.#outbox.entries.filter(({ item }) => item.query_id === queryId);
    return query.judged < query.total && query.judged + unsent.length >= query.total;
  }
}
