import { readFileSync, statSync } from 'node:fs'
import type { z } from 'zod'

/**
 * Reads a small file of JSON; undefined if there is none. Throws ZodError for another form, and SyntaxError or Error for
 * a file that is no JSON, is larger than `maxBytes`, or cannot be read.
 */
export function readJsonFile<T>(path: string, schema: z.ZodType<T>, maxBytes: number): T | undefined {
  const size = statSync(path, { throwIfNoEntry: false })?.size
  if (size === undefined) return undefined
  if (size > maxBytes) throw new Error(`it has ${size} bytes`)
  return schema.parse(JSON.parse(readFileSync(path, 'utf8')))
}
