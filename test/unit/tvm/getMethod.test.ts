import { setImmediate as turn } from 'node:timers/promises'
import { Address, beginCell, Cell, Dictionary } from '@ton/core'
import { afterAll, describe, expect, it } from 'vitest'
import { buildConfig } from '../../../src-main/chain/config/configParams.ts'
import {
  createGetMethodRunner,
  type FindLibraries,
  type GetMethodCall,
} from '../../../src-main/tvm/getMethod.ts'
import { createTvmConfig } from '../../../src-main/tvm/tvmConfig.ts'
import { TooManyLibrariesError, TvmDeadlineError } from '../../../src-main/tvm/tvmErrors.ts'
import { createTvmPool } from '../../../src-main/tvm/tvmPool.ts'
import { sampleConfig } from './sampleConfig.ts'

/** Builds code from hexadecimal, preceded by `SETCP 0, DROP` (the method's id). */
function code(hex: string, ...refs: Cell[]): Cell {
  const builder = beginCell().storeBuffer(Buffer.from(`ff0030${hex}`, 'hex'))
  for (const ref of refs) builder.storeRef(ref)
  return builder.endCell()
}

const library = (cell: Cell) => beginCell().storeUint(2, 8).storeBuffer(cell.hash()).endCell({ exotic: true })
const NO_LIBRARIES: FindLibraries = async () => new Map()

function findIn(...cells: Cell[]): FindLibraries {
  const known = new Map(cells.map((cell) => [cell.hash().toString('hex'), cell]))
  return async (hashes) =>
    new Map(
      hashes.flatMap((hash) => {
        const cell = known.get(hash)
        return cell ? [[hash, cell] as const] : []
      }),
    )
}

const config = createTvmConfig(await sampleConfig())

function callOf(changes: Partial<GetMethodCall>): GetMethodCall {
  return {
    code: code(''),
    data: beginCell().storeUint(5, 32).endCell(),
    address: new Address(0, Buffer.alloc(32, 1)),
    balance: 7n,
    utime: 1_800_000_000,
    config,
    methodId: 85_143,
    stack: [],
    ...changes,
  }
}

