/** The box: takes files by button or drop, sends one after the other, tells the page of them. */

const LOST = "It is not on the server any more. Send it again, or choose it anew.";
const FOLDER = "This is a folder. Choose the files in it, or pack it as ZIP.";

/** The box in each place: Streamlit calls again whenever the data changes, cleans up only once. */
const boxes = new WeakMap();

class FileBox {
  #root;
  #data;
  #tell;
  #told = [];
  #rows = [];
  #depth = 0;
  #listeners = new AbortController();

  constructor(root) {
    this.#root = root;
    const { signal } = this.#listeners;
    const on = (target, type, listener) => target.addEventListener(type, listener, { signal });
    on(this.#part("choose"), "click", () => this.#part("input").click());
    on(this.#part("input"), "change", () => this.#chosen());
    on(this.#part("zone"), "dragenter", () => this.#hover(1));
    on(this.#part("zone"), "dragleave", () => this.#hover(-1));
    on(this.#part("zone"), "drop", (event) => this.#dropped(event));
    // A file that misses the box would otherwise be opened in place of the page.
    on(window, "dragover", (event) => this.#guard(event));
    on(window, "drop", (event) => this.#guard(event));
    on(window, "pagehide", () => this.#leave());
    on(window, "beforeunload", (event) => this.#isBusy && event.preventDefault());
  }

  /** New data from the page, and the way to speak to it. */
  take(data, tell) {
    this.#data = data;
    this.#tell = tell;
    this.#part("label").textContent = data.label;
    this.#part("help").textContent = data.help;
    this.#part("invite").textContent = data.several ? "Drop files here" : "Drop a file here";
    this.#part("choose").textContent = data.several ? "Choose files" : "Choose a file";
    this.#part("input").multiple = data.several;
    const lost = this.#rows.filter(
      (row) => row.state === STATES.there && data.lost.includes(row.sending.id),
    );
    for (const row of lost) row.become(STATES.failed, LOST);
    if (lost.length) this.#report();
  }

  unmount() {
    this.#listeners.abort();
    this.#leave();
  }

  get #isBusy() {
    return this.#rows.some(({ state }) => state === STATES.waiting || state === STATES.sending);
  }

  // Files come in

  #chosen() {
    const input = this.#part("input");
    this.#add([...input.files]);
    // Else the same file, chosen again, would not be noticed.
    input.value = "";
  }

  #dropped(event) {
    event.preventDefault();
    this.#depth = 0;
    this.#hover(0);
    const items = [...event.dataTransfer.items].filter(({ kind }) => kind === "file");
    const isFolder = (item) => item.webkitGetAsEntry()?.isDirectory ?? false;
    const folders = items.filter(isFolder).map((item) => item.getAsFile());
    this.#add(items.filter((item) => !isFolder(item)).map((item) => item.getAsFile()));
    for (const folder of folders) this.#list(folder).refuse(FOLDER);
  }

  #add(files) {
    if (!files.length) return;
    if (!this.#data.several) for (const row of [...this.#rows]) this.#remove(row);
    for (const file of this.#data.several ? files : files.slice(0, 1)) this.#list(file);
    this.#send();
  }

  #list(file) {
    const row = new FileRow(file, this.#part("row"), {
      onAgain: () => this.#again(row),
      onAway: () => this.#away(row),
    });
    this.#rows.push(row);
    this.#part("files").append(row.element);
    this.#part("files").hidden = false;
    return row;
  }

  // Files are sent

  async #send() {
    if (this.#rows.some(({ state }) => state === STATES.sending)) return;
    const row = this.#rows.find(({ state }) => state === STATES.waiting);
    if (!row) {
      this.#report();
      return;
    }
    row.begin(new Sending(() => this.#data));
    this.#say(`${row.file.name} is being sent.`);
    try {
      await row.sending.send(row.file, (sent) => row.progress(sent));
      if (this.#rows.includes(row)) {
        row.become(STATES.there);
        this.#say(`${row.file.name} was sent.`);
      }
    } catch (fault) {
      row.become(STATES.failed, fault.message);
      if (this.#rows.includes(row)) this.#say(`${row.file.name} was not sent. ${fault.message}`);
    }
    this.#send();
  }

  #again(row) {
    row.become(STATES.waiting);
    this.#part("choose").focus();
    this.#send();
  }

  #away(row) {
    const wasSending = row.state === STATES.sending;
    this.#remove(row);
    this.#say(`${row.file.name} was removed.`);
    this.#part("choose").focus();
    // Otherwise the sending that was stopped goes on to the next by itself.
    if (!wasSending) this.#send();
  }

  #remove(row) {
    this.#rows = this.#rows.filter((other) => other !== row);
    row.element.remove();
    this.#part("files").hidden = !this.#rows.length;
    row.sending?.stop();
    this.#report();
  }

  /** Tells the page of the files that are there; of new ones when all are, so that it reads once. */
  #report() {
    const there = this.#rows.filter(({ state }) => state === STATES.there);
    const ids = there.map(({ sending }) => sending.id);
    const told = this.#isBusy ? ids.filter((id) => this.#told.includes(id)) : ids;
    if (String(told) === String(this.#told)) return;
    this.#told = told;
    this.#tell("files", told);
  }

  #leave() {
    for (const row of this.#rows) row.sending?.stop();
  }

  // What is seen and heard

  #hover(step) {
    this.#depth = Math.max(this.#depth + step, 0);
    this.#part("zone").classList.toggle("over", this.#depth > 0);
  }

  #guard(event) {
    if (![...event.dataTransfer.types].includes("Files")) return;
    event.preventDefault();
    const isOver = event.composedPath().includes(this.#part("zone"));
    event.dataTransfer.dropEffect = isOver ? "copy" : "none";
  }

  #say(text) {
    this.#part("said").textContent = text;
  }

  #part(id) {
    return this.#root.querySelector(`#${id}`);
  }
}

/**
 * @param {{data: object, parentElement: ShadowRoot, setStateValue: function}} component
 * @returns {() => void} cleans up, unless a later call has taken the place over
 */
export default function mount({ data, parentElement, setStateValue }) {
  const box = boxes.get(parentElement) ?? new FileBox(parentElement);
  boxes.set(parentElement, box);
  box.take(data, setStateValue);
  const turn = {};
  box.turn = turn;
  return () => {
    if (box.turn !== turn) return;
    boxes.delete(parentElement);
    box.unmount();
  };
}
