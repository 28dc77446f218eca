import { escapeHidden, visibleText } from '#shared/untrustedText.ts'

/**
 * What commands print. Texts of others (contracts, liteservers, files) are in most of it, so all of it passes here: a
 * terminal acts on control characters, hidden ones reorder a line, and a line break begins one that looks like ours.
 */

/**
 * Returns a text on one line: with an escape in place of each line break, and a mark in place of each hidden character,
 * and of a carriage return, which overwrites the line.
 */
function lineOf(text: string): string {
  const line = text.replace(/\r?\n/g, (end) => (end === '\n' ? '\\n' : '\\r\\n'))
  return visibleText(line.replaceAll('\r', '\u0000'))
}

function linesOf(lines: readonly string[]): string {
  return lines.map(lineOf).join('\n')
}

/** Prints lines of a result to stdout. */
export function print(...lines: readonly string[]): void {
  console.log(linesOf(lines))
}

/** Prints lines beside the results, to stderr. */
export function printMessage(...lines: readonly string[]): void {
  console.error(linesOf(lines))
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
  if (isScreen) process.stdout.write(`\r\x1b[K${lineOf(text)}${end ? '\n' : ''}`)
  else if (end) print(text)
}

/** Resolves when all that was printed to stdout has left the process. */
export function printed(): Promise<void> {
  return new Promise((resolve) => process.stdout.write('', () => resolve()))
}
