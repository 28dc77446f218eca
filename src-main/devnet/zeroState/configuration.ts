import type { Cell } from '@ton/core'
import { configParamCell, type KnownParam, type ParamValue } from '../../chain/config/configCodecs.ts'
import { buildConfig } from '../../chain/config/configParams.ts'
import { FUNDAMENTAL_ACCOUNTS } from '../../chain/config/fundamentalAccounts.ts'
import { validatorNodeId } from '../../chain/config/validatorSet.ts'
import { type WcSplitMergeTimings, WORKCHAINS } from '../../chain/config/workchainDescr.ts'
import { HashmapE } from '../../chain/hashmap/hashmap.ts'
import { keyOfUint } from '../../chain/hashmap/key.ts'
import { EXTRA_CURRENCIES } from '../../chain/state/currencies.ts'
import { EXECUTOR_VERSION } from '../../tvm/executorConfig.ts'
import { mainnetParameters } from './mainnetParameters.ts'

/** Account ids of the two system contracts, in the masterchain; the same as on every TON network. */
export const CONFIG_ID = Buffer.alloc(32, 0x55)
export const ELECTOR_ID = Buffer.alloc(32, 0x33)

/** An extra currency that the network mints in its first block, for experiments. */
export const EXTRA_CURRENCY_ID = 100
const EXTRA_CURRENCY_AMOUNT = 1_000_000_000_000n

/** The values on which a devnet's configuration depends. */
export type ConfigurationOptions = {
  readonly globalId: number
  /** Unix seconds of the zero state. */
  readonly genesisTime: number
  /** Ed25519 key of the only validator, 32 bytes. */
  readonly validatorKey: Buffer
  /** The masterchain account that receives minted coins. */
  readonly minter: Buffer
  readonly basechainZeroState: { readonly rootHash: Buffer; readonly fileHash: Buffer }
}

/** 34 years: longer than any jump of the devnet's time, and still a uint32. */
const VALIDATORS_SERVE = 2 ** 30

/** Maximum number of bits in a shard's prefix: 16 shards, all of them neighbours. */
const MAX_SPLIT = 4

/**
 * Shards split and merge as soon as it is announced; that stays possible for a day, because any time can pass between
 * two blocks of a devnet.
 */
const SPLIT_MERGE_TIMINGS: WcSplitMergeTimings = {
  splitMergeDelay: 0,
  splitMergeInterval: 86_400,
  minSplitMergeInterval: 1,
  maxSplitMergeDelay: 86_400,
}

