import type { Builder, Slice } from '@ton/core'
import { TlbError } from '../tlb.ts'

// https://github.com/ton-blockchain/ton/blob/f801e1c1a4ddb5abf41033f51a7c74ab72dfdc07/crypto/block/block.tlb
// gas_prices#dd gas_price:uint64 gas_limit:uint64 gas_credit:uint64 block_gas_limit:uint64
//   freeze_due_limit:uint64 delete_due_limit:uint64 = GasLimitsPrices;
// gas_prices_ext#de gas_price:uint64 gas_limit:uint64 special_gas_limit:uint64 gas_credit:uint64
//   block_gas_limit:uint64 freeze_due_limit:uint64 delete_due_limit:uint64 = GasLimitsPrices;
// gas_flat_pfx#d1 flat_gas_limit:uint64 flat_gas_price:uint64 other:GasLimitsPrices = GasLimitsPrices;
// config_mc_gas_prices#_ GasLimitsPrices = ConfigParam 20;
// config_gas_prices#_ GasLimitsPrices = ConfigParam 21;

/**
 * Parameters 20 (masterchain) and 21 (other chains): gas in gas units, amounts in nanotons, `gasPrice` in
 * nanotons per unit with 16 fractional bits.
 */
export type GasLimitsPrices = {
  /** The first `flatGasLimit` units cost `flatGasPrice` together; undefined without `gas_flat_pfx`. */
  readonly flat: { readonly flatGasLimit: bigint; readonly flatGasPrice: bigint } | undefined
  readonly gasPrice: bigint
  readonly gasLimit: bigint
  /** The limit of special accounts; undefined in `gas_prices#dd`, where `gasLimit` applies to them too. */
  readonly specialGasLimit: bigint | undefined
  readonly gasCredit: bigint
  readonly blockGasLimit: bigint
  readonly freezeDueLimit: bigint
  readonly deleteDueLimit: bigint
}

const PLAIN = 0xdd
const EXT = 0xde
const FLAT = 0xd1

/**
 * Reads `gas_prices#dd` or `gas_prices_ext#de`, with or without one `gas_flat_pfx#d1`.
 * @throws TlbError for another tag
 */
export function loadGasLimitsPrices(slice: Slice): GasLimitsPrices {
  let tag = slice.loadUint(8)
  let flat: GasLimitsPrices['flat']
  // The scheme allows any number of flat prefixes; the reference node accepts one.
  if (tag === FLAT) {
    flat = { flatGasLimit: slice.loadUintBig(64), flatGasPrice: slice.loadUintBig(64) }
    tag = slice.loadUint(8)
  }
  if (tag !== PLAIN && tag !== EXT) {
    throw new TlbError('GasLimitsPrices', `unknown constructor #${tag.toString(16)}`)
  }
  return {
    flat,
    gasPrice: slice.loadUintBig(64),
    gasLimit: slice.loadUintBig(64),
    specialGasLimit: tag === EXT ? slice.loadUintBig(64) : undefined,
    gasCredit: slice.loadUintBig(64),
    blockGasLimit: slice.loadUintBig(64),
    freezeDueLimit: slice.loadUintBig(64),
    deleteDueLimit: slice.loadUintBig(64),
  }
}

/** Returns a writer (for Builder.store) of the constructors that `flat` and `specialGasLimit` select. */
export function storeGasLimitsPrices(prices: GasLimitsPrices): (builder: Builder) => void {
  return (builder) => {
    if (prices.flat) {
      builder
        .storeUint(FLAT, 8)
        .storeUint(prices.flat.flatGasLimit, 64)
        .storeUint(prices.flat.flatGasPrice, 64)
    }
    builder
      .storeUint(prices.specialGasLimit === undefined ? PLAIN : EXT, 8)
      .storeUint(prices.gasPrice, 64)
      .storeUint(prices.gasLimit, 64)
    if (prices.specialGasLimit !== undefined) builder.storeUint(prices.specialGasLimit, 64)
    builder
      .storeUint(prices.gasCredit, 64)
      .storeUint(prices.blockGasLimit, 64)
      .storeUint(prices.freezeDueLimit, 64)
      .storeUint(prices.deleteDueLimit, 64)
  }
}
