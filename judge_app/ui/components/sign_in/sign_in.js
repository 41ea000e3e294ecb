/** Sends name and role to the API, which sets the session's cookie, and reloads the same page. */

const UNREACHABLE = "The server does not answer. Is it still running?";

export default function ({ data, parentElement }) {
  const part = (id) => parentElement.querySelector(`#${id}`);
  part("title").textContent = data.title;
  if (!part("roles").childElementCount) part("roles").append(...data.roles.map(roleChoice));
  if (!parentElement.activeElement) part("name").focus();

  // Streamlit calls again whenever the data changes: a property replaces what was there before.
  parentElement.querySelector("form").onsubmit = async (event) => {
    event.preventDefault();
    part("submit").disabled = true;
    const fault = await signIn(data.api, new FormData(event.target));
    if (fault === null) {
      window.location.reload();
      return;
    }
    part("submit").disabled = false;
    part("fault").textContent = fault;
    part("fault").hidden = false;
    part("name").focus();
  };
}

function roleChoice({ role, title, description }, index) {
  const label = document.createElement("label");
  label.className = "role";
  const choice = document.createElement("input");
  Object.assign(choice, { type: "radio", name: "role", value: role, checked: index === 0 });
  const name = document.createElement("span");
  name.textContent = title;
  const says = document.createElement("small");
  says.textContent = description;
  label.append(choice, name, says);
  return label;
}

/** Returns what went wrong, or null. */
async function signIn(api, fields) {
  try {
    const answer = await fetch(`${api}/session`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ name: fields.get("name"), role: fields.get("role") }),
    });
    if (answer.ok) return null;
    const { error } = await answer.json();
    return `${sentence(error.message)} ${error.hint}`.trim();
  } catch {
    return UNREACHABLE;
  }
}

function sentence(text) {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
