import { Address, type Builder, beginCell, Cell, Dictionary, ExternalAddress } from '@ton/core'
import { describe, expect, test } from 'vitest'
import { openBag } from '../../../../src-main/chain/cells/cellBag.ts'
import { parseBocRoot } from '../../../../src-main/chain/cells/parseBoc.ts'
import { serializeBoc } from '../../../../src-main/chain/cells/serializeBoc.ts'
import { readMessage } from '../../../../src-main/indexer/parse/readMessage.ts'

const ACCOUNT = new Address(0, Buffer.alloc(32, 0xab))
const WALLET = new Address(-1, Buffer.alloc(32, 0xcd))
const stdOf = ({ workChain, hash }: Address) => Buffer.concat([Buffer.of(workChain & 0xff), hash])
const hex = (bytes: Uint8Array | undefined) => bytes && Buffer.from(bytes).toString('hex')

const read = (build: (to: Builder) => Builder, globalVersion: number | undefined = 13) => {
  const cell = build(beginCell()).endCell()
  const bag = openBag(serializeBoc(cell), true)
  const facts = readMessage(bag, bag.root, globalVersion)
  expect(hex(facts.hash)).toBe(hex(cell.hash()))
  return facts
}

/** The message of an external-in: `after` writes the fields after import_fee. */
const external = (dest: Address, after: (to: Builder) => Builder) => (to: Builder) =>
  after(to.storeUint(0b10, 2).storeUint(0, 2).storeAddress(dest).storeCoins(7n))

const internal =
  (flags: bigint, after: (to: Builder) => Builder, extra: Cell | null = null) =>
  (to: Builder) =>
    after(
      to
        .storeUint(0b0110, 4)
        .storeAddress(WALLET)
        .storeAddress(ACCOUNT)
        .storeCoins(5n)
        .storeMaybeRef(extra)
        .storeCoins(flags)
        .storeCoins(9n)
        .storeUint(1n << 63n, 64)
        .storeUint(1_700_000_000, 32),
    )
const emptyTail = (to: Builder) => to.storeUint(0, 2)

