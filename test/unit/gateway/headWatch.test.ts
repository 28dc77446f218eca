import { describe, expect, it } from 'vitest'
import { watchHead } from '../../../src-main/gateway/headWatch.ts'
import { blockId, fakeNetwork } from '../api/v2/fakeSession.ts'

function network(seqnos: number[]) {
  let headers = 0
  const { network: fake } = fakeNetwork({
    last: async () => {
      const seqno = seqnos.shift()
      if (seqno === undefined) throw new Error('out of reach')
      return blockId(-1, seqno)
    },
    blockHeader: async (id) => {
      headers++
      return { genUtime: 1000 + id.seqno } as never
    },
  })
  return { network: fake, headers: () => headers }
}

describe('watchHead', () => {
  it('has no head before the first reading', () => {
    expect(watchHead(network([]).network).current()).toBeUndefined()
  })

  it('reads seqno and time, the header only of a new head', async () => {
    const { network: fake, headers } = network([5, 5, 6])
    const watch = watchHead(fake)
    expect(await watch.refresh()).toEqual({ seqno: 5, utime: 1005 })
    expect(await watch.refresh()).toEqual({ seqno: 5, utime: 1005 })
    expect(await watch.refresh()).toEqual({ seqno: 6, utime: 1006 })
    expect(headers()).toBe(2)
    expect(watch.current()).toEqual({ seqno: 6, utime: 1006 })
  })

  it('takes the time of a proved head from its proof, and knows it without a reading', async () => {
    const { network: fake, headers } = network([5])
    const watch = watchHead({ ...fake, provedHead: () => ({ seqno: 5, utime: 1005 }) })
    expect(watch.known()).toEqual({ seqno: 5, utime: 1005 })
    expect(await watch.refresh()).toEqual({ seqno: 5, utime: 1005 })
    expect(headers()).toBe(0)
  })

  it('shares a reading that is under way', async () => {
    const { network: fake } = network([5])
    const watch = watchHead(fake)
    expect(await Promise.all([watch.refresh(), watch.refresh()])).toHaveLength(2)
  })

  it('keeps the last head while the network is unreachable', async () => {
    const { network: fake } = network([5])
    const watch = watchHead(fake)
    await watch.refresh()
    await expect(watch.refresh()).rejects.toThrow('out of reach')
    expect(watch.current()).toEqual({ seqno: 5, utime: 1005 })
  })

  it('waits for the present head', async () => {
    expect(await watchHead(network([5]).network).present(10_000)).toEqual({ seqno: 5, utime: 1005 })
  })

  it('returns the last head if the network is unreachable or too slow', async () => {
    expect(await watchHead(network([]).network).present(10_000)).toBeUndefined()
    const { network: silent } = fakeNetwork({ last: () => new Promise(() => {}) })
    const watch = watchHead(silent)
    expect(await watch.present(1)).toBeUndefined()
    watch.close()
  })
})
