/**
 * One person's grading in one project. It lives as long as the browser tab and outlives the card:
 * going to another page and back keeps the place, and unsent judgments are sent meanwhile.
 */

import { GradingApi } from "./api.js";
import { Connection } from "./connection.js";
import { Desk, isSamePair, pairKey } from "./desk.js";
import { History } from "./history.js";
import { browserStorage, Outbox } from "./outbox.js";
import { Supply } from "./supply.js";

/** How long the end of a query may wait for its summary before the next document is shown. */
const SUMMARY_MS = 600;

/** Verdicts after which the pair comes back to the queue. */
const RETURNING = new Set(["skipped", "withdrawn"]);

export class Session {
  /** Told after every change; the mounted card draws itself. */
  onChange = () => {};

  desk = new Desk();
  /** What the last judgment did to the scores, as the server sent it. */
  effect = null;
  /** The last judgment given here. */
  last = null;
  /** Summary of the query that was just finished, until the person goes on. */
  finished = null;
  refusals = [];
  notice = "";
  hasSaved = false;

  #api;
  #outbox;
  #connection;
  #supply;
  #history;
  #drafts = new Map();
  #showsEffect = true;
  #summaryTimer = 0;
  #shownAt = "";

  constructor(data) {
    this.#api = new GradingApi(data.api);
    this.#outbox = new Outbox(this.#api, browserStorage(), `${data.project}:${data.person_id}`);
    this.#connection = new Connection(() => this.#readAgain());
    const parts = {
      api: this.#api,
      desk: this.desk,
      outbox: this.#outbox,
      connection: this.#connection,
    };
    this.#supply = new Supply(parts);
    this.#history = new History(parts);
    this.#supply.onChange = () => this.onChange();
    this.#outbox.onChange = () => this.onChange();
    this.#outbox.onAnswer = (answer, settled) => this.#takeAnswer(answer, settled);
  }

  // What the card draws

  get unsent() {
    return this.#outbox.size;
  }

  /** Whether leaving the page would lose a judgment. */
  get isVolatile() {
    return this.#outbox.isVolatile;
  }

  /** @returns {import("./api.js").ApiFailure | null} */
  get trouble() {
    return this.#outbox.failure ?? this.#connection.failure;
  }

  get progress() {
    return this.#supply.progress;
  }

  progressOf(queryId) {
    return this.#supply.progressOf(queryId);
  }

