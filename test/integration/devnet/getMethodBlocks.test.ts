import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BlockIdExt } from '../../../src-main/chain/blockId.ts'
import { type BusyDevnet, openBusyDevnet } from './busyDevnet.ts'
import { type DevnetGateway, openDevnetGateway } from './devnetGateway.ts'

/** A contract that returns the facts of its block, called through HTTP. */
describe('a get-method that a gateway runs', () => {
  let busy: BusyDevnet
  let gateway: DevnetGateway
  beforeAll(async () => {
    busy = await openBusyDevnet()
    gateway = await openDevnetGateway(busy.devnet, busy.server)
  }, 180_000)
  afterAll(async () => {
    await gateway?.close()
    await busy?.close()
  })

  it('reads the last blocks, the key block and the hundreds', { timeout: 60_000 }, async () => {
    const body = JSON.stringify({ address: busy.mirror.toRawString(), method: 1, stack: [] })
    const response = await fetch(`${gateway.url}/api/v2/runGetMethodStd`, { method: 'POST', body })
    type Entry = { tuple?: { elements: Entry[] }; number?: { number: string } }
    const { result } = (await response.json()) as { result: { exit_code: number; stack: Entry[] } }
    const [last, keyBlock, hundreds] = result.stack
    const numbers = ({ tuple }: Entry = {}) => tuple?.elements.map(({ number }) => number?.number)
    const blockOf = ({ workchain, shard, seqno, rootHash, fileHash }: BlockIdExt) =>
      [
        BigInt(workchain),
        shard,
        BigInt(seqno),
        BigInt(`0x${rootHash.toString('hex')}`),
        BigInt(`0x${fileHash.toString('hex')}`),
      ].map(String)
    const known = busy.steps.map(({ masterchain }) => masterchain).toReversed()
    expect(last?.tuple?.elements.map(numbers)).toEqual(known.slice(0, 16).map(blockOf))
    expect(numbers(keyBlock)).toEqual(blockOf(busy.keyBlock))
    expect(hundreds?.tuple?.elements.map(numbers)).toEqual([blockOf(busy.devnet.store.zeroState)])
  })
})
