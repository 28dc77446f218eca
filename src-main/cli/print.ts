import { escapeHidden, visibleText } from '#shared/untrustedText.ts'

/**
 * What commands print. Texts of others (contracts, liteservers, files) are in most of it, so all of it passes here: a
 * terminal acts on control characters, and hidden ones reorder a line.
 */

/** Returns a text with a mark in place of each hidden character, and of a carriage return, which overwrites the line. */
function terminalText(text: string): string {
  return visibleText(text.replace(/\r(?!\n)/g, '\u0000'))
}

/** Prints a result to stdout. */
export function print(text: string): void {
  console.log(terminalText(text))
}

/** Prints a message beside the results, to stderr. */
export function printMessage(text: string): void {
  console.error(terminalText(text))
}

/** Prints JSON to stdout, with escapes of hidden characters: its value is exact. Integers past 32 bits become texts. */
export function printJson(value: unknown): void {
  const json = JSON.stringify(value, (_, field) => (typeof field === 'bigint' ? String(field) : field), 2)
  console.log(escapeHidden(json))
}

/**
 * Rewrites the last line of a terminal; `end` leaves the line there. Without a terminal, only ends are printed.
 */
export function rewriteLine(text: string, end = false): void {
  const isScreen = process.stdout.isTTY === true
  if (isScreen) process.stdout.write(`\r\x1b[K${terminalText(text)}${end ? '\n' : ''}`)
  else if (end) print(text)
}
