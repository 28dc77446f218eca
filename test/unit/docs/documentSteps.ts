import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** One step of a document in `docs`: a file to create, or lines to add to a file. */
export type DocumentStep = {
  readonly action: 'create' | 'add'
  /** Path inside the repository. */
  readonly file: string
  /** The code block: the whole file, or a diff. */
  readonly block: string
}

const STEP = /^(Create|Add(?: \w+ lines?)? to) `([^`]+)`:\n\n```(?:tsx?|diff)\n(.*?)^```$/gms

/** Returns the steps of a document, in their order. Throws if it has none. */
export function readSteps(path: string): DocumentStep[] {
  const steps = [...readFileSync(path, 'utf8').matchAll(STEP)].map(
    ([, verb, file = '', block = '']): DocumentStep => ({
      action: verb === 'Create' ? 'create' : 'add',
      file,
      block,
    }),
  )
  if (steps.length === 0) throw new Error(`${path} has no steps`)
  return steps
}

/** Follows steps in a copy of the repository. Throws if a line that a diff refers to is not there. */
export function followSteps(root: string, steps: readonly DocumentStep[]): void {
  for (const { action, file, block } of steps) {
    const path = join(root, file)
    if (action === 'create') {
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, block, { flag: 'wx' })
    } else writeFileSync(path, withLines(readFileSync(path, 'utf8'), block, file))
  }
}

/** Adds each line that begins with `+` after the line above it in the diff; without one, at the top. */
function withLines(text: string, diff: string, file: string): string {
  const lines = text.split('\n')
  let place = 0
  for (const line of diff.split('\n').filter((one) => one !== '')) {
    const content = line.slice(1)
    if (line.startsWith('+')) {
      lines.splice(place, 0, content)
      place++
      continue
    }
    const found = lines.indexOf(content, place)
    if (found < 0) throw new Error(`${file} does not have the line: ${content}`)
    place = found + 1
  }
  return lines.join('\n')
}
