import { beginCell, Cell, Dictionary } from '@ton/core'
import fc from 'fast-check'
import { describe, expect, expectTypeOf, test } from 'vitest'
import { ORACLES } from '../../../../src-main/chain/config/bridges.ts'
import type { CatchainConfig } from '../../../../src-main/chain/config/catchainConfig.ts'
import {
  CONFIG_CODECS,
  configParamCell,
  type KnownParam,
  type ParamValue,
  parseConfigParam,
  readConfigParam,
} from '../../../../src-main/chain/config/configCodecs.ts'
import { buildConfig } from '../../../../src-main/chain/config/configParams.ts'
import { FUNDAMENTAL_ACCOUNTS } from '../../../../src-main/chain/config/fundamentalAccounts.ts'
import { NONCRITICAL_PARAMS } from '../../../../src-main/chain/config/newConsensusConfig.ts'
import { PRECOMPILED_CONTRACTS } from '../../../../src-main/chain/config/precompiledContracts.ts'
import { SUSPENDED_ADDRESSES } from '../../../../src-main/chain/config/suspendedAddresses.ts'
import type { ValidatorSet } from '../../../../src-main/chain/config/validatorSet.ts'
import { WORKCHAINS } from '../../../../src-main/chain/config/workchainDescr.ts'
import { HashmapE } from '../../../../src-main/chain/hashmap/hashmap.ts'
import { keyOfUint } from '../../../../src-main/chain/hashmap/key.ts'
import { EXTRA_CURRENCIES } from '../../../../src-main/chain/state/currencies.ts'
import { TlbError } from '../../../../src-main/chain/tlb.ts'
import { suspendedKey } from '../../../chain/dictionaryKeys.ts'

const u8 = fc.nat(255)
const u16 = fc.nat(2 ** 16 - 1)
const u32 = fc.nat(2 ** 32 - 1)
const positive = fc.integer({ min: 1, max: 2 ** 32 - 1 })
const u64 = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n })
const grams = fc.bigInt({ min: 0n, max: 2n ** 120n - 1n })
const bytes32 = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => Buffer.from(bytes))
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined })
const ascending = (count: number, max: number) =>
  fc.array(fc.nat(max), { minLength: count, maxLength: count }).map((list) => list.sort((a, b) => a - b))
const mapOf = <V>(codec: ConstructorParameters<typeof HashmapE<V>>[0], value: fc.Arbitrary<V>) =>
  fc
    .uniqueArray(fc.tuple(fc.bigInt({ min: 0n, max: 2n ** BigInt(codec.keyBits) - 1n }), value), {
      selector: ([key]) => key,
      maxLength: 5,
    })
    .map((list) => list.map(([key, v]) => ({ key: keyOfUint(key, codec.keyBits), value: v })))
    .map((list) =>
      HashmapE.from(
        codec,
        list.toSorted((a, b) => a.key.compare(b.key)),
      ),
    )

const proposal = fc
  .tuple(ascending(2, 255), u8, u8, ascending(2, 2 ** 32 - 1), u32, u32)
  .map(([rounds, minWins, maxLosses, store, bitPrice, cellPrice]) => ({
    minTotRounds: rounds[0] as number,
    maxTotRounds: rounds[1] as number,
    minWins,
    maxLosses,
    minStoreSec: store[0] as number,
    maxStoreSec: store[1] as number,
    bitPrice,
    cellPrice,
  }))
const limits = ascending(3, 2 ** 32 - 1).map(([underload, softLimit, hardLimit]) => ({
  underload: underload as number,
  softLimit: softLimit as number,
  hardLimit: hardLimit as number,
}))
const validators: fc.Arbitrary<ValidatorSet> = fc
  .record({
    kind: fc.constantFrom('plain', 'ext'),
    utimeSince: u32,
    utimeUntil: u32,
    main: fc.integer({ min: 1, max: 3 }),
    list: fc.array(
      fc.record({
        publicKey: bytes32,
        weight: fc.bigInt({ min: 1n, max: 2n ** 50n }),
        adnlAddr: maybe(bytes32),
      }),
      { minLength: 3, maxLength: 20 },
    ),
  })
  .map((set) => ({ ...set, totalWeight: set.list.reduce((sum, { weight }) => sum + weight, 0n) }))
