/**
 * One person's grading in one project. It lives as long as the browser tab and outlives the card:
 * going to another page and back keeps the place, and unsent judgments are sent meanwhile.
 */

import { GradingApi } from "./api.js";
import { Breaks } from "./breaks.js";
import { Connection } from "./connection.js";
import { Day } from "./day.js";
import { Desk, isJudged } from "./desk.js";
import { History } from "./history.js";
import { Outbox } from "./outbox.js";
import { phaseOf } from "./phase.js";
import { Practice } from "./practice.js";
import { QueryEnd } from "./query_end.js";
import { Replies } from "./replies.js";
import { browserStorage } from "./storage.js";
import { Supply } from "./supply.js";
import { Verdicts } from "./verdicts.js";
import { Walk } from "./walk.js";

/** Verdicts after which the pair comes back to the queue. */
const RETURNING = new Set(["skipped", "withdrawn"]);

export class Session {
  /** Told after every change; the mounted card draws itself. */
  onChange = () => {};

  desk = new Desk();
  verdicts;
  practice = new Practice();
  day;
  breaks;
  replies;
  walk;
  /** A short word on the last command, where it did nothing visible. */
  notice = "";

  #api;
  #connection;
  #outbox;
  #supply;
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
    this.#end = new QueryEnd({ ...parts, supply: this.#supply });
    this.verdicts = new Verdicts(parts);
    this.day = new Day(parts);
    this.breaks = new Breaks(browser, owner);
    this.replies = new Replies(parts);
    this.walk = new Walk({ ...parts, history: new History(parts) }, (text) => this.say(text));
    for (const part of [outbox, this.#supply]) part.onChange = () => this.#tell();
    for (const part of [this.summary, this.day, this.walk]) part.onChange = () => this.onChange();
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
    return phaseOf(this, this.#supply);
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
    this.walk.loadShown();
  }

  /** Goes on from what stands in the way of the next document. */
  goOn() {
    if (this.practice.current) this.practice.close();
    else this.summary.close();
    this.onChange();
  }

  dismiss(index) {
    this.replies.dismiss(index);
    this.onChange();
  }

  // Answers

  #takeAnswer(answer, settled) {
    for (const { entry, result } of settled) {
      this.#supply.noteAct(entry.item);
      this.practice.take(entry.item, result);
      this.replies.take(entry, result);
    }
    if (answer.progress) this.#supply.takeProgress(answer.progress);
    this.#end.take(answer, () => this.phase === "grading");
    this.replies.effect = answer.effect ?? this.replies.effect;
    const hasReturned = settled.some(({ entry }) => RETURNING.has(entry.item.verdict));
    if (hasReturned || !this.desk.held.length) this.#supply.replenish();
    const hasWithdrawn = settled.some(({ entry }) => entry.item.verdict === "withdrawn");
    if (hasWithdrawn) this.day.askNow(this.#supply.remaining);
    if (this.desk.isLookingBack) this.walk.loadShown();
    this.#tell();
  }

  #readAgain() {
    this.#supply.replenish();
    this.walk.loadShown();
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
