import { beginCell, type Cell } from '@ton/core'
import { describe, expect, it } from 'vitest'
import { StateCache, type StateCacheOptions } from '../../../../src-main/chain/archive/stateCache.ts'
import { buildMerkleUpdate } from '../../../../src-main/chain/merkle/merkleUpdate.ts'

type Toy = {
  readonly name: string
  readonly seqno: number
  readonly parents: readonly Toy[]
  readonly state: Cell
}

/** A state of two cells; a block changes one of them. */
function stateOf(counter: number, constant: Cell): Cell {
  return beginCell().storeUint(counter, 32).storeRef(constant).endCell()
}

const CONSTANT = beginCell().storeUint(0xabc, 12).storeRef(beginCell().storeUint(5, 8).endCell()).endCell()

function splitState(left: Cell, right: Cell): Cell {
  return beginCell().storeUint(0x5f327da5, 32).storeRef(left).storeRef(right).endCell()
}

function block(name: string, seqno: number, parents: readonly Toy[]): Toy {
  return { name, seqno, parents, state: stateOf(seqno * 100 + name.length, CONSTANT) }
}

/** A chain of `length` blocks over a zero state. */
function chain(length: number): Toy[] {
  const blocks = [block('z', 0, [])]
  for (let seqno = 1; seqno <= length; seqno++) blocks.push(block(`b${seqno}`, seqno, [blocks[seqno - 1]!]))
  return blocks
}

/** A cache over toy blocks that counts the updates it applies. */
function cacheOf(options: StateCacheOptions = {}) {
  const counts = { updates: 0 }
  const cache = new StateCache<Toy>(
    {
      key: ({ name }) => name,
      seqno: ({ seqno }) => seqno,
      parents: ({ parents }) => parents,
      zeroState: ({ state }) => state,
      update: ({ parents: [first, second], state }) => {
        counts.updates++
        return buildMerkleUpdate(second ? splitState(first!.state, second.state) : first!.state, state)
      },
    },
    options,
  )
  return { cache, counts }
}

describe('StateCache', () => {
  it('rolls forward from the zero state once, then from cached states', async () => {
    const blocks = chain(20)
    const { cache, counts } = cacheOf()
    expect((await cache.get(blocks[20]!)).equals(blocks[20]!.state)).toBe(true)
    expect(counts.updates).toBe(20)
    expect((await cache.get(blocks[13]!)).equals(blocks[13]!.state)).toBe(true)
    expect(counts.updates).toBe(20)
  })

  it('shares unchanged cells', async () => {
    const blocks = chain(3)
    const { cache } = cacheOf()
    const [a, b] = [await cache.get(blocks[1]!), await cache.get(blocks[3]!)]
    expect(a.refs[0]).toBe(b.refs[0])
  })

  it('starts at the nearest checkpoint for states that left the window', async () => {
    const blocks = chain(40)
    const { cache, counts } = cacheOf({ window: 4, spacing: 8 })
    await cache.get(blocks[40]!)
    counts.updates = 0
    expect((await cache.get(blocks[19]!)).equals(blocks[19]!.state)).toBe(true)
    expect(counts.updates).toBe(3)
    counts.updates = 0
    await cache.get(blocks[24]!)
    expect(counts.updates).toBe(0)
  })

  it('drops every second checkpoint beyond the limit, so that any state stays reachable in bounded time', async () => {
    const blocks = chain(64)
    const { cache, counts } = cacheOf({ window: 1, spacing: 1, maxCheckpoints: 8 })
    await cache.get(blocks[64]!)
    // 0, 16, 32, 48, 64 are left after the spacing went from 1 to 16.
    counts.updates = 0
    expect((await cache.get(blocks[47]!)).equals(blocks[47]!.state)).toBe(true)
    expect(counts.updates).toBe(15)
  })

  it('follows a split and a merge', async () => {
    const before = chain(5)
    const left = [block('left1', 6, [before[5]!])]
    const right = [block('right-1', 6, [before[5]!])]
    for (let seqno = 7; seqno < 12; seqno++) {
      left.push(block(`left${seqno}`, seqno, [left.at(-1)!]))
      right.push(block(`right--${seqno}`, seqno, [right.at(-1)!]))
    }
    const merged = block('merged----', 12, [left.at(-1)!, right.at(-1)!])
    // A window smaller than either branch: the first is gone from it before the second is done.
    const { cache } = cacheOf({ window: 2, spacing: 1000 })
    expect((await cache.get(merged)).equals(merged.state)).toBe(true)
    expect((await cache.get(right[2]!)).equals(right[2]!.state)).toBe(true)
  })

  it('serves concurrent requests one after another', async () => {
    const blocks = chain(30)
    const { cache, counts } = cacheOf()
    const states = await Promise.all(blocks.map((toy) => cache.get(toy)))
    expect(states.every((state, index) => state.equals(blocks[index]!.state))).toBe(true)
    expect(counts.updates).toBe(30)
  })

  it('rejects for a block whose update does not apply, and continues with others', async () => {
    const blocks = chain(4)
    const wrong = { ...blocks[3]!, name: 'wrong', parents: [blocks[1]!] }
    const { cache } = cacheOf()
    const broken = new StateCache<Toy>({
      key: ({ name }) => name,
      seqno: ({ seqno }) => seqno,
      parents: ({ parents }) => parents,
      zeroState: ({ state }) => state,
      update: ({ name, parents: [first], state }) =>
        buildMerkleUpdate(name === 'wrong' ? blocks[2]!.state : first!.state, state),
    })
    await expect(broken.get(wrong)).rejects.toMatchObject({ name: 'MerkleError', code: 'wrong-state' })
    expect((await broken.get(blocks[4]!)).equals(await cache.get(blocks[4]!))).toBe(true)
  })
})