describe('readMessage', () => {
  const body = beginCell().storeUint(0xfffffff0, 32).storeRef(Cell.EMPTY).endCell()

  test('reads an internal message', () => {
    const facts = read(internal(3n, emptyTail))
    expect(facts).toMatchObject({
      kind: 'internal',
      value: 5n,
      fwdFee: 9n,
      ihrDisabled: true,
      bounce: true,
      bounced: false,
      createdLt: 1n << 63n,
      createdAt: 1_700_000_000,
      importFee: undefined,
      hashNorm: undefined,
      opcode: undefined,
      extra: undefined,
      init: undefined,
    })
    expect(hex(facts.source)).toBe(hex(stdOf(WALLET)))
    expect(hex(facts.destination)).toBe(hex(stdOf(ACCOUNT)))
    expect(hex(facts.body.hash)).toBe(hex(Cell.EMPTY.hash()))
  })

  test.each([
    { version: 11, field: 2n, ihrFee: 2n, extraFlags: undefined },
    { version: 0, field: 0n, ihrFee: 0n, extraFlags: undefined },
    { version: 12, field: 2n, ihrFee: undefined, extraFlags: 2n },
    // The version is unknown: a fee is larger than any flags.
    { version: undefined, field: 3n, ihrFee: undefined, extraFlags: 3n },
    { version: undefined, field: 1_000_000n, ihrFee: 1_000_000n, extraFlags: undefined },
  ])(
    'reads $field from the field of fee or flags at version $version',
    ({ version, field, ihrFee, extraFlags }) => {
      const cell = internal(field, emptyTail)(beginCell()).endCell()
      const bag = openBag(serializeBoc(cell), true)
      expect(readMessage(bag, bag.root, version)).toMatchObject({ ihrFee, extraFlags })
    },
  )

  test('returns extra currencies as their dictionary', () => {
    const extra = Dictionary.empty(Dictionary.Keys.Uint(32), Dictionary.Values.BigVarUint(5))
    extra.set(239, 77n)
    const root = beginCell().storeDictDirect(extra).endCell()
    const facts = read(internal(0n, emptyTail, root))
    expect(hex(parseBocRoot(facts.extra!).hash())).toBe(hex(root.hash()))
  })

  test('returns the first 32 bits of a body as a signed opcode', () => {
    const inline = (to: Builder) => to.storeUint(0, 2).storeBuilder(body.asBuilder())
    for (const tail of [inline, (to: Builder) => to.storeUint(0b01, 2).storeRef(body)]) {
      const facts = read(internal(0n, tail))
      expect(facts.opcode).toBe(-16)
      expect(hex(facts.body.hash)).toBe(hex(body.hash()))
      expect(hex(parseBocRoot(facts.body.boc).hash())).toBe(hex(body.hash()))
    }
    const short = (to: Builder) => to.storeUint(0, 2).storeUint(1, 31)
    expect(read(internal(0n, short)).opcode).toBeUndefined()
  })

  test("returns a StateInit in the message's cell as a separate cell", () => {
    const init = beginCell().storeUint(0b00110, 5).storeRef(body).storeRef(Cell.EMPTY).endCell()
    const inline = (to: Builder) =>
      to.storeUint(0b10, 2).storeBuilder(init.asBuilder()).storeBit(0).storeUint(0x1234, 32).storeRef(body)
    const below = (to: Builder) => to.storeUint(0b11, 2).storeRef(init).storeBit(0).storeUint(0x1234, 32)
    for (const tail of [inline, below]) {
      const { init: found, opcode, body: rest } = read(internal(0n, tail))
      expect(hex(found?.hash)).toBe(hex(init.hash()))
      expect(opcode).toBe(0x1234)
      expect(parseBocRoot(rest.boc).refs.length).toBe(tail === inline ? 1 : 0)
    }
  })

  test('returns one normalized hash for an external message in every form of wallets', () => {
    const normal = read(external(ACCOUNT, (to) => to.storeBit(0).storeBit(1).storeRef(body)))
    const cell = beginCell().storeUint(0b1000, 4).storeAddress(ACCOUNT).storeCoins(0n).storeUint(0b01, 2)
    const expected = hex(cell.storeRef(body).endCell().hash())
    expect([hex(normal.hashNorm), normal.importFee]).toEqual([expected, 7n])

    const inline = read(external(ACCOUNT, (to) => to.storeUint(0, 2).storeBuilder(body.asBuilder())))
    const withInit = read(
      external(ACCOUNT, (to) => to.storeUint(0b10, 2).storeUint(0, 5).storeBit(1).storeRef(body)),
    )
    const sender = new ExternalAddress(0x3fn, 6)
    const withSender = read((to) =>
      to
        .storeUint(0b10, 2)
        .storeAddress(sender)
        .storeAddress(ACCOUNT)
        .storeCoins(0n)
        .storeUint(0b01, 2)
        .storeRef(body),
    )
    for (const { hashNorm, source } of [inline, withInit, withSender]) {
      expect([hex(hashNorm), source]).toEqual([expected, undefined])
    }
    // The normal form itself has no other hash.
    const already = (to: Builder) =>
      to.storeUint(0b1000, 4).storeAddress(ACCOUNT).storeCoins(0n).storeUint(0b01, 2).storeRef(body)
    expect(read(already).hashNorm).toBeUndefined()
  })

  test('returns no address for addr_none, addr_extern and addr_var, and applies an anycast prefix', () => {
    const out = read((to) =>
      to
        .storeUint(0b11, 2)
        .storeAddress(ACCOUNT)
        .storeAddress(null)
        .storeUint(5, 64)
        .storeUint(6, 32)
        .storeUint(0, 2),
    )
    expect(out).toMatchObject({ kind: 'external-out', destination: undefined, createdLt: 5n, createdAt: 6 })
    const anycast = (to: Builder) =>
      to
        .storeUint(0b101, 3)
        .storeUint(4, 5)
        .storeUint(0xf, 4)
        .storeInt(0, 8)
        .storeBuffer(Buffer.alloc(32, 0xab))
    const variable = (to: Builder) =>
      to.storeUint(0b110, 3).storeUint(16, 9).storeInt(7, 32).storeUint(0xffff, 16)
    const facts = read((to) => {
      const addressed = variable(anycast(to.storeUint(0, 4)))
      return addressed
        .storeCoins(1n)
        .storeBit(0)
        .storeCoins(0n)
        .storeCoins(0n)
        .storeUint(0, 64 + 32 + 2)
    })
    expect([hex(facts.source), facts.destination, facts.value]).toEqual([
      `00fb${'ab'.repeat(31)}`,
      undefined,
      1n,
    ])
  })
})
