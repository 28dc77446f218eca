/** First characters by which spreadsheets take a text for a formula. */
const FORMULA = /^[=+\-@\t\r]/
const SPECIAL = /[",\r\n]/

function csvField(value: string): string {
  const text = FORMULA.test(value) ? `'${value}` : value
  return SPECIAL.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Returns rows as comma-separated values (RFC 4180). A text that would be a formula has an apostrophe in front. */
export function csvText(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map(csvField).join(',')}\r\n`).join('')
}
