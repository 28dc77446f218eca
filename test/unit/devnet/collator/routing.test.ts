import { describe, expect, it } from 'vitest'
import { FULL_SHARD } from '#shared/ton/shard.ts'
import { nextHop, routePrefix } from '../../../../src-main/devnet/collator/routing.ts'

const at = (workchain: number, prefix: bigint) => ({ workchain, prefix })
const LEFT = { workchain: 0, shard: 0x4000_0000_0000_0000n }
const FIRST_SIXTEENTH = { workchain: 0, shard: 0x0800_0000_0000_0000n }

describe('nextHop', () => {
  it('has arrived where the shard covers the destination', () => {
    const full = { workchain: 0, shard: FULL_SHARD }
    expect(nextHop(at(0, 1n), at(0, 2n ** 64n - 1n), full)).toEqual({ current: 96, next: 96 })
  })
  it('goes straight to the masterchain and from there', () => {
    const masterchain = { workchain: -1, shard: FULL_SHARD }
    expect(nextHop(at(0, 1n), at(-1, 5n), LEFT)).toEqual({ current: 0, next: 96 })
    expect(nextHop(at(-1, 1n), at(0, 5n), masterchain)).toEqual({ current: 0, next: 96 })
  })
  it('changes the workchain before the prefix', () => {
    expect(nextHop(at(0, 1n), at(7, 5n), LEFT)).toEqual({ current: 0, next: 32 })
  })
  it('corrects the first hexadecimal digit that leads out of the shard', () => {
    expect(nextHop(at(0, 0x1234n << 48n), at(0, 0xf234n << 48n), LEFT)).toEqual({ current: 32, next: 36 })
    // The first digit is right already.
    const hop = nextHop(at(0, 0x01n << 56n), at(0, 0x0fn << 56n), {
      workchain: 0,
      shard: 0x0180_0000_0000_0000n,
    })
    expect(hop).toEqual({ current: 36, next: 40 })
    expect(nextHop(at(0, 0n), at(0, 0xffn << 56n), FIRST_SIXTEENTH)).toEqual({ current: 32, next: 36 })
  })
})

describe('placeOnWay', () => {
  it('takes leading bits from the destination and the rest from the source', () => {
    const [source, destination] = [at(0, 0x1111n << 48n), at(5, 0xabcdn << 48n)]
    expect(routePrefix(source, destination, 0)).toEqual(source)
    expect(routePrefix(source, destination, 32)).toEqual(at(5, 0x1111n << 48n))
    expect(routePrefix(source, destination, 40)).toEqual(at(5, 0xab11n << 48n))
    expect(routePrefix(source, destination, 96)).toEqual(destination)
  })
})
