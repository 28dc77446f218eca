import { describe, expect, it } from 'vitest'
import { SeededRandom } from '../../fixtures/seededRandom.ts'
import { FarConnection } from '../../publicNetwork/farConnection.ts'
import { createRateLimit } from '../../publicNetwork/farServer.ts'
import { type FarServerProfile, faultless } from '../../publicNetwork/profiles.ts'
import { fakeClock } from '../liteserver/pool/fakeClock.ts'

const RTT = 100
const clean = faultless(RTT)

/** A connection that has had its first query, with a clock of its own, and the times of what arrives. */
async function connection(profile: FarServerProfile = clean, seed = 'far') {
  const clock = fakeClock()
  const link = new FarConnection(clock, new SeededRandom(seed), profile)
  const arrivals: number[] = []
  const note = () => arrivals.push(clock.now())
  void link.up(100).then(note)
  await clock.advance(10_000)
  return { clock, link, arrivals, note }
}

describe('a far connection', () => {
  it('takes two round trips before its first query', async () => {
    const { arrivals } = await connection()
    expect(Math.round(arrivals[0] ?? 0)).toBe(2 * RTT + RTT / 2)
  })

  it('takes half a round trip each way', async () => {
    const { clock, link, arrivals, note } = await connection()
    const begun = clock.now()
    void link.up(100).then(note)
    await clock.advance(RTT)
    void link.down(100).then(note)
    await clock.advance(RTT)
    expect(arrivals.slice(1).map((at) => Math.round(at - begun))).toEqual([RTT / 2, RTT + RTT / 2])
  })

  it('sends as fast as its bandwidth allows', async () => {
    const { clock, link, arrivals, note } = await connection({ ...clean, bitsPerSecond: 8_000 })
    const begun = clock.now()
    // A thousand bytes take a second.
    for (let sent = 0; sent < 3; sent++) void link.down(1_000).then(note)
    await clock.advance(10_000)
    expect(arrivals.slice(1).map((at) => Math.round(at - begun))).toEqual([1_050, 2_050, 3_050])
  })

  it('delivers in order when packets are lost, and later', async () => {
    const lossy = { ...clean, spread: 0.5, stalls: { share: 0.3, ms: 1_000 } }
    const { clock, link } = await connection(lossy)
    const order: number[] = []
    for (let sent = 0; sent < 50; sent++) void link.down(100).then(() => order.push(sent))
    await clock.advance(60_000)
    expect(order).toEqual(Array.from({ length: 50 }, (_, sent) => sent))
  })

  it('has the same delays with the same seed, around its median', async () => {
    const times = async (seed: string) => {
      const { clock, link } = await connection({ ...clean, spread: 0.4 }, seed)
      const taken: number[] = []
      for (let sent = 0; sent < 200; sent++) {
        const begun = clock.now()
        void link.down(1).then(() => taken.push(clock.now() - begun))
        await clock.advance(2_000)
      }
      return taken
    }
    const [first, again, other] = [await times('a'), await times('a'), await times('b')]
    expect(first).toEqual(again)
    expect(first).not.toEqual(other)
    const median = first.toSorted((a, b) => a - b)[100] ?? 0
    expect(median).toBeGreaterThan(40)
    expect(median).toBeLessThan(60)
    expect(new Set(first).size).toBeGreaterThan(100)
  })

  it('delivers nothing after its end', async () => {
    const { clock, link, arrivals, note } = await connection()
    void link.down(1).then(note)
    link.close()
    await clock.advance(10_000)
    expect(arrivals).toHaveLength(1)
  })
})

describe('the rate of a far server', () => {
  it("takes a second's queries at once, and then as many as its rate", async () => {
    const clock = fakeClock()
    const limit = createRateLimit({ rate: { perSecond: 5, refusal: 'proxy' } }, clock)
    const taken = () => Array.from({ length: 10 }, limit).filter((refusal) => refusal === undefined).length
    expect(taken()).toBe(5)
    await clock.advance(400)
    expect(taken()).toBe(2)
    await clock.advance(60_000)
    expect(taken()).toBe(5)
    expect(limit()).toBe('proxy')
  })

  it('is unlimited without one', () => {
    const limit = createRateLimit({}, fakeClock())
    expect(Array.from({ length: 1_000 }, limit).every((refusal) => refusal === undefined)).toBe(true)
  })
})
