import { type Builder, beginCell, type Slice } from '@ton/core'
import { type HashmapCodec, type HashmapE, loadHashmapE, storeHashmapE } from '../hashmap/hashmap.ts'
import { parseCell, TlbError } from '../tlb.ts'

// https://github.com/ton-blockchain/ton/blob/f801e1c1a4ddb5abf41033f51a7c74ab72dfdc07/crypto/block/block.tlb
// oracle_bridge_params#_ bridge_address:bits256 oracle_mutlisig_address:bits256 oracles:(HashmapE 256 uint256)
//   external_chain_address:bits256 = OracleBridgeParams;
// _ OracleBridgeParams = ConfigParam 71;  // Ethereum
// _ OracleBridgeParams = ConfigParam 72;  // BNB Smart Chain
// _ OracleBridgeParams = ConfigParam 73;  // Polygon
// jetton_bridge_prices#_ bridge_burn_fee:Coins bridge_mint_fee:Coins wallet_min_tons_for_storage:Coins
//   wallet_gas_consumption:Coins minter_min_tons_for_storage:Coins discover_gas_consumption:Coins
//   = JettonBridgePrices;
// jetton_bridge_params_v0#00 bridge_address:bits256 oracles_address:bits256 oracles:(HashmapE 256 uint256)
//   state_flags:uint8 burn_bridge_fee:Coins = JettonBridgeParams;
// jetton_bridge_params_v1#01 bridge_address:bits256 oracles_address:bits256 oracles:(HashmapE 256 uint256)
//   state_flags:uint8 prices:^JettonBridgePrices external_chain_address:bits256 = JettonBridgeParams;
// _ JettonBridgeParams = ConfigParam 79;  // Ethereum
// _ JettonBridgeParams = ConfigParam 81;  // BNB Smart Chain
// _ JettonBridgeParams = ConfigParam 82;  // Polygon
//
// Earlier versions of a bridge's parameter have the negative id: mainnet's -71 lacks external_chain_address.

/** The codec of oracle dictionaries: 256-bit ids in TON to keys or addresses in the other chain. */
export const ORACLES: HashmapCodec<bigint> = {
  type: 'BridgeParams.oracles',
  keyBits: 256,
  loadValue: (slice) => slice.loadUintBig(256),
  storeValue: (value) => (builder) => {
    builder.storeUint(value, 256)
  },
}

/** Parameters 71 to 73 and -71 to -73: a bridge that wraps TON in another chain. */
export type OracleBridgeParams = {
  /** Account ids in the masterchain. */
  readonly bridgeAddress: Buffer
  readonly oracleMultisigAddress: Buffer
  readonly oracles: HashmapE<bigint>
  /** 32 bytes; an Ethereum address is in the last 20. Undefined in the version without this field. */
  readonly externalChainAddress: Buffer | undefined
}

/** Reads `oracle_bridge_params`, with or without `external_chain_address`. */
export function loadOracleBridgeParams(slice: Slice): OracleBridgeParams {
  return {
    bridgeAddress: slice.loadBuffer(32),
    oracleMultisigAddress: slice.loadBuffer(32),
    oracles: loadHashmapE(slice, ORACLES),
    externalChainAddress: slice.remainingBits === 0 ? undefined : slice.loadBuffer(32),
  }
}

/** Returns a writer (for Builder.store) of `oracle_bridge_params`. */
export function storeOracleBridgeParams(params: OracleBridgeParams): (builder: Builder) => void {
  return (builder) => {
    builder
      .storeBuffer(params.bridgeAddress, 32)
      .storeBuffer(params.oracleMultisigAddress, 32)
      .store(storeHashmapE(params.oracles))
    if (params.externalChainAddress) builder.storeBuffer(params.externalChainAddress, 32)
  }
}

/** The prices of a jetton bridge: fees and minimal balances in nanotons, gas in gas units. */
export type JettonBridgePrices = {
  readonly bridgeBurnFee: bigint
  readonly bridgeMintFee: bigint
  readonly walletMinTonsForStorage: bigint
  readonly walletGasConsumption: bigint
  readonly minterMinTonsForStorage: bigint
  readonly discoverGasConsumption: bigint
}

/** Parameters 79, 81, 82 and their negatives: a bridge that wraps tokens of another chain as jettons. */
export type JettonBridgeParams = {
  readonly bridgeAddress: Buffer
  readonly oraclesAddress: Buffer
  readonly oracles: HashmapE<bigint>
  readonly stateFlags: number
} & (
  | { readonly version: 0; readonly burnBridgeFee: bigint }
  | { readonly version: 1; readonly prices: JettonBridgePrices; readonly externalChainAddress: Buffer }
)

/**
 * Reads `jetton_bridge_params_v0#00` or `jetton_bridge_params_v1#01`.
 * @throws TlbError for another tag
 */
export function loadJettonBridgeParams(slice: Slice): JettonBridgeParams {
  const version = slice.loadUint(8)
  if (version > 1) throw new TlbError('JettonBridgeParams', `unknown constructor #${version.toString(16)}`)
  const common = {
    bridgeAddress: slice.loadBuffer(32),
    oraclesAddress: slice.loadBuffer(32),
    oracles: loadHashmapE(slice, ORACLES),
    stateFlags: slice.loadUint(8),
  }
  if (version === 0) return { ...common, version, burnBridgeFee: slice.loadCoins() }
  return {
    ...common,
    version: 1,
    prices: parseCell(slice.loadRef(), 'JettonBridgePrices', loadJettonBridgePrices),
    externalChainAddress: slice.loadBuffer(32),
  }
}

/** Returns a writer (for Builder.store) of the constructor that `version` names. */
export function storeJettonBridgeParams(params: JettonBridgeParams): (builder: Builder) => void {
  return (builder) => {
    builder
      .storeUint(params.version, 8)
      .storeBuffer(params.bridgeAddress, 32)
      .storeBuffer(params.oraclesAddress, 32)
      .store(storeHashmapE(params.oracles))
      .storeUint(params.stateFlags, 8)
    if (params.version === 0) builder.storeCoins(params.burnBridgeFee)
    else {
      const prices = beginCell().store(storeJettonBridgePrices(params.prices)).endCell()
      builder.storeRef(prices).storeBuffer(params.externalChainAddress, 32)
    }
  }
}

function loadJettonBridgePrices(slice: Slice): JettonBridgePrices {
  return {
    bridgeBurnFee: slice.loadCoins(),
    bridgeMintFee: slice.loadCoins(),
    walletMinTonsForStorage: slice.loadCoins(),
    walletGasConsumption: slice.loadCoins(),
    minterMinTonsForStorage: slice.loadCoins(),
    discoverGasConsumption: slice.loadCoins(),
  }
}

function storeJettonBridgePrices(prices: JettonBridgePrices): (builder: Builder) => void {
  return (builder) => {
    builder
      .storeCoins(prices.bridgeBurnFee)
      .storeCoins(prices.bridgeMintFee)
      .storeCoins(prices.walletMinTonsForStorage)
      .storeCoins(prices.walletGasConsumption)
      .storeCoins(prices.minterMinTonsForStorage)
      .storeCoins(prices.discoverGasConsumption)
  }
}
