/**
 * One person's grading in one project. It lives as long as the browser tab and outlives the card:
 * going to another page and back keeps the place, and unsent judgments are sent meanwhile.
 */

import { GradingApi } from "./api.js";
import { Connection } from "./connection.js";
import { Desk, isJudged, isSamePair } from "./desk.js";
import { History } from "./history.js";
import { Outbox } from "./outbox.js";
import { browserStorage } from "./storage.js";
import { Summary } from "./summary.js";
import { Supply } from "./supply.js";
import { Verdicts } from "./verdicts.js";

/** Verdicts after which the pair comes back to the queue. */
const RETURNING = new Set(["skipped", "withdrawn"]);

export class Session {
  /** Told after every change; the mounted card draws itself. */
  onChange = () => {};

  desk = new Desk();
  /** @type {Verdicts} */
  verdicts;
  summary = new Summary();
  /** What the last judgment did to the scores, as the server sent it. */
  effect = null;
  /** What the server said against a judgment, until the person has read it. */
  warnings = [];
  /** A short word on the last command, where it did nothing visible. */
  notice = "";
  hasSaved = false;

  #api;
  #outbox;
  #connection;
  #supply;
  #history;
  #expectsSummaries = true;

  /** @param {{api: string, project: string, person_id: string}} data from the page */
  constructor(data) {
    const owner = `${data.project}:${data.person_id}`;
    const { desk } = this;
    const api = new GradingApi(data.api);
    const connection = new Connection(() => this.#readAgain());
    const outbox = new Outbox(api, browserStorage("localStorage"), owner);
    const parts = { api, desk, connection, outbox };
    this.#api = api;
    this.#connection = connection;
    this.#outbox = outbox;
    this.#supply = new Supply(parts, browserStorage("sessionStorage"), owner);
    this.#history = new History(parts);
    this.verdicts = new Verdicts(parts);
    for (const part of [outbox, this.#supply, this.summary]) part.onChange = () => this.onChange();
    outbox.onAnswer = (answer, settled) => this.#takeAnswer(answer, settled);
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

  get heldByOthers() {
    return this.#supply.heldByOthers;
  }

  progressOf(queryId) {
    return this.#supply.progressOf(queryId);
  }

  /** What is on screen: "grading" only while a pair is there in full. */
  get phase() {
    const { shown, isLookingBack } = this.desk;
    if (this.summary.isOpen && !isLookingBack) return "pause";
    if (shown?.text !== undefined) return "grading";
    if (this.trouble) return this.trouble.kind;
    if (shown || !this.progress || this.#supply.isAsking) return "loading";
    if (this.heldByOthers > 0) return "waiting";
    if (this.#supply.remaining > 0 || this.unsent > 0) return "loading";
    return this.progress.project.total ? "done" : "empty";
  }

  // Coming and going

  /** The page hands over new data: when the card is mounted, and whenever the page has run. */
  refresh(data) {
    const isNewToken = this.#api.token !== data.token;
    this.#api.token = data.token;
    this.#expectsSummaries = data.show_effect;
    if (isNewToken) this.reconnect();
  }

  enter() {
    this.#outbox.send();
    this.#supply.come();
  }

  /** Gives back what is held and not judged. Unsent judgments stay. */
  leave() {
    this.summary.stopWaiting();
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

  // Judging the pair on screen

  grade(grade) {
    this.verdicts.give("graded", grade);
    this.#moveOn();
  }

  cannotJudge() {
    this.verdicts.give("cannot_judge", null);
    this.#moveOn();
  }

  later() {
    if (isJudged(this.desk.shown)) {
      this.#say("This pair has your grade; Delete takes it back.");
      return;
    }
    this.verdicts.setAside("skipped");
    this.#moveOn();
  }

  withdraw() {
    if (!isJudged(this.desk.shown)) {
      this.#say("This pair has no grade of yours.");
      return;
    }
    this.verdicts.setAside("withdrawn");
    this.#say("");
  }

  /** A note changed on a judged pair is stored as a further judgment with the same grade. */
  saveNote() {
    if (!this.verdicts.hasNewNote) return;
    const { verdict, grade } = this.desk.shown.mine;
    this.verdicts.give(verdict, grade);
    this.#say("The note is kept with your grade.");
  }

  #moveOn() {
    const left = this.desk.shown;
    this.notice = "";
    this.#supply.noteAct(left);
    if (!this.desk.isLookingBack && this.#isQueryDone(left)) this.summary.expect();
    this.desk.advance();
    this.summary.showLate();
    this.onChange();
    this.#supply.replenishIfLow();
    this.#loadShown();
  }

  /** Whether the judgments stored and on their way reach the end of the pair's query. */
  #isQueryDone(pair) {
    const { query_id: queryId } = pair;
    const query = this.#supply.progressOf(queryId);
    if (!isJudged(pair) || !query || !this.#expectsSummaries || this.trouble) return false;
    const unsent = this.#outbox.entries.filter(({ item }) => item.query_id === queryId);
    return query.judged + unsent.length >= query.total;
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

  closeSummary() {
    this.summary.close();
    this.onChange();
  }

  dismiss(warning) {
    this.warnings = this.warnings.filter((other) => other !== warning);
    this.onChange();
  }

  // Answers

  #takeAnswer(answer, settled) {
    for (const { entry, result } of settled) this.#takeResult(entry, result);
    if (answer.progress) this.#supply.takeProgress(answer.progress);
    // The answer to an earlier judgment says nothing about the last one of the query.
    if (answer.finished_query || !this.unsent) {
      this.summary.take(answer.finished_query ?? null, this.phase === "grading");
    }
    this.effect = answer.effect ?? this.effect;
    const hasReturned = settled.some(({ entry }) => RETURNING.has(entry.item.verdict));
    if (hasReturned || !this.desk.held.length) this.#supply.replenish();
    this.onChange();
  }

  #takeResult({ item, title }, { status, message }) {
    this.#supply.noteAct(item);
    const isSaved = status !== "refused";
    this.hasSaved ||= isSaved;
    if (isSaved && !message) return;
    this.warnings = [...this.warnings, { title, message, isSaved }];
    // What the server holds is not what the screen says: load it again when looked at.
    const pair = this.desk.trail.find((other) => isSamePair(other, item));
    if (pair) pair.text = undefined;
  }

  // Reading

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
