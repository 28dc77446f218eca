import { type Builder, beginCell, type Cell, type Slice } from '@ton/core'
import { loadGlobalVersion, storeGlobalVersion } from '../block/globalVersion.ts'
import { parseCell } from '../tlb.ts'
import { loadAddressParam, storeAddressParam } from './addressParam.ts'
import { loadBlockCreateFees, storeBlockCreateFees } from './blockCreateFees.ts'
import { loadBlockLimits, storeBlockLimits } from './blockLimits.ts'
import {
  loadJettonBridgeParams,
  loadOracleBridgeParams,
  storeJettonBridgeParams,
  storeOracleBridgeParams,
} from './bridges.ts'
import { loadBurningConfig, storeBurningConfig } from './burningConfig.ts'
import { loadCatchainConfig, storeCatchainConfig } from './catchainConfig.ts'
import { loadComplaintPricing, storeComplaintPricing } from './complaintPricing.ts'
import { configParam } from './configParams.ts'
import { loadConsensusConfig, storeConsensusConfig } from './consensusConfig.ts'
import {
  loadElectionTimes,
  loadStakeLimits,
  loadValidatorCounts,
  storeElectionTimes,
  storeStakeLimits,
  storeValidatorCounts,
} from './elections.ts'
import { loadFundamentalAccounts, storeFundamentalAccounts } from './fundamentalAccounts.ts'
import { loadGasLimitsPrices, storeGasLimitsPrices } from './gasPrices.ts'
import { loadGlobalId, storeGlobalId } from './globalId.ts'
import { loadMintPrices, loadToMint, storeMintPrices, storeToMint } from './minting.ts'
import { loadMisbehaviourPunishment, storeMisbehaviourPunishment } from './misbehaviourPunishment.ts'
import { loadMsgForwardPrices, storeMsgForwardPrices } from './msgForwardPrices.ts'
import { loadNewConsensusConfigAll, storeNewConsensusConfigAll } from './newConsensusConfig.ts'
import { loadParamIds, storeParamIds } from './paramIds.ts'
import { loadPrecompiledContracts, storePrecompiledContracts } from './precompiledContracts.ts'
import { loadSizeLimits, storeSizeLimits } from './sizeLimits.ts'
import { loadStoragePriceList, storeStoragePriceList } from './storagePrices.ts'
import { loadSuspendedAddressList, storeSuspendedAddressList } from './suspendedAddresses.ts'
import { loadValidatorSet, storeValidatorSet } from './validatorSet.ts'
import { loadConfigVotingSetup, storeConfigVotingSetup } from './votingSetup.ts'
import { loadWorkchains, storeWorkchains } from './workchainDescr.ts'

/** The reader and writer of one parameter's cell. */
export type ConfigCodec<T> = {
  load(slice: Slice): T
  store(value: T): (builder: Builder) => void
}

const ADDRESS: ConfigCodec<Buffer> = { load: loadAddressParam, store: storeAddressParam }
const PARAM_IDS = { load: loadParamIds, store: storeParamIds }
const GAS = { load: loadGasLimitsPrices, store: storeGasLimitsPrices }
const LIMITS = { load: loadBlockLimits, store: storeBlockLimits }
const FORWARD = { load: loadMsgForwardPrices, store: storeMsgForwardPrices }
const ORACLE_BRIDGE = { load: loadOracleBridgeParams, store: storeOracleBridgeParams }
const JETTON_BRIDGE = { load: loadJettonBridgeParams, store: storeJettonBridgeParams }
const VALIDATORS = { load: loadValidatorSet, store: storeValidatorSet }

/** The supported parameters by their id. */
export const CONFIG_CODECS = {
  0: ADDRESS,
  1: ADDRESS,
  2: ADDRESS,
  3: ADDRESS,
  4: ADDRESS,
  5: { load: loadBurningConfig, store: storeBurningConfig },
  6: { load: loadMintPrices, store: storeMintPrices },
  7: { load: loadToMint, store: storeToMint },
  8: { load: loadGlobalVersion, store: storeGlobalVersion },
  9: PARAM_IDS,
  10: PARAM_IDS,
  11: { load: loadConfigVotingSetup, store: storeConfigVotingSetup },
  12: { load: loadWorkchains, store: storeWorkchains },
  13: { load: loadComplaintPricing, store: storeComplaintPricing },
  14: { load: loadBlockCreateFees, store: storeBlockCreateFees },
  15: { load: loadElectionTimes, store: storeElectionTimes },
  16: { load: loadValidatorCounts, store: storeValidatorCounts },
  17: { load: loadStakeLimits, store: storeStakeLimits },
  18: { load: loadStoragePriceList, store: storeStoragePriceList },
  19: { load: loadGlobalId, store: storeGlobalId },
  20: GAS,
  21: GAS,
  22: LIMITS,
  23: LIMITS,
  24: FORWARD,
  25: FORWARD,
  28: { load: loadCatchainConfig, store: storeCatchainConfig },
  29: { load: loadConsensusConfig, store: storeConsensusConfig },
  30: { load: loadNewConsensusConfigAll, store: storeNewConsensusConfigAll },
  31: { load: loadFundamentalAccounts, store: storeFundamentalAccounts },
  32: VALIDATORS,
  33: VALIDATORS,
  34: VALIDATORS,
  35: VALIDATORS,
  36: VALIDATORS,
  37: VALIDATORS,
  40: { load: loadMisbehaviourPunishment, store: storeMisbehaviourPunishment },
  43: { load: loadSizeLimits, store: storeSizeLimits },
  44: { load: loadSuspendedAddressList, store: storeSuspendedAddressList },
  45: { load: loadPrecompiledContracts, store: storePrecompiledContracts },
  71: ORACLE_BRIDGE,
  72: ORACLE_BRIDGE,
  73: ORACLE_BRIDGE,
  79: JETTON_BRIDGE,
  81: JETTON_BRIDGE,
  82: JETTON_BRIDGE,
  [-71]: ORACLE_BRIDGE,
  [-72]: ORACLE_BRIDGE,
  [-73]: ORACLE_BRIDGE,
  [-79]: JETTON_BRIDGE,
  [-81]: JETTON_BRIDGE,
  [-82]: JETTON_BRIDGE,
} as const

/** The id of a parameter that CONFIG_CODECS supports. */
export type KnownParam = keyof typeof CONFIG_CODECS

/** The type of the value of parameter `P`. */
export type ParamValue<P extends KnownParam> = ReturnType<(typeof CONFIG_CODECS)[P]['load']>

/**
 * Reads the value in a parameter's cell.
 * @throws TlbError, PrunedBranchError
 */
export function parseConfigParam<P extends KnownParam>(id: P, cell: Cell): ParamValue<P> {
  const codec = CONFIG_CODECS[id] as unknown as ConfigCodec<ParamValue<P>>
  return parseCell(cell, `ConfigParam ${id}`, codec.load)
}

/**
 * Returns a parameter's value in the configuration at `config` (the dictionary's root), or undefined if it is
 * not set.
 */
export function readConfigParam<P extends KnownParam>(config: Cell, id: P): ParamValue<P> | undefined {
  const cell = configParam(config, id)
  return cell && parseConfigParam(id, cell)
}

/** Builds the cell of a parameter's value. */
export function configParamCell<P extends KnownParam>(id: P, value: ParamValue<P>): Cell {
  const codec = CONFIG_CODECS[id] as unknown as ConfigCodec<ParamValue<P>>
  return beginCell().store(codec.store(value)).endCell()
}
