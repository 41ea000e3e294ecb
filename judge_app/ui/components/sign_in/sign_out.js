/** Asks the API to clear the session's cookie and reloads the page. */

export default function ({ data, parentElement }) {
  parentElement.querySelector("button").onclick = async () => {
    await fetch(`${data.api}/session`, { method: "DELETE" });
    window.location.reload();
  };
}
