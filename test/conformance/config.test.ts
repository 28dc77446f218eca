import { type Cell, CellType } from '@ton/core'
import { describe, expect, test } from 'vitest'
import { loadBlockCells } from '../../src-main/chain/block/block.ts'
import { parseBocRoot } from '../../src-main/chain/cells/parseBoc.ts'
import {
  CONFIG_CODECS,
  configParamCell,
  type KnownParam,
  parseConfigParam,
  readConfigParam,
} from '../../src-main/chain/config/configCodecs.ts'
import {
  buildConfig,
  configEntries,
  configParam,
  withConfigParam,
} from '../../src-main/chain/config/configParams.ts'
import { blockConfig } from '../../src-main/chain/proof/headerProof.ts'
import { openMcStateExtra } from '../../src-main/chain/state/mcStateExtra.ts'
import { mcStateExtraCell, openShardStateUnsplit } from '../../src-main/chain/state/shardState.ts'
import { readMaybeZipped } from '../fixtures/recorded.ts'
import { hasShared, NEEDS_SHARED, recordedFile } from './sharedData.ts'

function rootIn(path: string): Cell {
  const file = readMaybeZipped(recordedFile(path))
  return parseBocRoot(path.endsWith('.base64') ? Buffer.from(file.toString(), 'base64') : file, {
    lenient: true,
  })
}

const ofState = (root: Cell) => openMcStateExtra(mcStateExtraCell(openShardStateUnsplit(root))).config.config
const ofKeyBlock = (root: Cell) => blockConfig(loadBlockCells(root.beginParse()))?.config as Cell

/** Mainnet in August 2026: see the README beside it. */
const MAINNET_2026 = 'networks/mainnet-config-84773657.boc.base64'
const RSQUAD = 'fixtures/rsquad-ton-rust-node'
/** Where configurations were recorded, how to get at them, and how many of their parameters we know. */
const RECORDED: readonly (readonly [path: string, open: (root: Cell) => Cell, known: number])[] = [
  [`${RSQUAD}/genesis/zerostate.mc.boc`, ofState, 21],
  [`${RSQUAD}/mc-2660/state_2659.boc.gz`, ofState, 21],
  [`${RSQUAD}/bundle-56703839/mc_state.proof.boc.gz`, (root) => ofState(root.refs[0] as Cell), 35],
  [`${RSQUAD}/single/mc_key_1000149.boc`, ofKeyBlock, 22],
  [`${RSQUAD}/single/mc_key_47110814.boc`, ofKeyBlock, 34],
  [`${RSQUAD}/mc-3082181/key_block_3082181.boc`, ofKeyBlock, 27],
  [`${RSQUAD}/mc-3236530-shuffled-validators/key_block_3236530.boc`, ofKeyBlock, 26],
  [`${RSQUAD}/shard-4377252/key_block.boc`, ofKeyBlock, 26],
  ['realnet/zerostate.boc', ofState, 26],
  ['fixtures/ton-org-ton-core/config_state_20429810.boc', ofState, 29],
  ['fixtures/xssnick-tonutils-go/config_mainnet.boc', (root) => root, 37],
  ['fixtures/ston-fi-ton-rs/config_42123611.boc', (root) => root, 34],
  ['fixtures/ston-fi-ton-rs/mc_key_46991999.boc', ofKeyBlock, 34],
  ['fixtures/tonapi-opentonapi/config-params-1.boc', (root) => root.refs[0] as Cell, 32],
  [MAINNET_2026, (root) => root, 37],
]

