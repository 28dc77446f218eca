import { Address, type Builder, beginCell } from '@ton/core'
import { afterAll, describe, expect, it } from 'vitest'
import { createCodeReader } from '../../../../src-main/api/replay/codeReader.ts'
import { replayMethod } from '../../../../src-main/api/replay/replayMethod.ts'
import type { AccountState } from '../../../../src-main/api/v2/accountState.ts'
import type { LiteSession } from '../../../../src-main/liteserver/session.ts'
import { createTvmConfig } from '../../../../src-main/tvm/tvmConfig.ts'
import { createTvmPool } from '../../../../src-main/tvm/tvmPool.ts'
import { sampleConfig } from '../../tvm/sampleConfig.ts'

const NO_HASH = Buffer.alloc(32)
const BLOCK = { workchain: -1, shard: 1n << 63n, seqno: 1, rootHash: NO_HASH, fileHash: NO_HASH }

describe('replays of runs without end', () => {
  const pool = createTvmPool({ threads: 1 })
  afterAll(() => pool.close())

  async function replay(code: Builder) {
    const account: AccountState = {
      address: new Address(0, NO_HASH),
      answer: {
        block: BLOCK,
        shardBlock: BLOCK,
        shardUtime: 1,
        account: undefined,
        lastTransLt: 0n,
        lastTransHash: NO_HASH,
      },
      balance: { coins: 1n },
      code: code.endCell(),
      data: beginCell().endCell(),
      frozenHash: undefined,
      status: 'active',
      lastTransactionId: { '@type': 'internal.transactionId', lt: '0', hash: '' },
    }
    return replayMethod(
      { account, method: 'seqno', stack: [] },
      {
        pool,
        codes: createCodeReader(pool),
        config: createTvmConfig(await sampleConfig()),
        // The code reads no earlier blocks.
        session: undefined as unknown as LiteSession,
        findLibraries: async () => new Map(),
      },
    )
  }

  it('keep the last steps, count the others, and end where the gas did', async () => {
    // PUSHCONT { INC } AGAIN
    const { steps, summary } = await replay(beginCell().storeUint(0x91a4ea, 24))
    expect(summary.outcome.exit_code).toBe(-14)
    expect(steps.steps).toHaveLength(100_000)
    expect(steps.lost).toBeGreaterThan(0)
    expect(steps.threw).toBe(99_999)
    expect(steps.steps.at(-1)?.error).toEqual({ code: 13, text: 'out of gas' })
  })

  it('have steps without stacks where these are too large for the thread', async () => {
    // PUSHPOW2 255, DUP 200 times, PUSHCONT { INC } AGAIN: two gigabytes of stacks.
    const code = beginCell().storeUint(0x83fe, 16)
    for (let i = 0; i < 100; i++) code.storeUint(0x20, 8)
    const rest = beginCell()
    for (let i = 0; i < 100; i++) rest.storeUint(0x20, 8)
    const { steps, summary } = await replay(code.storeRef(rest.storeUint(0x91a4ea, 24)))
    expect(summary.outcome.exit_code).toBe(-14)
    expect(steps.steps.at(-1)?.error).toEqual({ code: 13, text: 'out of gas' })
    expect(steps.steps.filter(({ stack }) => stack)).toEqual([])
  })
})
