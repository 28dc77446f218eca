import { encodeLiteServerError } from '../../../../src-main/liteserver/tl/function.ts'
import type { SeededRandom } from '../../../fixtures/seededRandom.ts'
import type { WireQuery } from './wireServer.ts'

/** Longer than the query timeout of the tests that use these lies: see QUERY_TIMEOUT_MS. */
const LATE_MS = 6_000
export const QUERY_TIMEOUT_MS = 5_000
const MAX_FLOOD = 64
const HUGE_ANSWER_BYTES = 2_000_000

/** A breach of the protocol, or a false refusal, in place of the honest answer. */
export type WireLie = (query: WireQuery, answer: Buffer, random: SeededRandom) => void

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
  'a refusal': ({ answer, queryId }, _, random) => {
    const [code, message] = random.pick(REFUSALS)
    answer(queryId, encodeLiteServerError({ code, message }))
  },
  'a wrong query id': ({ answer }, bytes, random) => answer(random.bytes(32), bytes),
  'a wrong query id before the right one': ({ answer, queryId }, bytes, random) => {
    answer(random.bytes(32), random.bytes(bytes.length > 1000 ? 1000 : bytes.length))
    answer(queryId, bytes)
  },
  'two different answers': ({ answer, queryId }, bytes) => {
    answer(queryId, bytes.subarray(0, bytes.length - 4))
    answer(queryId, bytes)
  },
  'answers without a request': ({ answer, queryId }, bytes, random) => {
    for (let sent = random.below(MAX_FLOOD); sent >= 0; sent--) answer(random.bytes(32), bytes)
    answer(queryId, bytes)
  },
  'an empty answer': ({ answer, queryId }) => answer(queryId, Buffer.alloc(0)),
  'an answer of random bytes': ({ answer, queryId }, _, random) =>
    answer(queryId, random.bytes(4 * random.below(64))),
  'an answer with more behind it': ({ answer, queryId }, bytes, random) =>
    answer(queryId, Buffer.concat([bytes, random.bytes(4 + 4 * random.below(8))])),
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
  'bytes outside of a frame': ({ write }, _, random) => write(random.bytes(1 + random.below(200))),
  'a frame that is too long': ({ write }) => write(Buffer.alloc(16, 0xff)),
}
