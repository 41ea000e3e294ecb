/**
 * One person's grading in one project. It lives as long as the browser tab and outlives the card:
 * going to another page and back keeps the place, and unsent judgments are sent meanwhile.
 */

import { GradingApi } from "./api.js";
import { Breaks } from "./breaks.js";
import { Connection } from "./connection.js";
import { Day } from "./day.js";
import { Desk, isJudged, isSamePair } from "./desk.js";
import { History } from "./history.js";
import { Outbox } from "./outbox.js";
import { Practice } from "./practice.js";
import { QueryEnd } from "./query_end.js";
import { browserStorage } from "./storage.js";
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
  practice = new Practice();
  /** @type {Day} */
  day;
  /** @type {Breaks} */
  breaks;
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
  #end;

  /** @param {{api: string, project: string, person_id: string}} data from the page */
  constructor(data) {
    const owner = `${data.project}:${data.person_id}`;
    const { desk } = this;
    const api = new GradingApi(data.api);
    const connection = new Connection(() => this.#readAgain());
    const browser = browserStorage("localStorage");
    const outbox = new Outbox(api, browser, owner);
    const parts = { api, desk, connection, outbox };
    this.#api = api;
    this.#connection = connection;
    this.#outbox = outbox;
    this.#supply = new Supply(parts, browserStorage("sessionStorage"), owner);
    this.#history = new History(parts);
    this.#end = new QueryEnd({ ...parts, supply: this.#supply });
    this.verdicts = new Verdicts(parts);
    this.day = new Day(parts);
    this.breaks = new Breaks(browser, owner);
    for (const part of [outbox, this.#supply]) part.onChange = () => this.#tell();
    for (const part of [this.summary, this.day]) part.onChange = () => this.onChange();
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

  /** The end of a query, while the card waits for it or shows it. */
  get summary() {
    return this.#end.summary;
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

  /** The pair on screen: after a practice pair's grade still that one, until its answer is read. */
  get onScreen() {
    return this.phase === "feedback" ? this.practice.current.pair : this.desk.shown;
  }

  /** What is on screen: "grading" only while a pair is there in full, and can be graded. */
  get phase() {
    const { shown, isLookingBack } = this.desk;
    if (this.practice.current) return "feedback";
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
    if (isNewToken) this.reconnect();
  }

  enter() {
    this.#outbox.send();
    this.#supply.come();
  }

  /** Gives back what is held and not judged. Unsent judgments stay. */
  leave() {
    this.summary.stopWaiting();
    this.day.stop();
    this.#supply.go();
  }

  /** The network is back, or the person has signed in again. */
  reconnect() {
    this.#outbox.retry();
    this.#readAgain();
  }

  noteActivity() {
    this.breaks.noteActivity();
    this.#supply.noteActivity();
  }

  // Judging the pair on screen

  grade(grade) {
    this.#judge("graded", grade);
  }

  cannotJudge() {
    this.#judge("cannot_judge", null);
  }

  #judge(verdict, grade) {
    const { shown } = this.desk;
    if (!shown.practice && !isJudged(shown)) this.day.noteJudged();
    this.verdicts.give(verdict, grade);
    this.practice.begin(shown, verdict, grade);
    this.#moveOn();
  }

  later() {
    if (isJudged(this.desk.shown)) {
      this.say("This pair has your grade; Delete takes it back.");
      return;
    }
    this.verdicts.setAside("skipped");
    this.#moveOn();
  }

  withdraw() {
    if (!isJudged(this.desk.shown)) {
      this.say("This pair has no grade of yours.");
      return;
    }
    this.verdicts.setAside("withdrawn");
    this.say("");
  }

  /** A note changed on a judged pair is stored as a further judgment with the same grade. */
  saveNote() {
    if (!this.verdicts.hasNewNote) return;
    const { verdict, grade } = this.desk.shown.mine;
    this.verdicts.give(verdict, grade);
    this.say("The note is kept with your grade.");
  }

  #moveOn() {
    const left = this.desk.shown;
    this.notice = "";
    this.#supply.noteAct(left);
    this.breaks.noteDocument();
    const isOfQueue = !this.desk.isLookingBack;
    this.desk.advance();
    if (isOfQueue) this.#end.leave(left, !this.trouble);
    this.summary.showLate();
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
    else if (this.#history.isComplete) this.say("You have graded nothing before this.");
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

  /** Goes on from what stands in the way of the next document. */
  goOn() {
    if (this.practice.current) this.practice.close();
    else this.summary.close();
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
    this.#end.take(answer, () => this.phase === "grading");
    this.effect = answer.effect ?? this.effect;
    const hasReturned = settled.some(({ entry }) => RETURNING.has(entry.item.verdict));
    if (hasReturned || !this.desk.held.length) this.#supply.replenish();
    if (this.desk.isLookingBack) this.#loadShown();
    this.#tell();
  }

  #takeResult({ item, title }, result) {
    const { status, message } = result;
    this.#supply.noteAct(item);
    this.practice.take(item, result);
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
    return this.#read(async () => {
      await this.#history.loadShown();
      await this.#history.loadWords();
    });
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

  /** Something came in or went out. */
  #tell() {
    if (this.trouble) this.practice.giveUp();
    else this.#end.settle(() => this.phase === "grading");
    if (this.progress && !this.trouble) this.day.askSoon(() => this.#supply.remaining);
    this.onChange();
  }

  /** Says a short word on the last command. */
  say(text) {
    this.notice = text;
    this.onChange();
  }
}
