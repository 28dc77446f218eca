import { encodeLiteServerError } from '../../../../src-main/liteserver/tl/function.ts'
import type { Chance } from './random.ts'
import type { WireQuery } from './wireServer.ts'

/** Longer than a query may take in the tests that use these lies: see QUERY_TIMEOUT_MS. */
const LATE_MS = 6_000
export const QUERY_TIMEOUT_MS = 5_000
const MAX_FLOOD = 64
const HUGE_ANSWER_BYTES = 2_000_000

/** A breach of the protocol, or a false refusal, in place of the honest answer. */
export type WireLie = (query: WireQuery, answer: Buffer, chance: Chance) => void

const REFUSALS: readonly (readonly [code: number, message: string])[] = [
  [651, 'block is not in db'],
  [651, 'cannot find block (-1,8000000000000000) seqno=1: seqno not in db'],
  [652, 'timeout'],
  [653, 'cancelled'],
  [0, ''],
  [-400, 'not found'],
  [200, 'OK'],
  [404, '<script>alert(1)</script>'],
  [0x7fff_ffff, '\0\u202e\ud800'],
  [601, 'x'.repeat(100_000)],
  [-2_147_483_648, 'LITE_SERVER_NOTREADY: ltdb: block not found'],
]

/** Every breach by name. */
export const WIRE_LIES: Readonly<Record<string, WireLie>> = {
  'a refusal': ({ answer, queryId }, _, chance) => {
    const [code, message] = chance.pick(REFUSALS)
    answer(queryId, encodeLiteServerError({ code, message }))
  },
  'a wrong query id': ({ answer }, bytes, chance) => answer(chance.bytes(32), bytes),
  'a wrong query id before the right one': ({ answer, queryId }, bytes, chance) => {
    answer(chance.bytes(32), chance.bytes(bytes.length > 1000 ? 1000 : bytes.length))
    answer(queryId, bytes)
  },
  'two different answers': ({ answer, queryId }, bytes) => {
    answer(queryId, bytes.subarray(0, bytes.length - 4))
    answer(queryId, bytes)
  },
  'answers that were not asked for': ({ answer, queryId }, bytes, chance) => {
    for (let sent = chance.below(MAX_FLOOD); sent >= 0; sent--) answer(chance.bytes(32), bytes)
    answer(queryId, bytes)
  },
  'an empty answer': ({ answer, queryId }) => answer(queryId, Buffer.alloc(0)),
  'an answer of random bytes': ({ answer, queryId }, _, chance) =>
    answer(queryId, chance.bytes(4 * chance.below(64))),
  'an answer with more behind it': ({ answer, queryId }, bytes, chance) =>
    answer(queryId, Buffer.concat([bytes, chance.bytes(4 + 4 * chance.below(8))])),
  'an answer of megabytes': ({ answer, queryId }, bytes) =>
    answer(queryId, Buffer.concat([bytes, Buffer.alloc(HUGE_ANSWER_BYTES)])),
  'no answer': () => {},
  'a late answer': ({ answer, queryId }, bytes) => {
    setTimeout(() => answer(queryId, bytes), LATE_MS).unref()
  },
  'a closed connection': ({ destroy }) => destroy(),
  'a connection closed behind the answer': ({ answer, destroy, queryId }, bytes) => {
    answer(queryId, bytes)
    destroy()
  },
  'bytes outside of a frame': ({ write }, _, chance) => write(chance.bytes(1 + chance.below(200))),
  'a frame that is too long': ({ write }) => write(Buffer.alloc(16, 0xff)),
}
