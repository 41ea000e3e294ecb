/** Sends one file to the API: announced first, then its bytes, with their progress. */

const UNREACHABLE = "The server does not answer. Is it still running?";
const BROKEN_OFF =
  "Sending broke off: the server went away, or the file was moved or changed meanwhile.";
const SIGNED_OUT = "You are signed out. Reload the page and sign in.";

class Sending {
  id = null;

  #access;
  #request = null;
  #isStopped = false;

  /** @param {() => {api: string, token: string}} access what to speak to, as of now */
  constructor(access) {
    this.#access = access;
  }

  /** Resolves when all is there; rejects with an Error that a person may read. */
  async send(file, onProgress) {
    const announced = await this.#announce(file);
    this.id = announced.id;
    if (this.#isStopped) {
      this.remove();
      return;
    }
    await this.#put(file, onProgress);
  }

  /** Breaks off, and removes from the server whatever has arrived. */
  stop() {
    this.#isStopped = true;
    this.#request?.abort();
    this.remove();
  }

  remove() {
    if (this.id === null) return;
    const { api, token } = this.#access();
    // Kept alive, since it may be the last thing that the page does. What is left behind all the
    // same goes after a day.
    fetch(`${api}/uploads/${this.id}`, {
      method: "DELETE",
      keepalive: true,
      headers: { authorization: `Bearer ${token}` },
    }).catch(() => {});
  }

  async #announce(file) {
    const { api, token } = this.#access();
    let answer;
    try {
      answer = await fetch(`${api}/uploads`, {
        method: "POST",
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        body: JSON.stringify({ name: file.name, size: file.size }),
      });
    } catch {
      throw new Error(UNREACHABLE);
    }
    if (!answer.ok) throw new Error(faultOf(answer.status, await answer.text()));
    return answer.json();
  }

  #put(file, onProgress) {
    const { api, token } = this.#access();
    const request = new XMLHttpRequest();
    this.#request = request;
    return new Promise((resolve, reject) => {
      request.open("PUT", `${api}/uploads/${this.id}`);
      request.setRequestHeader("authorization", `Bearer ${token}`);
      request.setRequestHeader("content-type", "application/octet-stream");
      request.upload.onprogress = (event) => onProgress(event.loaded);
      request.onload = () => {
        if (request.status < 300) resolve();
        else reject(new Error(faultOf(request.status, request.responseText)));
      };
      request.onerror = () => reject(new Error(BROKEN_OFF));
      request.onabort = () => resolve();
      request.send(file);
    });
  }
}

function faultOf(status, text) {
  if (status === 401) return SIGNED_OUT;
  try {
    const { message, hint } = JSON.parse(text).error;
    return `${message.charAt(0).toUpperCase()}${message.slice(1)}. ${hint}`.trim();
  } catch {
    return `The server could not take the file (${status}).`;
  }
}
