import { formatProgress, type ProofProgress } from '../liteserver/errors.ts'

/** Minimum time between two lines, ms. */
const INTERVAL_MS = 2_000

/**
 * Prints the progress of a proof over many key blocks, and its end.
 * @returns the listener for a gateway's `onProving`
 */
export function provingLines(
  print: (line: string) => void,
  now: () => number = () => performance.now(),
): (progress: ProofProgress | undefined) => void {
  let printedAt: number | undefined
  let startedAt = 0
  let last: ProofProgress | undefined
  return (progress) => {
    if (!progress) {
      if (last) print(endLine(last, now() - startedAt))
      last = undefined
      printedAt = undefined
      return
    }
    if (!last) startedAt = now()
    last = progress
    if (printedAt !== undefined && now() - printedAt < INTERVAL_MS) return
    printedAt = now()
    const text = formatProgress(progress)
    print(`${text[0]?.toUpperCase()}${text.slice(1)}`)
  }
}

function endLine({ proved, seqno }: ProofProgress, ms: number): string {
  const count = proved.toLocaleString('en-US')
  return `Proved ${count} key blocks, the last at seqno ${seqno}, in ${(ms / 1000).toFixed(1)} s`
}
