/** Begins what a spreadsheet would run as a formula: some read full-width signs too, and pass over what is not seen. */
const FORMULA = /^(?:[\t\r\n]|[\s\p{Cf}\p{Cc}]*[=+\-@\uff1d\uff0b\uff0d\uff20])/u;

/** One cell: quoted where it must be, and never a formula, whatever a record's text says. */
export function csvCell(value: string | number): string {
  const text = String(value);
  const safe = typeof value === "string" && FORMULA.test(text) ? `'${text}` : text;
  return /["',;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A table as CSV (RFC 4180) that spreadsheets read as UTF-8. */
export const csvOf = (rows: readonly (readonly (string | number)[])[]): string =>
  `\ufeff${rows.map((row) => row.map(csvCell).join(",")).join("\r\n")}\r\n`;