/** Values of mainnet's parameters at masterchain seqno 84773657 (August 2026): prices, limits, voting, elections. */
export const MAINNET_VALUES = {
  // Half of all fees is burned, and all coins that are sent to -1:ff…ff.
  5: { blackholeAddr: Buffer.alloc(32, 0xff), feeBurnNum: 1, feeBurnDenom: 2 },
  9: [0, 1, 9, 10, 12, 14, 15, 16, 17, 18, 20, 21, 22, 23, 24, 25, 28, 34],
  10: [0, 1, 9, 10, 12, 14, 15, 16, 17, 32, 34, 36, -1001, -1000],
  11: {
    normalParams: {
      minTotRounds: 2,
      maxTotRounds: 6,
      minWins: 2,
      maxLosses: 5,
      minStoreSec: 1_000_000,
      maxStoreSec: 10_000_000,
      bitPrice: 1,
      cellPrice: 500,
    },
    criticalParams: {
      minTotRounds: 4,
      maxTotRounds: 7,
      minWins: 3,
      maxLosses: 5,
      minStoreSec: 5_000_000,
      maxStoreSec: 20_000_000,
      bitPrice: 2,
      cellPrice: 1000,
    },
  },
  13: { deposit: 1_000_000_000n, bitPrice: 1n, cellPrice: 500n },
  14: { masterchainBlockFee: 1_700_000_000n, basechainBlockFee: 1_000_000_000n },
  15: {
    validatorsElectedFor: 65536,
    electionsStartBefore: 32768,
    electionsEndBefore: 8192,
    stakeHeldFor: 32768,
  },
  17: {
    minStake: 300_000_000_000_000n,
    maxStake: 10_000_000_000_000_000n,
    minTotalStake: 75_000_000_000_000_000n,
    // 4.5
    maxStakeFactor: 9 << 15,
  },
  18: new Map([
    [0, { utimeSince: 0, bitPricePs: 1n, cellPricePs: 500n, mcBitPricePs: 1000n, mcCellPricePs: 500_000n }],
    [
      1_777_500_000,
      {
        utimeSince: 1_777_500_000,
        bitPricePs: 0n,
        cellPricePs: 135n,
        mcBitPricePs: 1000n,
        mcCellPricePs: 500_000n,
      },
    ],
  ]),
  20: {
    flat: { flatGasLimit: 100n, flatGasPrice: 1_000_000n },
    gasPrice: 10_000n << 16n,
    gasLimit: 1_000_000n,
    specialGasLimit: 70_000_000n,
    gasCredit: 10_000n,
    blockGasLimit: 2_500_000n,
    freezeDueLimit: 100_000_000n,
    deleteDueLimit: 1_000_000_000n,
  },
  21: {
    flat: { flatGasLimit: 100n, flatGasPrice: 6_667n },
    // 66.67 nanoton
    gasPrice: 4_369_067n,
    gasLimit: 1_000_000n,
    specialGasLimit: 1_000_000n,
    gasCredit: 10_000n,
    blockGasLimit: 10_000_000n,
    freezeDueLimit: 100_000_000n,
    deleteDueLimit: 1_000_000_000n,
  },
  22: {
    bytes: { underload: 131_072, softLimit: 524_288, hardLimit: 1_048_576 },
    gas: { underload: 200_000, softLimit: 1_000_000, hardLimit: 2_500_000 },
    ltDelta: { underload: 1000, softLimit: 5000, hardLimit: 10_000 },
    v2: undefined,
  },
  23: {
    bytes: { underload: 262_144, softLimit: 1_048_576, hardLimit: 2_097_152 },
    gas: { underload: 2_000_000, softLimit: 10_000_000, hardLimit: 20_000_000 },
    ltDelta: { underload: 1000, softLimit: 5000, hardLimit: 10_000 },
    v2: undefined,
  },
  24: {
    lumpPrice: 10_000_000n,
    bitPrice: 10_000n << 16n,
    cellPrice: 1_000_000n << 16n,
    ihrPriceFactor: 98304,
    firstFrac: 21845,
    nextFrac: 21845,
  },
  25: {
    lumpPrice: 66_667n,
    bitPrice: 4_369_067n,
    cellPrice: 436_906_667n,
    ihrPriceFactor: 98304,
    firstFrac: 21845,
    nextFrac: 21845,
  },
  29: {
    version: 4,
    useQuic: false,
    newCatchainIds: true,
    roundCandidates: 3,
    nextCandidateDelayMs: 2000,
    consensusTimeoutMs: 16000,
    fastAttempts: 3,
    attemptDuration: 8,
    catchainMaxDeps: 4,
    maxBlockBytes: 2_097_152,
    maxCollatedBytes: 10_485_760,
    protoVersion: 5,
    catchainMaxBlocksCoeff: 10_000,
  },
  43: {
    maxMsgBits: 2_097_152,
    maxMsgCells: 8192,
    maxLibraryCells: 200,
    maxVmDataDepth: 512,
    maxExtMsgSize: 65_535,
    maxExtMsgDepth: 512,
    v2: {
      maxAccStateCells: 65_536,
      maxMcAccStateCells: 2048,
      maxAccPublicLibraries: 256,
      deferOutQueueSizeLimit: 256,
      maxMsgExtraCurrencies: 0,
      maxAccFixedPrefixLength: 8,
      accStateCellsForStorageDict: 26,
      maxTransactionLibraryLoads: 3,
    },
    v3: undefined,
  },
} satisfies { readonly [P in KnownParam]?: ParamValue<P> }

