import { beginCell, type Cell } from '@ton/core'
import { describe, expect, it } from 'vitest'
import type { ConfigParamJson } from '#shared/schema/chainConfig.ts'
import { configParamCell } from '../../../../src-main/chain/config/configCodecs.ts'
import { configJson } from '../../../../src-main/chain/config/configJson.ts'
import { buildConfig } from '../../../../src-main/chain/config/configParams.ts'
import { SUSPENDED_ADDRESSES } from '../../../../src-main/chain/config/suspendedAddresses.ts'
import { WORKCHAINS } from '../../../../src-main/chain/config/workchainDescr.ts'
import { HashmapE } from '../../../../src-main/chain/hashmap/hashmap.ts'
import { keyOfUint } from '../../../../src-main/chain/hashmap/key.ts'
import { EXTRA_CURRENCIES } from '../../../../src-main/chain/state/currencies.ts'
import { suspendedKey } from '../../../chain/dictionaryKeys.ts'

function paramOf(id: number, cell: Cell): ConfigParamJson | undefined {
  return configJson(buildConfig(new Map([[id, cell]])))[0]
}

describe('configJson', () => {
  it('writes a hash in hexadecimal and amounts as texts', () => {
    const key = Buffer.alloc(32, 0xab)
    expect(paramOf(1, configParamCell(1, key))?.value).toBe('ab'.repeat(32))
    const stakes = { minStake: 10n ** 13n, maxStake: 2n ** 70n, minTotalStake: 1n, maxStakeFactor: 196_608 }
    expect(paramOf(17, configParamCell(17, stakes))?.value).toEqual({
      minStake: '10000000000000',
      maxStake: String(2n ** 70n),
      minTotalStake: '1',
      maxStakeFactor: 196_608,
    })
  })

  it('writes sets as arrays of keys, suspended accounts in raw form', () => {
    expect(paramOf(9, configParamCell(9, [0, 34, -71]))?.value).toEqual([0, 34, -71])
    const keys = [suspendedKey(-1, Buffer.alloc(32, 1)), suspendedKey(0, Buffer.alloc(32, 2))]
    const addresses = HashmapE.from(
      SUSPENDED_ADDRESSES,
      keys.sort((a, b) => a.compare(b)).map((key) => ({ key, value: true as const })),
    )
    expect(paramOf(44, configParamCell(44, { addresses, suspendedUntil: 5 }))?.value).toEqual({
      addresses: [`0:${'02'.repeat(32)}`, `-1:${'01'.repeat(32)}`],
      suspendedUntil: 5,
    })
  })

  it('writes dictionaries by key: unsigned currencies, an empty one as an empty list', () => {
    const currency = 2 ** 32 - 1
    const amounts = HashmapE.from(EXTRA_CURRENCIES, [{ key: keyOfUint(currency, 32), value: 7n }])
    expect(paramOf(7, configParamCell(7, amounts))?.value).toEqual({ [currency]: '7' })
    expect(paramOf(12, configParamCell(12, new HashmapE(WORKCHAINS)))?.value).toEqual([])
  })

  it('leaves out fields that an older version lacks', () => {
    const limits = { underload: 1, softLimit: 2, hardLimit: 3 }
    const value = paramOf(
      22,
      configParamCell(22, { bytes: limits, gas: limits, ltDelta: limits, v2: undefined }),
    )
    expect(value?.value).toEqual({ bytes: limits, gas: limits, ltDelta: limits })
  })

  it('names the problem of a parameter of another form, and has an unknown one without a value', () => {
    const cell = beginCell().storeUint(1, 8).endCell()
    expect(paramOf(15, cell)).toMatchObject({ id: 15, problem: expect.stringContaining('ConfigParam 15') })
    const unknown = paramOf(-999, cell)
    expect(unknown).toEqual({ id: -999, hash: cell.hash().toString('hex'), boc: expect.any(String) })
  })
})
