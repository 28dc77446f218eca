import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Asks again and again until there is an answer. Rejects with `what` when there is none in time, so that a test that
 * waits in vain says for what.
 */
export async function until<Value>(
  what: string,
  ask: () => Promise<Value | undefined>,
  { timeoutMs = 30_000, pauseMs = 40 } = {},
): Promise<Value> {
  const deadline = AbortSignal.timeout(timeoutMs)
  for (;;) {
    const value = await ask()
    if (value !== undefined) return value
    if (deadline.aborted) throw new Error(`waited ${timeoutMs} ms in vain until ${what}`)
    await sleep(pauseMs)
  }
}
