import type { LiteServerError } from '../errors.ts'

/** What a query needs of an old block: the block, or the state after it, which servers keep for a shorter time. */
export type OldData = { readonly kind: 'block' | 'state'; readonly workchain: number; readonly seqno: number }

/** Functions whose answers come from the state after the block that their `id` names; all others read the block. */
const OF_STATES: ReadonlySet<string> = new Set([
  'liteServer.getAccountState',
  'liteServer.getAccountStatePrunned',
  'liteServer.runSmcMethod',
  'liteServer.getConfigAll',
  'liteServer.getConfigParams',
])
/** Codes of the reference node for data that it does not have, or does not find in time. */
const MISSING: ReadonlySet<number> = new Set([651, 652])

/** Returns the data that a query needs; undefined if it names no block by its seqno. */
export function neededData(name: string, request: unknown): OldData | undefined {
  if (typeof request !== 'object' || request === null || !('id' in request)) return undefined
  const { id } = request
  if (typeof id !== 'object' || id === null || !('seqno' in id) || !('workchain' in id)) return undefined
  const { seqno, workchain } = id
  // A lookup by time or logical time has seqno 0.
  if (typeof seqno !== 'number' || typeof workchain !== 'number' || seqno <= 0) return undefined
  return { kind: OF_STATES.has(name) ? 'state' : 'block', workchain, seqno }
}

/** Returns whether a refusal says that a server does not have what was asked, which says nothing about the network. */
export function isMissing({ code }: LiteServerError): boolean {
  return MISSING.has(code)
}

/** What is known of a server's old blocks, or states, of one workchain. */
export type KeptData = Pick<OldData, 'kind' | 'workchain'> & {
  /** Seqno of the oldest block or state in its answers; undefined if it refused that one later. */
  readonly oldestAnswered: number | undefined
  /** Seqno of the newest block or state that it refused; undefined if it sent that one later. */
  readonly newestRefused: number | undefined
}

/** The oldest block and the oldest state of each workchain that a server can still have, learned from its refusals. */
export class Retention {
  readonly #from = new Map<string, number>()
  readonly #oldest = new Map<string, OldData>()

  noteMissing({ kind, workchain, seqno }: OldData): void {
    const key = `${kind}:${workchain}`
    this.#from.set(key, Math.max(this.#from.get(key) ?? 0, seqno + 1))
    const oldest = this.#oldest.get(key)
    if (oldest && oldest.seqno <= seqno) this.#oldest.delete(key)
  }

  /** Records that the server had the data: an earlier refusal had another reason. */
  noteKept(data: OldData): void {
    const { kind, workchain, seqno } = data
    const key = `${kind}:${workchain}`
    const oldest = this.#oldest.get(key)
    if (!oldest || seqno < oldest.seqno) this.#oldest.set(key, data)
    const from = this.#from.get(key)
    if (from !== undefined && seqno < from) this.#from.set(key, seqno)
  }

  /** Returns whether the server can have the data. A server that refused a block can still have an older state. */
  canHave({ kind, workchain, seqno }: OldData): boolean {
    return seqno >= (this.#from.get(`${kind}:${workchain}`) ?? 0)
  }

  /** Returns what is known, the masterchain first, blocks before states. */
  known(): readonly KeptData[] {
    const keys = [...new Set([...this.#from.keys(), ...this.#oldest.keys()])]
    return keys
      .map((key): KeptData => {
        const [kind, workchain] = key.split(':') as [OldData['kind'], string]
        const from = this.#from.get(key)
        return {
          workchain: Number(workchain),
          kind,
          oldestAnswered: this.#oldest.get(key)?.seqno,
          newestRefused: from === undefined || from === 0 ? undefined : from - 1,
        }
      })
      .toSorted((a, b) => a.workchain - b.workchain || a.kind.localeCompare(b.kind))
  }
}