const gas = fc.record({
  flat: maybe(fc.record({ flatGasLimit: u64, flatGasPrice: u64 })),
  gasPrice: u64,
  gasLimit: u64,
  specialGasLimit: maybe(u64),
  gasCredit: u64,
  blockGasLimit: u64,
  freezeDueLimit: u64,
  deleteDueLimit: u64,
})
const blockLimits = fc.record({
  bytes: limits,
  gas: limits,
  ltDelta: limits,
  v2: maybe(
    fc.record({ collatedData: limits, importedMsgQueue: fc.record({ maxBytes: u32, maxMsgs: u32 }) }),
  ),
})
const forward = fc.record({
  lumpPrice: u64,
  bitPrice: u64,
  cellPrice: u64,
  ihrPriceFactor: u32,
  firstFrac: u16,
  nextFrac: u16,
})
const consensusFields = {
  roundCandidates: fc.integer({ min: 1, max: 255 }),
  nextCandidateDelayMs: u32,
  consensusTimeoutMs: u32,
  fastAttempts: u32,
  attemptDuration: u32,
  catchainMaxDeps: u32,
  maxBlockBytes: u32,
  maxCollatedBytes: u32,
}
const none = {
  useQuic: fc.constant(false),
  newCatchainIds: fc.constant(false),
  protoVersion: fc.constant(0),
  catchainMaxBlocksCoeff: fc.constant(0),
}
const consensus = fc.oneof(
  fc.record({ ...none, ...consensusFields, version: fc.constant(1 as const), roundCandidates: positive }),
  fc.record({ ...none, ...consensusFields, version: fc.constant(2 as const), newCatchainIds: fc.boolean() }),
  fc.record({
    ...none,
    ...consensusFields,
    version: fc.constant(3 as const),
    newCatchainIds: fc.boolean(),
    protoVersion: u16,
  }),
  fc.record({
    ...consensusFields,
    version: fc.constant(4 as const),
    useQuic: fc.boolean(),
    newCatchainIds: fc.boolean(),
    protoVersion: u16,
    catchainMaxBlocksCoeff: u32,
  }),
)
const simplex = fc.oneof(
  fc.record({
    version: fc.constant(1 as const),
    flags: fc.nat(127),
    useQuic: fc.boolean(),
    targetRateMs: u32,
    slotsPerLeaderWindow: positive,
    firstBlockTimeoutMs: u32,
    maxLeaderWindowDesync: u32,
  }),
  fc.record({
    version: fc.constant(2 as const),
    flags: fc.nat(31),
    protocolVersion: fc.nat(3),
    useQuic: fc.boolean(),
    slotsPerLeaderWindow: positive,
    noncriticalParams: mapOf(NONCRITICAL_PARAMS, u32),
  }),
)
const sizes = fc.record({
  maxMsgBits: u32,
  maxMsgCells: u32,
  maxLibraryCells: u32,
  maxVmDataDepth: u16,
  maxExtMsgSize: u32,
  maxExtMsgDepth: u16,
})
const sizesV2 = fc.record({
  maxAccStateCells: u32,
  maxMcAccStateCells: u32,
  maxAccPublicLibraries: u32,
  deferOutQueueSizeLimit: u32,
  maxMsgExtraCurrencies: u32,
  maxAccFixedPrefixLength: u8,
  accStateCellsForStorageDict: u32,
  maxTransactionLibraryLoads: fc.oneof(u32, fc.constant(null)),
})
const sizesV3 = fc.record({ maxTotalMsgBits: u32, maxTotalMsgCells: u32 })
const sizeLimits = fc.oneof(
  fc.tuple(sizes, maybe(sizesV2), maybe(sizesV3)).map(([base, v2, v3]) => ({ ...base, v2, v3: v2 && v3 })),
  // As it was before 2026, without the limit of library loads.
  fc
    .tuple(sizes, sizesV2)
    .map(([base, v2]) => ({ ...base, v2: { ...v2, maxTransactionLibraryLoads: undefined }, v3: undefined })),
)

const workchain = fc
  .record({
    enabledSince: u32,
    splits: ascending(3, 60),
    active: fc.boolean(),
    acceptMsgs: fc.boolean(),
    zerostateRootHash: bytes32,
    zerostateFileHash: bytes32,
    version: u32,
    format: fc.oneof(
      fc.record({ kind: fc.constant('basic' as const), vmVersion: fc.integer(), vmMode: u64 }),
      fc.tuple(ascending(2, 959), fc.nat(1023), positive).map(([lengths, addrLenStep, workchainTypeId]) => ({
        kind: 'ext' as const,
        minAddrLen: 64 + (lengths[0] as number),
        maxAddrLen: 64 + (lengths[1] as number),
        addrLenStep,
        workchainTypeId,
      })),
    ),
    v2: maybe(
      fc.record({
        splitMergeTimings: fc.record({
          splitMergeDelay: u32,
          splitMergeInterval: u32,
          minSplitMergeInterval: u32,
          maxSplitMergeDelay: u32,
        }),
        persistentStateSplitDepth: fc.nat(63),
      }),
    ),
  })
  .map(({ splits, ...rest }) => ({
    ...rest,
    monitorMinSplit: splits[0] as number,
    minSplit: splits[1] as number,
    maxSplit: splits[2] as number,
  }))

