import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { ADNLClientTCP } from 'adnl'
import type { AdnlConnection } from '../../src-main/liteserver/adnl/client.ts'
import { connectAdnl } from '../../src-main/liteserver/adnl/client.ts'
import { framePayload, parseFrameMessage } from '../../src-main/liteserver/adnl/messages.ts'
import type { AdnlServer } from '../../src-main/liteserver/adnl/server.ts'
import { serveAdnl } from '../../src-main/liteserver/adnl/server.ts'

const ANSWER_BYTES = 4 * 1024 * 1024
/** The transfers of either client are taken in turns, so that a busy machine slows both. */
const ROUNDS = 3
const OUR_TRANSFERS_A_ROUND = 25
const SMALL_QUERIES = 4_000
const PARALLEL = 16
const GOAL = 20

/**
 * ADNL over loopback, client and server in this process: MiB/s of 4 MiB answers with our client and with adnl
 * 1.0.3's against the same server, and round trips of small queries. Throws when an answer differs.
 */
export async function benchAdnl(): Promise<object[]> {
  const answer = randomBytes(ANSWER_BYTES)
  const server = await serveAdnl({
    privateKeySeed: randomBytes(32),
    // The large answer for an empty query; other queries come back.
    onQuery: async (data) => (data.length === 0 ? answer : data),
  })
  const ours = await connectAdnl({ host: '127.0.0.1', port: server.port, publicKey: server.publicKey })
  const theirs = await connectTheirs(server)
  try {
    await transfer(ours, answer)
    const ourRates: number[] = []
    const theirRates: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      ourRates.push(await rate(OUR_TRANSFERS_A_ROUND, () => transfer(ours, answer)))
      theirRates.push(await rate(1, () => transfer(theirs, answer)))
    }
    const oursMiB = median(ourRates) * 4
    const theirsMiB = median(theirRates) * 4
    const ratio = oursMiB / theirsMiB

    const sequential = await roundTrips(ours, 1)
    const parallel = await roundTrips(ours, PARALLEL)
    return [
      {
        bench: 'adnl',
        what: 'transfer of 4 MiB answers, median of 3 rounds',
        oursMiBPerSecond: round(oursMiB),
        adnlMiBPerSecond: round(theirsMiB),
        ratio: round(ratio),
        goal: GOAL,
        reached: ratio >= GOAL,
      },
      {
        bench: 'adnl',
        what: 'round trips of small queries, one at a time',
        perSecond: Math.round(sequential),
      },
      {
        bench: 'adnl',
        what: `round trips of small queries, ${PARALLEL} at a time`,
        perSecond: Math.round(parallel),
      },
    ]
  } finally {
    ours.close()
    theirs.close()
    await server.close()
  }
}

type Client = Pick<AdnlConnection, 'query' | 'close'>

/** adnl 1.0.3 under the same interface; it has one query at a time here. */
async function connectTheirs(server: AdnlServer): Promise<Client> {
  const client = new ADNLClientTCP(`tcp://127.0.0.1:${server.port}`, server.publicKey)
  const ready = once(client, 'ready')
  await client.connect()
  await ready
  return {
    query: async (data) => {
      const answered = once(client, 'data')
      client.write(Buffer.concat(framePayload({ kind: 'query', queryId: randomBytes(32), query: data })))
      const [payload] = (await answered) as [Uint8Array]
      const message = parseFrameMessage(Buffer.from(payload.buffer, payload.byteOffset, payload.byteLength))
      if (message.kind !== 'answer') throw new Error(`an answer expected, not ${message.kind}`)
      return message.answer
    },
    close: () => client.end(),
  }
}

async function transfer(client: Client, expected: Buffer): Promise<void> {
  const answer = await client.query(Buffer.alloc(0), { timeoutMs: 60_000 })
  if (!answer.equals(expected)) throw new Error('the answer is not what was sent')
}

async function roundTrips(client: Client, parallel: number): Promise<number> {
  const query = randomBytes(44)
  const lane = async () => {
    for (let i = 0; i < SMALL_QUERIES / parallel; i++) await client.query(query)
  }
  const perLane = await rate(1, () => Promise.all(Array.from({ length: parallel }, lane)))
  return perLane * SMALL_QUERIES
}

/** Times per second that `act` runs, over `times` runs. */
async function rate(times: number, act: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  for (let i = 0; i < times; i++) await act()
  return (times * 1000) / (performance.now() - start)
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
