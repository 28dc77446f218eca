import { Address, beginCell, Cell } from '@ton/core'
import { afterAll, describe, expect, it } from 'vitest'
import { hashKey } from '../../../src-main/chain/cells/cellData.ts'
import { configParamCell } from '../../../src-main/chain/config/configCodecs.ts'
import { buildConfig, configEntries } from '../../../src-main/chain/config/configParams.ts'
import { createGetMethodRunner, type FindLibraries } from '../../../src-main/tvm/getMethod.ts'
import { framedCode } from '../../../src-main/tvm/getMethodFrame.ts'
import { type NodeGetMethod, runNodeGetMethod } from '../../../src-main/tvm/nodeGetMethod.ts'
import { parseStack, stackCell } from '../../../src-main/tvm/stackCodec.ts'
import { createTvmConfig } from '../../../src-main/tvm/tvmConfig.ts'
import { createTvmPool } from '../../../src-main/tvm/tvmPool.ts'
import { sampleConfig } from './sampleConfig.ts'

/** Builds code from hexadecimal, preceded by `SETCP 0, DROP` (the method's id). */
function code(hex: string, ...refs: Cell[]): Cell {
  const builder = beginCell().storeBuffer(Buffer.from(`ff0030${hex}`, 'hex'))
  for (const ref of refs) builder.storeRef(ref)
  return builder.endCell()
}

const NO_LIBRARIES: FindLibraries = async () => new Map()
const address = new Address(0, Buffer.alloc(32, 1))
const config = createTvmConfig(await sampleConfig())
const int = (value: bigint) => ({ type: 'int', value }) as const

