import { Address, beginCell } from '@ton/core'
import { describe, expect, it, vi } from 'vitest'
import { createInThreadRunner } from '../../../../src-main/indexer/detect/inThreadRunner.ts'
import { EmulatorModule } from '../../../../src-main/tvm/emulatorModule.ts'
import { createTvmConfig } from '../../../../src-main/tvm/tvmConfig.ts'
import { sampleConfig } from '../../tvm/sampleConfig.ts'

describe('createInThreadRunner', () => {
  it('releases its emulator after a time without a run, and starts another one on demand', async () => {
    let created = 0
    const createModule = async () => {
      created++
      return EmulatorModule.create()
    }
    const runner = createInThreadRunner({ idleMs: 1, createModule })
    const config = createTvmConfig(await sampleConfig())
    const run = async () => {
      const { exitCode } = await runner.run(
        {
          // SETCP 0, DROP
          code: beginCell().storeBuffer(Buffer.from('ff0030', 'hex')).endCell(),
          data: beginCell().endCell(),
          address: new Address(0, Buffer.alloc(32, 1)),
          balance: 7n,
          utime: 1_800_000_000,
          config,
          methodId: 85_143,
          stack: [],
        },
        async () => new Map(),
      )
      expect(exitCode).toBe(0)
    }
    await run()
    expect(created).toBe(1)
    await vi.waitFor(async () => {
      await run()
      expect(created).toBeGreaterThan(1)
    })
  })
})