/**
 * capCreateStatsEnabled 2, capBounceMsgBody 4, capReportVersion 8, capShortDequeue 32, capStoreOutMsgQueueSize 64,
 * capMsgMetadata 128: the features of the collator. Messages are never deferred (capDeferMessages 256 is unset).
 */
export const CAPABILITIES = 238n
/**
 * Mainnet has 15. The executor accepts that number but applies the rules of 13 (it lets any contract of the masterchain
 * publish a library, for example), so blocks that claim 15 would be wrong.
 */
export const GLOBAL_VERSION = EXECUTOR_VERSION
/**
 * Builds a devnet's first configuration and returns its root: every parameter of mainnet but 4 (the root of DNS, which
 * the scenario sets), with mainnet's prices, limits and rules, and one validator whose term does not end. The executor runs
 * it unchanged: executor and configuration contract then read the same cells, so that other software that executes a
 * transaction with the chain's configuration gets the same gas.
 */
export function buildDevnetConfig(options: ConfigurationOptions): Cell {
  const { genesisTime, basechainZeroState } = options
  const params = new Map<number, Cell>(mainnetParameters())
  const put = <P extends KnownParam>(id: P, value: ParamValue<P>) =>
    params.set(id, configParamCell(id, value))

  for (const [id, value] of Object.entries(MAINNET_VALUES)) {
    const param = Number(id) as keyof typeof MAINNET_VALUES
    put(param, value as ParamValue<typeof param>)
  }
  put(0, CONFIG_ID)
  put(1, ELECTOR_ID)
  put(2, options.minter)
  put(
    7,
    HashmapE.from(EXTRA_CURRENCIES, [
      { key: keyOfUint(EXTRA_CURRENCY_ID, 32), value: EXTRA_CURRENCY_AMOUNT },
    ]),
  )
  put(8, { version: GLOBAL_VERSION, capabilities: CAPABILITIES })
  put(
    12,
    HashmapE.from(WORKCHAINS, [
      {
        key: keyOfUint(0, 32),
        value: {
          enabledSince: genesisTime,
          monitorMinSplit: 0,
          minSplit: 0,
          maxSplit: MAX_SPLIT,
          active: true,
          acceptMsgs: true,
          zerostateRootHash: basechainZeroState.rootHash,
          zerostateFileHash: basechainZeroState.fileHash,
          version: 0,
          format: { kind: 'basic', vmVersion: -1, vmMode: 0n },
          v2: { splitMergeTimings: SPLIT_MERGE_TIMINGS, persistentStateSplitDepth: 0 },
        },
      },
    ]),
  )
  put(16, { maxValidators: 1, maxMainValidators: 1, minValidators: 1 })
  put(19, options.globalId)
  put(28, {
    shuffleMcValidators: true,
    mcCatchainLifetime: 250,
    shardCatchainLifetime: 250,
    shardValidatorsLifetime: 1000,
    shardValidatorsNum: 1,
  })
  put(
    31,
    HashmapE.from(
      FUNDAMENTAL_ACCOUNTS,
      [ELECTOR_ID, CONFIG_ID].map((key) => ({ key, value: true })),
    ),
  )
  const validators = {
    kind: 'ext',
    main: 1,
    totalWeight: 1n,
    list: [
      {
        publicKey: options.validatorKey,
        weight: 1n,
        // Some clients parse only descriptions with an ADNL address.
        adnlAddr: validatorNodeId(options.validatorKey),
      },
    ],
  } as const
  const termBefore = MAINNET_VALUES[15].validatorsElectedFor
  put(32, { ...validators, utimeSince: Math.max(0, genesisTime - termBefore), utimeUntil: genesisTime })
  put(34, { ...validators, utimeSince: genesisTime, utimeUntil: genesisTime + VALIDATORS_SERVE })
  // The constructor size_limits_config#01 is the only one that every release of the reference software reads: those of
  // 2025 refuse the second one of 2026, and those of 2026 the second one of 2025. The limits that it lacks have the
  // reference's defaults, which are mainnet's, except for two extra currencies in a message (mainnet: none).
  put(43, { ...MAINNET_VALUES[43], v2: undefined })
  return buildConfig(params)
}
