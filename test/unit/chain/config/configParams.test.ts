import { beginCell, Cell } from '@ton/core'
import { describe, expect, test } from 'vitest'
import {
  buildConfig,
  configDictionary,
  configEntries,
  configKey,
  configParam,
  loadConfigParams,
  storeConfigParams,
  withConfigParam,
} from '../../../../src-main/chain/config/configParams.ts'
import { PrunedBranchError, TlbError } from '../../../../src-main/chain/tlb.ts'

const cell = (value: number) => beginCell().storeUint(value, 32).endCell()
const config = buildConfig(
  new Map([
    [34, cell(34)],
    [0, cell(0)],
    [-999, cell(999)],
    [8, cell(8)],
  ]),
)

describe('configParam', () => {
  test('finds positive and negative ids', () => {
    expect(configParam(config, 34)?.equals(cell(34))).toBe(true)
    expect(configParam(config, -999)?.equals(cell(999))).toBe(true)
    expect(configParam(config, 1)).toBeUndefined()
  })

  test('opens only the cells on the path to a parameter', () => {
    const opened: Cell[] = []
    configParam(config, -999, (it) => opened.push(it))
    expect(opened).toEqual([config, config.refs[1]])
  })

  test('reads one parameter from a proof of it and throws PrunedBranchError for others', () => {
    const right = config.refs[1] as Cell
    const pruned = beginCell().storeUint(0x0101, 16).storeBuffer(right.hash()).storeUint(right.depth(), 16)
    const proof = new Cell({
      bits: config.bits,
      refs: [config.refs[0] as Cell, pruned.endCell({ exotic: true })],
    })
    expect(configParam(proof, 8)?.equals(cell(8))).toBe(true)
    expect(() => configParam(proof, -999)).toThrow(PrunedBranchError)
  })
})

describe('the dictionary of parameters', () => {
  test('lists all parameters, negative ones last', () => {
    expect([...configEntries(config)].map(({ id }) => id)).toEqual([0, 8, 34, -999])
    expect(configDictionary(config).has(configKey(8))).toBe(true)
  })

  test('shares unchanged cells after a change', () => {
    const changed = withConfigParam(withConfigParam(config, 8, null), 9, cell(9))
    expect([...configEntries(changed)].map(({ id }) => id)).toEqual([0, 9, 34, -999])
    expect(changed.refs[1]).toBe(config.refs[1])
  })

  test('cannot become empty', () => {
    expect(() => buildConfig(new Map())).toThrow(TlbError)
    expect(() => withConfigParam(buildConfig(new Map([[1, cell(1)]])), 1, null)).toThrow(TlbError)
  })

  test('follows the address of its contract in ConfigParams', () => {
    const params = { configAddr: Buffer.alloc(32, 5), config }
    const stored = beginCell().store(storeConfigParams(params)).endCell()
    expect(loadConfigParams(stored.beginParse())).toEqual(params)
  })
})
