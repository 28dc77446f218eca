import type { ClassifiedTrace, PackedAction } from '../../../../src-main/store/classifiedTraces.ts'
import { packFields } from '../../../../src-main/store/packing/actionFields.ts'
import { packNumbers } from '../../../../src-main/store/packing/numbers.ts'
import { createAccountRows } from '../../../../src-main/store/write/accounts.ts'
import { createActionRows } from '../../../../src-main/store/write/actions.ts'
import { createClassificationQueue } from '../../../../src-main/store/write/classificationQueue.ts'
import { SeededRandom } from '../../../fixtures/seededRandom.ts'
import { hashOf } from '../../../fixtures/store/generatedChain.ts'
import { openBeside } from '../../../fixtures/store/openBeside.ts'
import type { TestIndex } from './sampleIndex.ts'

/** An action as a test expects it. */
export type GeneratedAction = {
  readonly actionId: Buffer
  readonly traceId: Buffer
  readonly kind: number
  readonly startLt: bigint
  readonly endLt: bigint
  readonly endUtime: number
  readonly traceEndLt: bigint
  readonly traceEndUtime: number
  readonly mcSeqno: number
  readonly transactions: readonly Buffer[]
  readonly accounts: readonly Buffer[]
}

const WORDS = ['amount']
/** Of different frequency. */
export const KINDS = [
  { type: 'ton_transfer', ancestors: [] },
  { type: 'call_contract', ancestors: [] },
  { type: 'jetton_transfer', ancestors: ['evaa_supply'] },
  { type: 'evaa_supply', ancestors: [] },
]

type Member = { id: number; hash: Buffer; address: Buffer; lt: bigint; now: bigint }

/** Writes made-up actions for all finished traces of an index. */
export function generateActions({ file, connection }: TestIndex): readonly GeneratedAction[] {
  const random = new SeededRandom(5)
  const below = (limit: number) => random.below(limit)
  const traces = connection
    .prepare<[], { id: number; hash: Buffer; end_lt: bigint; end_utime: bigint; mc_seqno_end: bigint }>(
      `SELECT tr.id, r.hash, tr.end_lt, tr.end_utime, tr.mc_seqno_end FROM traces tr
      JOIN transactions r ON r.id = tr.root_tx WHERE tr.pending = 0 AND tr.state = 1 ORDER BY tr.id`,
    )
    .safeIntegers()
    .all()
  const membersOf = connection
    .prepare<[bigint], Member>(
      `SELECT t.id, t.hash, a.address, t.lt, t.now FROM transactions t JOIN accounts a ON a.id = t.account
      WHERE t.trace = ? ORDER BY t.lt`,
    )
    .safeIntegers()
  const made: GeneratedAction[] = []
  const classified: ClassifiedTrace[] = traces.map(({ id, hash, end_lt, end_utime, mc_seqno_end }) => {
    const members = membersOf.all(BigInt(id))
    const actions = Array.from({ length: below(4) }, (_, i): PackedAction => {
      const own = members.filter(() => random.next() < 0.6)
      const end = members[below(members.length)] as Member
      const kind = 1 + below(random.next() < 0.8 ? 2 : KINDS.length)
      const accounts = [...new Map(own.map(({ address }) => [address.toString('hex'), address])).values()]
      const action: GeneratedAction = {
        actionId: hashOf(`action ${id} ${i}`),
        traceId: hash,
        kind,
        startLt: members[0]?.lt ?? 0n,
        endLt: end.lt,
        endUtime: Number(end.now),
        traceEndLt: end_lt,
        traceEndUtime: Number(end_utime),
        mcSeqno: Number(mc_seqno_end),
        transactions: own.map((member) => member.hash),
        accounts,
      }
      made.push(action)
      return {
        ...action,
        parent: undefined,
        startUtime: action.endUtime,
        success: true,
        transactions: packNumbers(own.map((member) => Number(member.id))),
        accounts: accounts.length,
        parties: Buffer.concat(accounts),
        fields: packFields({ amount: 5n }, { word: () => 1, party: () => undefined }),
      }
    })
    const transactions = members.length
    return { trace: Number(id), transactions, queued: 'any', state: 'ok', facts: undefined, actions }
  })
  const writer = openBeside(file)
  const rows = createActionRows(writer, createAccountRows(writer), createClassificationQueue(writer))
  writer.transaction(() =>
    rows.write({
      traces: classified,
      words: WORDS.map((word, i) => ({ id: i + 1, word })),
      kinds: KINDS.map((kind, i) => ({ id: i + 1, ...kind })),
    }),
  )()
  writer.close()
  return made
}
