/** How figures are written on the card. */

const GROUPED = new Intl.NumberFormat("en");

export const count = (number) => GROUPED.format(number);

/** "1 match", "6 matches". */
export const plural = (number, one, many) => `${count(number)} ${number === 1 ? one : many}`;

/** A score between 0 and 1 with two decimals, as papers print it: .52, 1.00. */
export const score = (value) => value.toFixed(2).replace(/^0\./, ".");

export const percent = (share) => `${Math.round(share * 100)} %`;
