/**
 * Matches text that a spreadsheet would run as a formula; some accept full-width signs and skip invisible characters.
 */
const FORMULA = /^(?:[\t\r\n]|[\s\p{Cf}\p{Cc}]*[=+\-@\uff1d\uff0b\uff0d\uff20])/u;

/** Returns one cell, quoted if necessary and never a formula. */
export function csvCell(value: string | number): string {
  const text = String(value);
  const safe = typeof value === "string" && FORMULA.test(text) ? `'${text}` : text;
  return /["',;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Returns a list as CSV: a line of titles, then each row's value in each column. */
export const csvTable = <Row>(
  columns: readonly (readonly [title: string, value: (row: Row) => string | number])[],
  rows: readonly Row[],
): string => csvOf([columns.map(([title]) => title), ...rows.map((row) => columns.map(([, value]) => value(row)))]);

/** Returns a table as CSV (RFC 4180) with a byte order mark, so that spreadsheets read it as UTF-8. */
export const csvOf = (rows: readonly (readonly (string | number)[])[]): string =>
  `\ufeff${rows.map((row) => row.map(csvCell).join(",")).join("\r\n")}\r\n`;
