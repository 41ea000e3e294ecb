/** The grading card: joins one session, one view and the keyboard. Streamlit calls `default`. */

import { Dialogs } from "./js/dialogs.js";
import { focused } from "./js/dom.js";
import { Keyboard } from "./js/keyboard.js";
import { isField } from "./js/keys.js";
import { isPossible } from "./js/possible.js";
import { sessionFor } from "./js/sessions.js";
import { browserStorage } from "./js/storage.js";
import { TextSize } from "./js/text_size.js";
import { View } from "./js/view.js";

/** The card in each place: Streamlit calls again whenever the data changes, cleans up only once. */
const cards = new WeakMap();

const SIGNS_OF_LIFE = ["keydown", "pointerdown", "wheel", "touchmove"];

class Card {
  session;

  #root;
  #view;
  #dialogs;
  #data = null;
  #keyboard = new Keyboard({
    scale: () => this.#data.scale,
    isPossible: (command) => this.#isPossible(command),
    run: (command) => this.#run(command),
    scroll: (direction) => this.#view.reader.scrollPage(direction),
  });
  #textSize = new TextSize(browserStorage("localStorage"));
  #open = { note: false, find: false };
  #listeners = new AbortController();
  #redraw = () => this.#draw();

  #commands = {
    grade: ({ grade }) => this.#leave(() => this.session.grade(grade)),
    cannot: () => this.#leave(() => this.session.cannotJudge()),
    later: () => this.#leave(() => this.session.later()),
    withdraw: () => this.session.withdraw(),
    back: () => this.#move(() => this.session.walk.back()),
    forward: () => this.#move(() => this.session.walk.forward()),
    queue: () => this.#move(() => this.session.walk.toQueue()),
    continue: () => this.#goOn(),
    next: () => this.#view.reader.jump(1),
    previous: () => this.#view.reader.jump(-1),
    find: () => this.#openField("find", this.#view.parts.findField),
    note: () => this.#openField("note", this.#view.parts.noteField),
    more: () => this.#view.need.turn(),
    guidelines: () => this.#dialogs.turn("guidelines"),
    help: () => this.#dialogs.turn("help"),
    day: () => this.#dialogs.turn("day"),
    smaller: () => this.#resize(-1),
    larger: () => this.#resize(1),
    "break-later": () => this.#answerBreak(() => this.session.breaks.snooze()),
    "break-off": () => this.#answerBreak(() => (this.session.breaks.isOn = false)),
    close: () => this.#close(),
    dismiss: ({ index }) => this.session.dismiss(index),
    signin: () => window.location.reload(),
  };

  /** @param {ShadowRoot} root holds the markup of card.html */
  constructor(root, session) {
    this.#root = root;
    this.session = session;
    this.#view = new View(root);
    this.#dialogs = new Dialogs(this.#view.parts);
    session.onChange = this.#redraw;
    this.#view.drawTextSize(this.#textSize);
    this.#listen();
  }

  /** New data from the page. A pair chosen on another page is opened once per choice. */
  take(data) {
    const isNewChoice = data.open_pair && String(data.open_pair) !== String(this.#data?.open_pair);
    this.#data = data;
    this.#view.setUp(data);
    this.session.refresh(data);
    if (isNewChoice) this.session.walk.open(...data.open_pair);
    this.#fit();
    this.#draw();
  }

  unmount() {
    this.#listeners.abort();
    if (this.session.onChange !== this.#redraw) return;
    this.session.onChange = () => {};
    this.session.leave();
    this.#view.reader.clear();
  }

  #listen() {
    const { signal } = this.#listeners;
    const { card, noteField, findField, breaks } = this.#view.parts;
    const on = (target, type, listener, options) =>
      target.addEventListener(type, listener, { signal, ...options });
    on(card, "click", (event) => this.#click(event));
    on(noteField, "input", () => (this.session.verdicts.note = noteField.value));
    on(noteField, "keydown", (event) => this.#keyInField(event));
    on(findField, "input", () => this.#view.reader.find(findField.value));
    on(findField, "keydown", (event) => this.#keyInField(event));
    on(breaks, "change", () => (this.session.breaks.isOn = breaks.checked));
    on(window, "keydown", (event) => this.#keyboard.take(event), { capture: true });
    on(window, "resize", () => this.#fit());
    on(window, "online", () => this.session.reconnect());
    on(window, "pagehide", () => this.session.leave());
    on(window, "pageshow", (event) => event.persisted && this.session.enter());
    on(window, "beforeunload", (event) => this.session.isVolatile && event.preventDefault());
    const alive = () => this.session.noteActivity();
    for (const type of SIGNS_OF_LIFE) on(window, type, alive, { passive: true });
  }

  #draw() {
    const isOtherPair = this.#view.draw(this.session, this.#open);
    if (isOtherPair) {
      this.session.verdicts.noteShown();
      if (!isField(focused())) this.#view.reader.focus();
    }
    const { feedbackContinue, continue: onward } = this.#view.parts;
    if (this.#isPaused && focused() === document.body) onward.focus();
    if (this.#isAnswered && !isField(focused())) feedbackContinue.focus();
  }

  get #isPaused() {
    return this.session.phase === "pause" && this.session.summary.finished !== null;
  }

  /** Whether the agreed answer to a practice pair stands on screen. */
  get #isAnswered() {
    return Boolean(this.session.practice.current?.told);
  }

  /** The card fills the window below whatever the page puts above it. */
  #fit() {
    const { card } = this.#view.parts;
    const scrolled = this.#root.host.closest("[data-testid=stMain]")?.scrollTop ?? 0;
    card.style.setProperty("--top", `${card.getBoundingClientRect().top + scrolled}px`);
    this.#view.need.measure();
  }

  // Keys and clicks

  #keyInField(event) {
    if (event.isComposing) return;
    if (event.key === "Escape") this.#close();
    if (event.key !== "Enter" || event.currentTarget !== this.#view.parts.findField) return;
    event.preventDefault();
    this.#view.reader.jump(event.shiftKey ? -1 : 1);
  }

  #click(event) {
    const button = event.target.closest("[data-command]");
    if (!button) return;
    const { command: name, grade, index } = button.dataset;
    const command = { name, grade: Number(grade), index: Number(index) };
    if (this.#isPossible(command)) this.#run(command);
  }

  #run(command) {
    this.#commands[command.name](command);
  }

  #isPossible({ name }) {
    return isPossible(name, {
      phase: this.session.phase,
      open: this.#dialogs.open,
      isReady: this.#view.reader.isReady,
      canGoOn: this.#isPaused || this.#isAnswered,
    });
  }

  // What commands share

  /** Leaves the pair. A judgment takes the note along. */
  #leave(action) {
    this.#closeFields();
    action();
    this.#view.reader.focus();
  }

  /** Going to another pair keeps a note that was written. */
  #move(action) {
    if (this.#open.note) this.session.saveNote();
    this.#leave(action);
  }

  #openField(name, field) {
    this.#open[name] = true;
    this.#draw();
    field.focus();
    field.select();
  }

  #goOn() {
    this.session.goOn();
    this.#view.reader.focus();
  }

  #resize(step) {
    this.#textSize.change(step);
    this.#view.drawTextSize(this.#textSize);
    this.session.say(this.#textSize.words);
  }

  #answerBreak(answer) {
    answer();
    this.#draw();
    this.#view.reader.focus();
  }

  /** Closes what was opened last: a dialog, else the fields. */
  #close() {
    if (this.#dialogs.close()) return;
    if (this.#open.find) this.#view.reader.find("");
    if (this.#open.note) this.session.saveNote();
    this.#closeFields();
    this.#draw();
    this.#view.reader.focus();
  }

  #closeFields() {
    this.#open.note = false;
    this.#open.find = false;
  }
}

/**
 * @param {{data: object, parentElement: ShadowRoot}} component as Streamlit hands it over
 * @returns {() => void} cleans up, unless a later call has taken the place over
 */
export default function mount({ data, parentElement }) {
  const session = sessionFor(data);
  let card = cards.get(parentElement);
  if (card?.session !== session) {
    card?.unmount();
    card = new Card(parentElement, session);
    cards.set(parentElement, card);
    card.take(data);
    session.enter();
  } else {
    card.take(data);
  }
  const turn = {};
  card.turn = turn;
  return () => {
    if (card.turn !== turn) return;
    cards.delete(parentElement);
    card.unmount();
  };
}
