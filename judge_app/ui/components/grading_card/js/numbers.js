/** How figures are written on the card. */

const GROUPED = new Intl.NumberFormat("en");

export const count = (number) => GROUPED.format(number);

/** "1 match", "6 matches". */
export const plural = (number, one, many) => `${count(number)} ${number === 1 ? one : many}`;

/** A score between 0 and 1 with two decimals, as papers print it: .52, 1.00. */
export const score = (value) => value.toFixed(2).replace(/^0\./, ".");

export const percent = (share) => `${Math.round(share * 100)} %`;

/** A stretch of work as people say it: "12 minutes", "2.5 hours". */
export function duration(minutes) {
  if (minutes < 1) return "less than a minute";
  if (minutes < 90) return plural(Math.round(minutes), "minute", "minutes");
  return `${hours(minutes)} hours`;
}

/** A range of time: "12–20 minutes", "3–5.5 hours". */
export function range(low, high) {
  if (high < 1) return "less than a minute";
  const inHours = high >= 180;
  const written = inHours ? hours : (minutes) => count(Math.max(1, Math.round(minutes)));
  const [from, to] = [written(low), written(high)];
  const unit = inHours ? "hour" : "minute";
  return from === to ? `${to} ${unit}${to === "1" ? "" : "s"}` : `${from}–${to} ${unit}s`;
}

function hours(minutes) {
  const number = minutes / 60;
  return number < 10 ? String(Math.round(number * 10) / 10) : count(Math.round(number));
}