describe('get-methods', () => {
  const pool = createTvmPool({ threads: 1 })
  const runner = createGetMethodRunner(pool)
  afterAll(() => pool.close())
  const run = (changes: Partial<GetMethodCall>, find = NO_LIBRARIES) => runner.run(callOf(changes), find)

  it('run on the given stack and report their gas', async () => {
    // 77 ADD
    const result = await run({ code: code('804da0'), stack: [{ type: 'int', value: 1n }] })
    expect(result).toMatchObject({ exitCode: 0, stack: [{ type: 'int', value: 78n }] })
    expect(result.gasUsed).toBeGreaterThan(50)
  })

  it('accept trees of the maximum depth of storage, and run again afterwards', async () => {
    let deep = beginCell().endCell()
    for (let depth = 0; depth < 500; depth++) deep = beginCell().storeUint(depth, 16).storeRef(deep).endCell()
    // c4 PUSH
    const { stack } = await run({ code: code('ed44'), data: deep, stack: [{ type: 'cell', cell: deep }] })
    expect(stack.map((value) => value.type === 'cell' && value.cell.hash())).toEqual([
      deep.hash(),
      deep.hash(),
    ])
    expect((await run({ code: code('804da0'), stack: [{ type: 'int', value: 1n }] })).exitCode).toBe(0)
  })

  it('read the time, the balance and a zero seed', async () => {
    // NOW, BALANCE FIRST, RANDSEED
    const { stack } = await run({ code: code('f823f8276f10f826') })
    expect(stack).toEqual([
      { type: 'int', value: 1_800_000_000n },
      { type: 'int', value: 7n },
      { type: 'int', value: 0n },
    ])
  })

  it('read several extra currencies', async () => {
    // BALANCE SECOND: the dictionary
    const { stack, exitCode } = await run({
      code: code('f8276f11'),
      extraCurrencies: [
        [239, 5n],
        [0xffff_ffef, 7n],
      ],
    })
    expect(exitCode).toBe(0)
    const [entry] = stack
    if (entry?.type !== 'cell') throw new Error('a dictionary was expected')
    const values = Dictionary.loadDirect(
      Dictionary.Keys.Uint(32),
      Dictionary.Values.BigVarUint(5),
      entry.cell,
    )
    expect([...values]).toEqual([
      [239, 5n],
      [0xffff_ffef, 7n],
    ])
  })

  it('return exit codes and thrown values to the caller', async () => {
    // 42 THROW
    expect(await run({ code: code('f22a') })).toMatchObject({ exitCode: 42 })
    // loops until the gas is gone
    expect(await run({ code: code('90ea'), gasLimit: 10_000 })).toMatchObject({ exitCode: -14 })
  })

  it('read any parameter of the configuration with a second run', async () => {
    // 15 CONFIGPARAM DROP CTOS 32 PLDU: validators_elected_for
    const readsElections = code('800ff83230d0d70b1f')
    const { stack, gasUsed } = await run({ code: readsElections })
    const whole = await runner.run(
      callOf({ code: readsElections, config: { ...config, text: () => config.wholeText } }),
      NO_LIBRARIES,
    )
    expect(stack).toMatchObject([{ type: 'int' }])
    expect([stack, gasUsed]).toEqual([whole.stack, whole.gasUsed])
  })

  it('use libraries to which the code refers', async () => {
    const body = code('804d')
    const reference = library(body)
    expect(await run({ code: reference }, findIn(body))).toMatchObject({
      exitCode: 0,
      stack: [{ type: 'int', value: 77n }],
    })
    expect(await run({ code: reference })).toMatchObject({ exitCode: 9 })
  })

  it('use at most eight libraries that a run requests', async () => {
    const opened = beginCell().storeUint(0xab, 8).endCell()
    // LDREF's cell as argument: CTOS 8 PLDU
    const opens = code('d0d70b07')
    expect(
      await run({ code: opens, stack: [{ type: 'cell', cell: library(opened) }] }, findIn(opened)),
    ).toMatchObject({ exitCode: 0, stack: [{ type: 'int', value: 0xabn }] })

    const many = Array.from({ length: 9 }, (_, i) => beginCell().storeUint(i, 8).endCell())
    const stack = many.map((cell) => ({ type: 'cell', cell: library(cell) }) as const)
    // (CTOS DROP) nine times
    await expect(run({ code: code('d030'.repeat(9)), stack }, findIn(...many))).rejects.toThrow(
      TooManyLibrariesError,
    )
  })

  it('are terminated at the deadline, and the next one runs', async () => {
    const impatient = createTvmPool({ threads: 1, runMs: 300 })
    try {
      const hasty = createGetMethodRunner(impatient)
      const endless = hasty.run(callOf({ code: code('90ea'), gasLimit: 10 ** 15 }), NO_LIBRARIES)
      const next = hasty.run(callOf({ code: code('804d') }), NO_LIBRARIES)
      await expect(endless).rejects.toThrow(TvmDeadlineError)
      expect(await next).toMatchObject({ exitCode: 0 })
    } finally {
      await impatient.close()
    }
  })

  it('are terminated when the caller aborts', async () => {
    const stop = new AbortController()
    // After this the thread is started, so that the next run begins at once.
    await run({ code: code('804d') })
    const endless = runner.run(callOf({ code: code('90ea'), gasLimit: 10 ** 15 }), NO_LIBRARIES, {
      signal: stop.signal,
    })
    await turn()
    expect(pool.stats.running).toBe(1)
    stop.abort(new Error('the client left'))
    await expect(endless).rejects.toThrow('the client left')
    expect(await run({ code: code('804d') })).toMatchObject({ exitCode: 0 })
  })
})

describe('the configuration of a run', () => {
  it('omits parameters that the TVM does not read, and finds them by hash', () => {
    const big = beginCell().storeUint(1, 8).storeRef(beginCell().storeUint(2, 100).endCell()).endCell()
    const small = beginCell().storeUint(3, 8).endCell()
    const made = createTvmConfig(
      buildConfig(
        new Map([
          [8, small],
          [34, big],
        ]),
      ),
    )
    expect(made.paramOf(big.hash().toString('hex'))).toBe(34)
    expect(made.paramOf(small.hash().toString('hex'))).toBeUndefined()
    expect(made.text(new Set([34]))).toBe(made.wholeText)
    expect(Cell.fromBase64(made.text()).hash()).not.toEqual(Cell.fromBase64(made.wholeText).hash())
  })
})
