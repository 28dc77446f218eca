import { beginCell } from '@ton/core'
import { describe, expect, it, vi } from 'vitest'
import { createDetectConfig, NoConfigError } from '../../../../src-main/indexer/detect/detectConfig.ts'
import { StoreError } from '../../../../src-main/store/indexStore.ts'

const NEWEST = { seqno: 9, utime: 1_700_000_000, keySeqno: 7 }
const DAMAGE = 'a block in the archive is damaged (00001.blocks at 8): its checksum is wrong'

describe('the configuration of detection', () => {
  function damaged(network: Buffer | undefined) {
    const onUnreadable = vi.fn(async () => {})
    const stored = () => {
      throw new StoreError('corrupt', DAMAGE)
    }
    return {
      config: createDetectConfig(stored, { askNetwork: async () => network, onUnreadable }),
      onUnreadable,
    }
  }

  it('is read from the network if the archived one is damaged, which is reported', async () => {
    const { config, onUnreadable } = damaged(beginCell().storeUint(0, 8).endCell().toBoc())
    const outcome = await config.at(NEWEST).catch((error: unknown) => error)
    // An empty cell is no configuration, but it is that of the network which was used.
    expect(outcome).not.toBeInstanceOf(NoConfigError)
    expect(outcome).not.toBeInstanceOf(StoreError)
    expect(onUnreadable).toHaveBeenCalledTimes(1)
  })

  it('names the damage if no liteserver answers either', async () => {
    const { config } = damaged(undefined)
    await expect(config.at(NEWEST)).rejects.toThrow(`${DAMAGE}, and no liteserver answers`)
    await expect(config.at(NEWEST)).rejects.toBeInstanceOf(NoConfigError)
  })
})