const paramIds = fc
  .uniqueArray(fc.integer(), { minLength: 1, maxLength: 10 })
  .map((ids) => ids.sort((a, b) => (a >>> 0) - (b >>> 0)))
const counts = ascending(3, 65534).map(([min, main, max]) => ({
  maxValidators: (max as number) + 1,
  maxMainValidators: (main as number) + 1,
  minValidators: (min as number) + 1,
}))
const storagePrice = fc.record({
  utimeSince: u32,
  bitPricePs: u64,
  cellPricePs: u64,
  mcBitPricePs: u64,
  mcCellPricePs: u64,
})
const oracles = mapOf(ORACLES, fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }))
const oracleBridge = fc.record({
  bridgeAddress: bytes32,
  oracleMultisigAddress: bytes32,
  oracles,
  externalChainAddress: maybe(bytes32),
})
const jettonBridgeFields = {
  bridgeAddress: bytes32,
  oraclesAddress: bytes32,
  oracles,
  stateFlags: u8,
}
const jettonBridge = fc.oneof(
  fc.record({ ...jettonBridgeFields, version: fc.constant(0 as const), burnBridgeFee: grams }),
  fc.record({
    ...jettonBridgeFields,
    version: fc.constant(1 as const),
    prices: fc.record({
      bridgeBurnFee: grams,
      bridgeMintFee: grams,
      walletMinTonsForStorage: grams,
      walletGasConsumption: grams,
      minterMinTonsForStorage: grams,
      discoverGasConsumption: grams,
    }),
    externalChainAddress: bytes32,
  }),
)
const VALUES: { readonly [P in KnownParam]: fc.Arbitrary<ParamValue<P>> } = {
  0: bytes32,
  1: bytes32,
  2: bytes32,
  3: bytes32,
  4: bytes32,
  5: fc.tuple(maybe(bytes32), ascending(2, 2 ** 32 - 2)).map(([blackholeAddr, [num, denom]]) => ({
    blackholeAddr,
    feeBurnNum: num as number,
    feeBurnDenom: (denom as number) + 1,
  })),
  6: fc.record({ mintNewPrice: grams, mintAddPrice: grams }),
  7: mapOf(EXTRA_CURRENCIES, fc.bigInt({ min: 0n, max: 2n ** 248n - 1n })),
  8: fc.record({ version: u32, capabilities: u64 }),
  9: paramIds,
  10: paramIds,
  11: fc.record({ normalParams: proposal, criticalParams: proposal }),
  12: mapOf(WORKCHAINS, workchain),
  13: fc.record({ deposit: grams, bitPrice: grams, cellPrice: grams }),
  14: fc.record({ masterchainBlockFee: grams, basechainBlockFee: grams }),
  15: fc.record({
    validatorsElectedFor: u32,
    electionsStartBefore: u32,
    electionsEndBefore: u32,
    stakeHeldFor: u32,
  }),
  16: counts,
  17: fc.record({ minStake: grams, maxStake: grams, minTotalStake: grams, maxStakeFactor: u32 }),
  18: fc
    .uniqueArray(fc.tuple(u32, storagePrice), { selector: ([key]) => key, minLength: 1, maxLength: 4 })
    .map((prices) => new Map(prices)),
  19: fc.integer(),
  20: gas,
  21: gas,
  22: blockLimits,
  23: blockLimits,
  24: forward,
  25: forward,
  28: fc.record({
    shuffleMcValidators: maybe(fc.boolean()),
    mcCatchainLifetime: positive,
    shardCatchainLifetime: positive,
    shardValidatorsLifetime: positive,
    shardValidatorsNum: positive,
  }),
  29: consensus,
  30: fc.record({ mc: maybe(simplex), shard: maybe(simplex) }),
  31: mapOf(FUNDAMENTAL_ACCOUNTS, fc.constant(true as const)),
  32: validators,
  33: validators,
  34: validators,
  35: validators,
  36: validators,
  37: validators,
  40: fc.record({
    defaultFlatFine: grams,
    defaultProportionalFine: u32,
    severityFlatMult: u16,
    severityProportionalMult: u16,
    unpunishableInterval: u16,
    longInterval: u16,
    longFlatMult: u16,
    longProportionalMult: u16,
    mediumInterval: u16,
    mediumFlatMult: u16,
    mediumProportionalMult: u16,
  }),
  43: sizeLimits,
  44: fc.record({ addresses: mapOf(SUSPENDED_ADDRESSES, fc.constant(true as const)), suspendedUntil: u32 }),
  45: mapOf(PRECOMPILED_CONTRACTS, u64),
  71: oracleBridge,
  72: oracleBridge,
  73: oracleBridge,
  79: jettonBridge,
  81: jettonBridge,
  82: jettonBridge,
  [-71]: oracleBridge,
  [-72]: oracleBridge,
  [-73]: oracleBridge,
  [-79]: jettonBridge,
  [-81]: jettonBridge,
  [-82]: jettonBridge,
}