  get phase() {
    const { shown, isLookingBack } = this.desk;
    if (!isLookingBack && (this.finished || this.#summaryTimer)) return "pause";
    if (shown?.text !== undefined) return "grading";
    if (this.trouble) return this.trouble.kind;
    if (shown || !this.progress || this.#supply.isAsking) return "loading";
    if (this.progress.held_by_others > 0) return "waiting";
    if (this.progress.remaining > 0 || this.unsent > 0) return "loading";
    return this.progress.project.total ? "done" : "empty";
  }

  // Coming and going

  /** The page hands over new data: when the card is mounted, and whenever the page has run. */
  refresh(data) {
    const isNewToken = this.#api.token !== data.token;
    this.#api.token = data.token;
    this.#showsEffect = data.show_effect;
    if (isNewToken) this.reconnect();
  }

  enter() {
    this.#outbox.send();
    this.#supply.come();
  }

  /** Gives back what is held and not judged. Unsent judgments stay. */
  leave() {
    this.#endWaitForSummary();
    this.#supply.go();
  }

  /** The network is back, or the person has signed in again. */
  reconnect() {
    this.#outbox.retry();
    this.#readAgain();
  }

  noteActivity() {
    this.#supply.noteActivity();
  }

  noteShown() {
    this.#shownAt = new Date().toISOString();
  }

  // Judging

  grade(grade) {
    this.#record("graded", grade);
    this.#moveOn();
  }

  cannotJudge() {
    this.#record("cannot_judge", null);
    this.#moveOn();
  }

  later() {
    const pair = this.desk.shown;
    if (pair.mine) {
      this.#say("This pair has your grade; Delete takes it back.");
      return;
    }
    this.#post("skipped", null, "");
    pair.aside = "skipped";
    this.#moveOn();
  }

  withdraw() {
    const pair = this.desk.shown;
    if (!pair.mine) {
      this.#say("This pair has no grade of yours.");
      return;
    }
    this.#post("withdrawn", null, "");
    pair.mine = null;
    pair.aside = "withdrawn";
    this.onChange();
  }

  get note() {
    const pair = this.desk.shown;
    return pair ? (this.#drafts.get(pairKey(pair)) ?? pair.mine?.note ?? "") : "";
  }

  set note(text) {
    this.#drafts.set(pairKey(this.desk.shown), text);
  }

  /** A note changed on a judged pair is stored as a further judgment with the same grade. */
  saveNote() {
    const mine = this.desk.shown?.mine;
    if (!mine || mine.note === this.note) return;
    this.#record(mine.verdict, mine.grade);
    this.#say("The note is kept with your grade.");
  }

  #record(verdict, grade) {
    const pair = this.desk.shown;
    const { note } = this;
    this.#post(verdict, grade, note);
    pair.mine = { judgment_id: pair.mine?.judgment_id ?? null, verdict, grade, note };
    pair.aside = undefined;
    this.#drafts.delete(pairKey(pair));
    this.last = { pair, verdict, grade };
  }

  #post(verdict, grade, note) {
    const pair = this.desk.shown;
    this.notice = "";
    this.#supply.noteAct(pair);
    const item = {
      client_key: crypto.randomUUID(),
      query_id: pair.query_id,
      doc_id: pair.doc_id,
      verdict,
      grade,
      note,
      shown_at: this.#shownAt,
      judged_at: new Date().toISOString(),
      seen: pair.mine?.judgment_id ?? null,
      fingerprint: pair.fingerprint,
    };
    this.#outbox.add(item, pair.title || pair.doc_id);
  }

  #moveOn() {
    const left = this.desk.shown;
    if (!this.desk.isLookingBack && left.mine) this.#waitForSummary(left.query_id);
    this.desk.advance();
    this.onChange();
    this.#supply.replenishIfLow();
    this.#loadShown();
  }

  // Looking back

  async back() {
    this.notice = "";
    if (this.desk.goBack()) {
      this.onChange();
      await this.#loadShown();
      return;
    }
    const hasMore = await this.#read(() => this.#history.lengthen());
    if (hasMore) await this.back();
    else if (this.#history.isComplete) this.#say("You have graded nothing before this.");
  }

  forward() {
    this.notice = "";
    this.desk.goForward();
    this.onChange();
    this.#loadShown();
  }

  toQueue() {
    this.notice = "";
    this.desk.goToQueue();
    this.onChange();
  }

  /** Shows a pair that was chosen on another page. */
  async open(queryId, docId) {
    this.desk.open({ query_id: queryId, doc_id: docId, query: "", title: "", mine: null });
    this.onChange();
    await this.#loadShown();
  }

  continueAfterPause() {
    this.finished = null;
    this.#endWaitForSummary();
    this.onChange();
  }

  dismissRefusal(refusal) {
    this.refusals = this.refusals.filter((other) => other !== refusal);
    this.onChange();
  }

  // Answers

  #takeAnswer(answer, settled) {
    for (const { entry, result } of settled) this.#takeResult(entry, result);
    this.#endWaitForSummary();
    if (answer.progress) this.#supply.takeProgress(answer.progress);
    this.effect = answer.effect ?? this.effect;
    this.finished = answer.finished_query ?? this.finished;
    const hasReturned = settled.some(({ entry }) => RETURNING.has(entry.item.verdict));
    if (hasReturned || !this.desk.held.length) this.#supply.replenish();
    this.onChange();
  }

  #takeResult({ item, title }, { status, judgment_id: judgmentId, message }) {
    this.#supply.noteAct(item);
    const pair = this.desk.trail.find((other) => isSamePair(other, item));
    if (status === "refused") {
      this.refusals = [...this.refusals, { item, title, message }];
      // What the server holds is not what the screen says: load it again when looked at.
      if (pair) Object.assign(pair, { text: undefined, mine: null });
      return;
    }
    this.hasSaved = true;
    if (pair?.mine && !RETURNING.has(item.verdict)) pair.mine.judgment_id = judgmentId;
  }

  /** The last open pair of a query was judged: its summary is worth a moment, not more. */
  #waitForSummary(queryId) {
    const query = this.#supply.progressOf(queryId);
    if (!this.#showsEffect || !query || this.trouble) return;
    const unsent = this.#outbox.entries.filter(({ item }) => item.query_id === queryId).length;
    if (query.judged + unsent < query.total) return;
    this.#endWaitForSummary();
    this.#summaryTimer = setTimeout(() => {
      this.#summaryTimer = 0;
      this.onChange();
    }, SUMMARY_MS);
  }

  #endWaitForSummary() {
    clearTimeout(this.#summaryTimer);
    this.#summaryTimer = 0;
  }

  #loadShown() {
    return this.#read(() => this.#history.loadShown());
  }

  #readAgain() {
    this.#supply.replenish();
    this.#loadShown();
  }

  /** Runs a read; a failure of the connection shows in `trouble` and is tried again. */
  async #read(work) {
    try {
      return await work();
    } catch (failure) {
      this.#connection.fail(failure);
      return null;
    } finally {
      this.onChange();
    }
  }

  #say(text) {
    this.notice = text;
    this.onChange();
  }
}