describe('runNodeGetMethod', () => {
  const pool = createTvmPool({ threads: 1 })
  const runner = createGetMethodRunner(pool)
  afterAll(() => pool.close())

  function methodOf(changes: Partial<NodeGetMethod>): NodeGetMethod {
    return {
      code: code(''),
      data: beginCell().storeUint(5, 32).endCell(),
      address,
      balance: 7n,
      utime: 1_800_000_000,
      config,
      methodId: 85_143n,
      stack: stackCell([]),
      gasLimit: 300_000,
      lt: 50_000_001n,
      duePayment: 0n,
      wanted: { readCells: false, c7: undefined },
      ...changes,
    }
  }
  const run = (changes: Partial<NodeGetMethod>) =>
    runNodeGetMethod({ pool, runner }, methodOf(changes), NO_LIBRARIES)
  const valuesOf = async (changes: Partial<NodeGetMethod>) => parseStack((await run(changes)).stack)

  it("provides the block’s logical time and the account's unpaid storage fee", async () => {
    // BLOCKLT LTIME; GETPARAM 15
    const stack = await valuesOf({ code: code('f824f825') })
    expect(stack).toEqual([int(50_000_001n), int(50_000_001n)])
    expect(await valuesOf({ code: code('f82f'), duePayment: 9n })).toEqual([int(9n)])
  })

  it("provides the contract's own code, in c7 and when it calls itself", async () => {
    // GETPARAM 10, HASHCU
    const own = code('f82af900')
    expect(await valuesOf({ code: own })).toEqual([int(BigInt(`0x${own.hash().toString('hex')}`))])
    // SETCP 0; id 7 adds one to the value below it, any other id calls 7 by c3
    // DUP, EQINT 7, PUSHCONT {DROP INC}, PUSHCONT {DROP PUSHINT 5, CALLDICT 7}, IFELSE
    const calling = beginCell().storeBuffer(Buffer.from('ff0020c0079230a4943075f007e2', 'hex')).endCell()
    expect(await valuesOf({ code: calling })).toEqual([int(6n)])
  })

  it('passes the 64 bits of a method’s id', async () => {
    const methodId = 0x7fff_ffff_ffff_ff01n
    expect(await valuesOf({ code: Cell.EMPTY, methodId })).toEqual([int(methodId)])
  })

  it('gives the method its whole gas limit, without that of the frame', async () => {
    const plain = await runner.run(
      { ...methodOf({}), methodId: 0, stack: [], code: code('77') },
      NO_LIBRARIES,
    )
    const { code: framed, gas } = framedCode(
      code('77'),
      { lt: 1n, duePayment: 0n, precompiledGas: undefined, version: 13 },
      0n,
    )
    const call = { ...methodOf({}), methodId: 0, code: framed, stack: [] }
    expect((await runner.run(call, NO_LIBRARIES)).gasUsed).toBe(plain.gasUsed + gas)
    expect((await run({ code: code('77'), gasLimit: plain.gasUsed })).exitCode).toBe(0)
    const { exitCode, stack } = await run({ code: code('77'), gasLimit: plain.gasUsed - 1 })
    expect([exitCode, parseStack(stack)]).toEqual([-14, [int(BigInt(plain.gasUsed))]])
  })

  it('returns the cells that the method read', async () => {
    const leaf = (value: number) => beginCell().storeUint(value, 16).endCell()
    const inner = beginCell().storeRef(leaf(1)).storeRef(leaf(2)).endCell()
    const data = beginCell().storeRef(inner).storeRef(leaf(3)).endCell()
    const unused = beginCell().storeRef(leaf(4)).endCell()
    // PUSHCTR c4, CTOS, LDREF, DROP, CTOS, LDREF, DROP, RET
    const reading = code('ed44d0d430d0d430db30', unused)
    const { readCells, stack } = await run({
      code: reading,
      data,
      wanted: { readCells: true, c7: undefined },
    })
    const [top] = parseStack(stack)
    expect(top).toMatchObject({ type: 'cell' })
    expect(readCells?.has(hashKey(data))).toBe(true)
    expect(readCells?.has(hashKey(inner))).toBe(true)
    // The cell was not opened, but the result contains it.
    expect(readCells?.has(hashKey(leaf(1)))).toBe(true)
    expect([leaf(2), leaf(3), unused].map((cell) => readCells?.has(hashKey(cell)))).toEqual([
      false,
      false,
      false,
    ])
  })

  it('counts all cells as read if the result depends on hashes', async () => {
    const data = beginCell().storeRef(beginCell().storeUint(1, 8).endCell()).endCell()
    // PUSHCTR c4, CTOS, LDREF, DROP, HASHCU: the hash of an unopened cell
    const { readCells } = await run({
      code: code('ed44d0d430f900'),
      data,
      wanted: { readCells: true, c7: undefined },
    })
    expect(readCells).toBeUndefined()
  })

  it('returns c7', async () => {
    const randSeed = Buffer.alloc(32, 3)
    const c7Of = async (c7: 'plain' | 'whole') => {
      const value = (await run({ randSeed, wanted: { readCells: false, c7 } })).c7
      const stack = beginCell()
        .storeUint(1, 24)
        .storeRef(Cell.EMPTY)
        .storeSlice(value!.beginParse())
        .endCell()
      const [outer] = parseStack(stack)
      if (outer?.type !== 'tuple' || outer.items[0]?.type !== 'tuple') throw new Error('no tuple in a tuple')
      return outer.items[0].items
    }
    const plain = await c7Of('plain')
    const whole = await c7Of('whole')
    expect([plain.length, whole.length]).toEqual([10, 18])
    expect(stackCell(whole.slice(0, 9)).hash()).toEqual(stackCell(plain.slice(0, 9)).hash())
    expect(plain[6]).toEqual(int(BigInt(`0x${randSeed.toString('hex')}`)))
    expect(plain[9]).toEqual({ type: 'null' })
    expect(whole[9]).toMatchObject({ type: 'cell' })
    expect(whole[9]?.type === 'cell' && whole[9].cell.hash()).toEqual(config.root.hash())
  })

  it.each([
    { version: 0, places: 10 },
    { version: 4, places: 14 },
    { version: 6, places: 17 },
    { version: 11, places: 18 },
  ])('runs under global version $version, whose c7 has $places places', async ({ version, places }) => {
    const older = createTvmConfig(withVersion(config.root, version))
    const result = await run({ config: older, wanted: { readCells: false, c7: 'whole' } })
    const value = beginCell()
      .storeUint(1, 24)
      .storeRef(Cell.EMPTY)
      .storeSlice(result.c7!.beginParse())
      .endCell()
    expect(result.exitCode).toBe(0)
    expect(parseStack(value)).toMatchObject([{ items: [{ items: { length: places } }] }])
    // BLOCKLT
    expect(await valuesOf({ config: older, code: code('f824') })).toEqual([int(50_000_001n)])
  })
})

function withVersion(root: Cell, version: number): Cell {
  const params = new Map([...configEntries(root)].map(({ id, value }) => [id, value]))
  return buildConfig(params.set(8, configParamCell(8, { version, capabilities: 0n })))
}