/** Replaces dictionaries in a value by lists of their entries, for comparison. */
function shapeOf(value: unknown): unknown {
  if (value instanceof Map) return new Map([...value].map(([key, entry]) => [key, shapeOf(entry)]))
  if (value instanceof HashmapE) return [...value.entries()].map(shapeOf)
  if (Buffer.isBuffer(value) || typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(shapeOf)
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, shapeOf(field)]))
}

describe('configParamCell and parseConfigParam', () => {
  test.each(Object.keys(CONFIG_CODECS).map((id) => Number(id) as KnownParam))(
    'read the value that they write of parameter %i',
    (id) => {
      fc.assert(
        fc.property(VALUES[id] as fc.Arbitrary<ParamValue<typeof id>>, (value) => {
          expect(shapeOf(parseConfigParam(id, configParamCell(id, value)))).toEqual(shapeOf(value))
        }),
        { numRuns: 40 },
      )
    },
  )

  test('infers the type of a value from the id of its parameter', () => {
    expectTypeOf<ParamValue<28>>().toEqualTypeOf<CatchainConfig>()
    expectTypeOf<ParamValue<34>>().toEqualTypeOf<ValidatorSet>()
  })

  test('throws TlbError for malformed cells', () => {
    const garbage = beginCell().storeUint(0xff, 8).endCell()
    for (const id of Object.keys(CONFIG_CODECS).map((it) => Number(it) as KnownParam)) {
      expect(() => parseConfigParam(id, Cell.EMPTY)).toThrow(TlbError)
      expect(() => parseConfigParam(id, garbage)).toThrow(TlbError)
    }
  })

  test("throws TlbError for values that violate the scheme's constraints", () => {
    const cell = (hex: string) => beginCell().storeBuffer(Buffer.from(hex, 'hex')).endCell()
    expect(() => parseConfigParam(16, cell('000100020001'))).toThrow('1, 2, 1 validators')
    expect(() => parseConfigParam(22, cell('5dc3000000050000000400000006'))).toThrow('ParamLimits: 5, 4, 6')
    expect(() => parseConfigParam(28, cell(`c1${'00'.repeat(16)}`))).toThrow('a field is zero')
    expect(() => parseConfigParam(28, cell(`c202${'01'.repeat(16)}`))).toThrow('unknown flags')
    expect(() => parseConfigParam(29, cell(`d7${'02'}${'01'.repeat(29)}`))).toThrow('unknown flags 2')
  })
})

test('readConfigParam reads a parameter of a configuration', () => {
  const config = buildConfig(new Map([[8, configParamCell(8, { version: 13, capabilities: 494n })]]))
  expect(readConfigParam(config, 8)).toEqual({ version: 13, capabilities: 494n })
  expect(readConfigParam(config, 34)).toBeUndefined()
})

test('suspendedKey consists of workchain and account', () => {
  expect(suspendedKey(-1, Buffer.alloc(32, 2)).toString('hex')).toBe(`ffffffff${'02'.repeat(32)}`)
})

test('storage prices keep their keys when they are rewritten', () => {
  const price = (utimeSince: number) => ({
    utimeSince,
    bitPricePs: 1n,
    cellPricePs: 500n,
    mcBitPricePs: 1000n,
    mcCellPricePs: 500_000n,
  })
  const list = new Map([0, 3, 4_000_000_000].map((key, place) => [key, price(place)]))
  const cell = configParamCell(18, list)
  const keys = cell
    .beginParse()
    .loadDictDirect(Dictionary.Keys.Uint(32), { serialize() {}, parse: () => true })
    .keys()
  expect(keys).toEqual([...list.keys()])
  const read = parseConfigParam(18, cell)
  expect(read).toEqual(list)
  expect(configParamCell(18, read).hash()).toEqual(cell.hash())
})