describe.skipIf(!hasShared)(`configurations (${NEEDS_SHARED})`, () => {
  test.each(RECORDED)('%s: parameters are stored as they were read', (path, open, known) => {
    const config = open(rootIn(path))
    const params = [...configEntries(config)].filter(({ id }) => id in CONFIG_CODECS)
    expect(params.length).toBe(known)
    for (const { id, value } of params) {
      const cell = configParamCell(id as KnownParam, parseConfigParam(id as KnownParam, value))
      expect([id, cell.hash().toString('hex')]).toEqual([id, value.hash().toString('hex')])
    }
  })

  // tongo wrote this one, without hml_same labels: no node would make the same cells.
  const written = RECORDED.filter(([path]) => !path.includes('tonapi-opentonapi'))
  test.each(written)('%s: the dictionary is rebuilt', (path, open) => {
    const config = open(rootIn(path))
    const params = [...configEntries(config)]
    const rebuilt = buildConfig(new Map(params.toReversed().map(({ id, value }) => [id, value])))
    expect(rebuilt.hash()).toEqual(config.hash())
    for (const { id, value } of params) {
      expect(configParam(config, id)).toBe(value)
      expect(withConfigParam(withConfigParam(config, id, null), id, value).hash()).toEqual(config.hash())
    }
  })

  test("mainnet's values of 2026", () => {
    const config = rootIn('fixtures/xssnick-tonutils-go/config_mainnet.boc')
    expect(config.type).toBe(CellType.Ordinary)
    expect(readConfigParam(config, 8)).toMatchInlineSnapshot(`
      {
        "capabilities": 494n,
        "version": 13,
      }
    `)
    expect(readConfigParam(config, 17)).toMatchInlineSnapshot(`
      {
        "maxStake": 10000000000000000n,
        "maxStakeFactor": 196608,
        "minStake": 300000000000000n,
        "minTotalStake": 75000000000000000n,
      }
    `)
    expect(readConfigParam(config, 21)).toMatchInlineSnapshot(`
      {
        "blockGasLimit": 10000000n,
        "deleteDueLimit": 1000000000n,
        "flat": {
          "flatGasLimit": 100n,
          "flatGasPrice": 40000n,
        },
        "freezeDueLimit": 100000000n,
        "gasCredit": 10000n,
        "gasLimit": 1000000n,
        "gasPrice": 26214400n,
        "specialGasLimit": 1000000n,
      }
    `)
    expect(readConfigParam(config, 28)).toMatchInlineSnapshot(`
      {
        "mcCatchainLifetime": 250,
        "shardCatchainLifetime": 250,
        "shardValidatorsLifetime": 1000,
        "shardValidatorsNum": 23,
        "shuffleMcValidators": true,
      }
    `)
    expect(readConfigParam(config, 29)).toMatchInlineSnapshot(`
      {
        "attemptDuration": 8,
        "catchainMaxBlocksCoeff": 10000,
        "catchainMaxDeps": 4,
        "consensusTimeoutMs": 16000,
        "fastAttempts": 3,
        "maxBlockBytes": 2097152,
        "maxCollatedBytes": 2097152,
        "newCatchainIds": true,
        "nextCandidateDelayMs": 2000,
        "protoVersion": 5,
        "roundCandidates": 3,
        "useQuic": false,
        "version": 4,
      }
    `)
    const { list, ...set } = readConfigParam(config, 34) ?? { list: [] }
    expect({ ...set, count: list.length }).toMatchInlineSnapshot(`
      {
        "count": 397,
        "kind": "ext",
        "main": 100,
        "totalWeight": 1152921504606846778n,
        "utimeSince": 1776373512,
        "utimeUntil": 1776439048,
      }
    `)
    expect(readConfigParam(config, 3)).toBeUndefined()
  })
  test("mainnet's values of August 2026: storage prices by time, library loads, bridges", () => {
    const config = rootIn(MAINNET_2026)
    expect(readConfigParam(config, 8)).toEqual({ version: 15, capabilities: 1006n })
    expect(
      [...(readConfigParam(config, 18) ?? [])].map(([key, { utimeSince }]) => [key, utimeSince]),
    ).toEqual([
      [0, 0],
      [1_777_500_000, 1_777_500_000],
    ])
    expect(readConfigParam(config, 43)?.v2?.maxTransactionLibraryLoads).toBe(3)
    expect(readConfigParam(config, 71)?.bridgeAddress.toString('hex')).toBe(
      'dd24c4a1f2b88f8b7053513b5cc6c5a31bc44b2a72dcb4d8c0338af0f0d37ec5',
    )
    expect([...(readConfigParam(config, -71)?.oracles.keys() ?? [])].length).toBe(9)
    expect(readConfigParam(config, 79)).toMatchObject({
      version: 1,
      stateFlags: 0,
      prices: { bridgeBurnFee: 1_000_000_000n, bridgeMintFee: 1_000_000_000n },
    })
  })
})
