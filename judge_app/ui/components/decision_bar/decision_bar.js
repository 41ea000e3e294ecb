/** Takes one decision for the pair on screen, then waits until the page shows another one. */

const ACTIONS = { back: "previous", forward: "next", withdraw: "withdraw" };
// Where arrows choose something already.
const CHOICES = "[role=radio], [role=radiogroup], [role=tab]";
const bars = new WeakMap();

class DecisionBar {
  constructor(root) {
    this.root = root;
    this.pair = null;
    this.serial = null;
    this.part("grades").onclick = ({ target }) => {
      const button = target.closest("button");
      if (button) this.say("decide", Number(button.value));
    };
    for (const action of Object.values(ACTIONS)) {
      this.part(action).onclick = () => this.say(action);
    }
    this.part("note").onkeydown = (event) => {
      if (event.key === "Escape") event.target.blur();
    };
    this.part("note").oninput = () => this.measure();
    this.onKey = (event) => this.press(event);
    document.addEventListener("keydown", this.onKey);
  }

  part(id) {
    return this.root.querySelector(`#${id}`);
  }

  take(data, setTriggerValue) {
    const pair = JSON.stringify([data.query_id, data.doc_id]);
    if (pair !== this.pair) this.part("note").value = data.note;
    if (pair !== this.pair || data.serial !== this.serial) this.wait(false);
    Object.assign(this, { data, setTriggerValue, pair, serial: data.serial });
    this.part("bar").dataset.docId = data.doc_id;
    this.part("grades").replaceChildren(...[...data.scale].reverse().map((step) => this.button(step)));
    this.part("withdraw").hidden = !data.can_withdraw;
  }

  button({ grade, label, description }) {
    const button = document.createElement("button");
    Object.assign(button, { type: "button", value: String(grade) });
    button.setAttribute("aria-pressed", String(grade === this.data.decided));
    const key = document.createElement("kbd");
    key.textContent = String(grade);
    const words = document.createElement("span");
    words.textContent = label;
    if (description) {
      const says = document.createElement("small");
      says.textContent = description;
      words.append(says);
    }
    button.append(key, words);
    return button;
  }

  press(event) {
    if (event.defaultPrevented || isForeign(event) || isTyping(event)) return;
    const command = commandOf(event, this.data.scale);
    if (!command || (event.key.startsWith("Arrow") && isChoice(event))) return;
    if (command.name === "grade") this.say("decide", command.grade);
    else if (command.name === "note") this.part("note").focus();
    else if (Object.hasOwn(ACTIONS, command.name)) this.say(ACTIONS[command.name]);
    else return;
    event.preventDefault();
  }

  say(action, grade = null) {
    if (this.waiting || (action === "withdraw" && !this.data.can_withdraw)) return;
    if (action === "decide" && !this.measure()) return this.part("note").focus();
    this.wait(true);
    this.setTriggerValue("said", {
      query_id: this.data.query_id,
      doc_id: this.data.doc_id,
      seen: this.data.seen,
      action,
      grade,
      note: this.part("note").value,
    });
  }

  /** Says where the note is too long; returns whether it fits. */
  measure() {
    // As the server counts: a letter outside of the first plane is one character.
    const length = [...this.part("note").value].length;
    const most = this.data.longest_note;
    const fits = length <= most;
    this.part("note").setAttribute("aria-invalid", String(!fits));
    this.part("state").textContent = fits
      ? ""
      : `The note has ${length.toLocaleString("en")} characters, ${most.toLocaleString("en")} at most can be kept. Shorten it, then decide.`;
    return fits;
  }

  wait(isWaiting) {
    this.waiting = isWaiting;
    this.part("bar").dataset.state = isWaiting ? "sending" : "ready";
    this.part("state").textContent = isWaiting ? "Sending …" : "";
  }

  remove() {
    document.removeEventListener("keydown", this.onKey);
  }
}

function isChoice(event) {
  return event.composedPath()[0].closest?.(CHOICES) != null;
}

export default function ({ data, parentElement, setTriggerValue }) {
  let bar = bars.get(parentElement);
  if (!bar) bars.set(parentElement, (bar = new DecisionBar(parentElement)));
  bar.take(data, setTriggerValue);
  return () => {
    bar.remove();
    bars.delete(parentElement);
  };
}
