import type { Liteserver } from '#shared/schema/liteservers.ts'
import type { ChipTone } from '../../components/Chip.tsx'

/** The word for a state, and what it means for requests. */
type StateWords = { readonly tone: ChipTone; readonly word: string; readonly meaning: string }

const STATES: Readonly<Record<Liteserver['state'], StateWords>> = {
  in_use: { tone: 'good', word: '✓ in use', meaning: 'Requests are sent to it' },
  silent: {
    tone: 'warn',
    word: '! silent',
    meaning: 'Queries get no answer, or a late one: other servers are asked first',
  },
  lagging: { tone: 'warn', word: '! lagging', meaning: 'Its newest block is too old to be used' },
  starting: { tone: 'plain', word: '… starting', meaning: 'It has not named its newest block yet' },
  backing_off: { tone: 'warn', word: '! backing off', meaning: 'It failed, and is not asked for a while' },
  quarantined: { tone: 'bad', word: '✕ quarantined', meaning: 'It gave a false answer' },
  stopped: { tone: 'bad', word: '✕ stopped', meaning: 'The network has forked' },
}

export function stateWords({ state }: Pick<Liteserver, 'state'>): StateWords {
  return STATES[state]
}

/** States whose reason is the server's last error. The last error of others can be over. */
const WITH_REASON: ReadonlySet<Liteserver['state']> = new Set([
  'silent',
  'starting',
  'backing_off',
  'quarantined',
])

/** Returns why a server is in its state, without its name; undefined if the state says it all. */
export function reasonOf({ state, endpoint, last_error }: Liteserver): string | undefined {
  if (last_error === null || !WITH_REASON.has(state)) return undefined
  return last_error.replace(`liteserver ${endpoint}: `, '').replace(/^liteserver: /, '')
}

/** Formats milliseconds with at most three digits: `4.1 ms`, `48 ms`, `1.2 s`. */
export function formatMs(ms: number): string {
  if (ms >= 999.5) return `${(ms / 1_000).toFixed(1)} s`
  return ms < 9.95 ? `${ms.toFixed(1)} ms` : `${Math.round(ms)} ms`
}

/** Formats a rate of queries: `4.6/s`, `120/s`. */
export function formatPerSecond(rate: number): string {
  return `${rate >= 99.5 ? Math.round(rate) : Number(rate.toFixed(1))}/s`
}

/** Formats the part of all queries of the last minute that a server got: `31 %`. */
export function formatShare(part: number, all: number): string {
  if (part === 0) return '0 %'
  const percent = (100 * part) / all
  return percent < 1 ? '< 1 %' : `${Math.round(percent)} %`
}

const WORKCHAIN_NAMES: ReadonlyMap<number, string> = new Map([
  [-1, 'masterchain'],
  [0, 'basechain'],
])

/** Returns what is known of the old blocks and states of a server, a phrase for each kind of data. */
export function keptPhrases({ kept }: Liteserver): readonly string[] {
  return kept.map(({ workchain, kind, oldest_answered, newest_refused }) => {
    const what = `${WORKCHAIN_NAMES.get(workchain) ?? `workchain ${workchain}`} ${kind}s`
    const answered = oldest_answered === null ? [] : [`seen back to ${oldest_answered}`]
    const refused = newest_refused === null ? [] : [`not ${newest_refused}`]
    return `${what} ${[...answered, ...refused].join(', ')}`
  })
}
