import { beginCell, type Cell } from '@ton/core'
import { describe, expect, it } from 'vitest'
import { configParamCell, readConfigParam } from '../../../src-main/chain/config/configCodecs.ts'
import { buildConfig, configParam, withConfigParam } from '../../../src-main/chain/config/configParams.ts'
import type { SizeLimitsConfig, SizeLimitsV2 } from '../../../src-main/chain/config/sizeLimits.ts'
import { EXECUTOR_VERSION, executorConfig, SIZE_LIMITS } from '../../../src-main/tvm/executorConfig.ts'
import { createTvmConfig } from '../../../src-main/tvm/tvmConfig.ts'

const FIRST: SizeLimitsConfig = {
  maxMsgBits: 2_097_152,
  maxMsgCells: 8192,
  maxLibraryCells: 200,
  maxVmDataDepth: 512,
  maxExtMsgSize: 65_535,
  maxExtMsgDepth: 512,
  v2: undefined,
  v3: undefined,
}
const SECOND: SizeLimitsV2 = {
  maxAccStateCells: 65_536,
  maxMcAccStateCells: 2048,
  maxAccPublicLibraries: 256,
  deferOutQueueSizeLimit: 256,
  maxMsgExtraCurrencies: 0,
  maxAccFixedPrefixLength: 8,
  accStateCellsForStorageDict: 26,
  maxTransactionLibraryLoads: undefined,
}
const KNOWN = { ...FIRST, v2: SECOND }

const version = (number: number) => configParamCell(8, { version: number, capabilities: 0n })
const configOf = (limits: Cell | undefined, number = 15) =>
  buildConfig(
    new Map([
      [8, version(number)],
      [14, beginCell().storeUint(1, 8).endCell()],
      ...(limits ? [[SIZE_LIMITS, limits] as const] : []),
    ]),
  )

describe('executorConfig', () => {
  it.each([
    ['without parameter 43', undefined],
    ['with its first version', configParamCell(SIZE_LIMITS, FIRST)],
    ['with the second version of 368 bits', configParamCell(SIZE_LIMITS, KNOWN)],
  ])('returns a configuration %s unchanged', (_case, limits) => {
    const config = configOf(limits)
    expect(executorConfig(config)).toBe(config)
  })

  it.each([
    ['a limit of library loads', { ...FIRST, v2: { ...SECOND, maxTransactionLibraryLoads: 3 } }],
    ['no limit of library loads', { ...FIRST, v2: { ...SECOND, maxTransactionLibraryLoads: null } }],
    [
      'limits of all outgoing messages',
      {
        ...FIRST,
        v2: { ...SECOND, maxTransactionLibraryLoads: 3 },
        v3: { maxTotalMsgBits: 5_242_880, maxTotalMsgCells: 20_480 },
      },
    ],
  ])('reduces parameter 43 with %s to the 368 bits that the executor reads', (_case, limits) => {
    const config = configOf(configParamCell(SIZE_LIMITS, limits))
    const known = executorConfig(config)
    expect(configParam(known, SIZE_LIMITS)?.bits.length).toBe(368)
    expect(readConfigParam(known, SIZE_LIMITS)).toEqual(KNOWN)
    // Nothing else changes.
    const cell = configParam(config, SIZE_LIMITS)
    expect(cell && withConfigParam(known, SIZE_LIMITS, cell).hash()).toEqual(config.hash())
  })
})

describe('createTvmConfig', () => {
  it("keeps the network's parameter 43 for get-methods, and the version for comparison", () => {
    const limits = configParamCell(SIZE_LIMITS, {
      ...FIRST,
      v2: { ...SECOND, maxTransactionLibraryLoads: 3 },
    })
    const config = createTvmConfig(configOf(limits))
    expect(config.executorText()).not.toBe(config.wholeText)
    expect(config.globalVersion()).toBe(15)
    expect(config.globalVersion()).toBeGreaterThan(EXECUTOR_VERSION)
  })
})
