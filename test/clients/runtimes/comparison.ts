import { isDeepStrictEqual, parseArgs } from 'node:util'
import type { CallTally } from '../foreignClient.ts'

/** Differences reported per call; the runner compares each with the known ones. */
const SHOWN = 60

/** Counts how many answers of a client equal those of Tonscope's v2 API. */
export class Comparison {
  readonly #calls: Record<string, { equal: number; tried: number; differences: string[] }> = {}
  readonly #api: string

  constructor(api: string) {
    this.#api = api
  }

  /** Compares two values; an error on one side only is a difference. */
  async compare(
    call: string,
    subject: unknown,
    theirs: () => Promise<unknown>,
    ours: () => Promise<unknown>,
  ): Promise<void> {
    const [their, our] = await Promise.all([outcome(theirs), outcome(ours)])
    this.#calls[call] ??= { equal: 0, tried: 0, differences: [] }
    const entry = this.#calls[call]
    entry.tried++
    if (isDeepStrictEqual(their, our)) entry.equal++
    else if (entry.differences.length < SHOWN)
      entry.differences.push(`${subject}: theirs ${short(their)}, ours ${short(our)}`)
  }

  /** Returns `result` of a v2 operation. Throws on an answer that is not ok. */
  async v2(method: string, params: Readonly<Record<string, string | number>> = {}): Promise<V2Result> {
    const query = new URLSearchParams(
      Object.entries(params).map(([name, value]): [string, string] => [name, `${value}`]),
    )
    return this.#result(await fetch(`${this.#api}/api/v2/${method}?${query}`, deadline()))
  }

  /** The same by POST, for operations with a body. */
  async v2Post(method: string, body: object): Promise<V2Result> {
    const headers = { 'content-type': 'application/json' }
    return this.#result(
      await fetch(`${this.#api}/api/v2/${method}`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
        ...deadline(),
      }),
    )
  }

  async #result(response: Response): Promise<V2Result> {
    const answer = (await response.json()) as { ok: boolean; result: V2Result; error?: string }
    if (!answer.ok) throw new Error(answer.error)
    return answer.result
  }

  /** Raw addresses of the accounts with the largest balances, at most `count`. */
  async accounts(count: number): Promise<readonly string[]> {
    const response = await fetch(`${this.#api}/api/v3/topAccountsByBalance?limit=${count}`, deadline())
    return ((await response.json()) as readonly { account: string }[]).map(({ account }) => account)
  }

  tally(): { readonly calls: Readonly<Record<string, CallTally>> } {
    return { calls: this.#calls }
  }
}

// biome-ignore lint/suspicious/noExplicitAny: answers of the API as foreign clients see them, without our types
export type V2Result = any

function deadline(): { readonly signal: AbortSignal } {
  return { signal: AbortSignal.timeout(30_000) }
}

async function outcome(work: () => Promise<unknown>): Promise<unknown> {
  try {
    return await work()
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) }
  }
}

function short(value: unknown): string {
  const text = JSON.stringify(value, (_, item) => (typeof item === 'bigint' ? `${item}` : item))
  return `${text}`.slice(0, 400)
}

/** The arguments that the runner gives to every client's program. */
export function clientArguments(): ClientArguments {
  const text = { type: 'string', default: '' } as const
  const blocks = { type: 'string', default: '120' } as const
  const { values } = parseArgs({
    options: { config: text, api: text, scratch: text, packages: text, blocks },
  })
  return { ...values, blocks: Number(values.blocks) }
}

export type ClientArguments = {
  /** Path of the network's global config. */
  readonly config: string
  /** Tonscope's address, `http://127.0.0.1:PORT`. */
  readonly api: string
  /** An empty folder for files of the client. */
  readonly scratch: string
  /** The folder of `prepareNodePackages`. */
  readonly packages: string
  /** Masterchain blocks to compare at most, evenly spread. */
  readonly blocks: number
}

/** Returns at most `count` masterchain seqnos from 1 to `head`, evenly spread. */
export function spreadSeqnos(head: number, count: number): readonly number[] {
  const step = Math.max(1, Math.ceil(head / count))
  return Array.from({ length: Math.ceil(head / step) }, (_, index) => 1 + index * step)
}
