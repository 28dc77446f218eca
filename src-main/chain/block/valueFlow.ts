import type { Builder, CurrencyCollection, Slice } from '@ton/core'
import { beginCell } from '@ton/core'
import { loadCurrencies, storeCurrencies } from '../state/currencies.ts'
import { TlbError } from '../tlb.ts'

// https://github.com/ton-blockchain/ton/blob/f801e1c1a4ddb5abf41033f51a7c74ab72dfdc07/crypto/block/block.tlb
// value_flow#b8e48dfb ^[ from_prev_blk:CurrencyCollection to_next_blk:CurrencyCollection
//   imported:CurrencyCollection exported:CurrencyCollection ]
//   fees_collected:CurrencyCollection
//   ^[ fees_imported:CurrencyCollection recovered:CurrencyCollection
//   created:CurrencyCollection minted:CurrencyCollection ] = ValueFlow;
// value_flow_v2#3ebf98b7 ^[ … ] fees_collected:CurrencyCollection burned:CurrencyCollection ^[ … ] = ValueFlow;

/** The sources and destinations of a block's money, in nanotons and extra currencies. */
export type ValueFlow = {
  readonly fromPrevBlk: CurrencyCollection
  readonly toNextBlk: CurrencyCollection
  readonly imported: CurrencyCollection
  readonly exported: CurrencyCollection
  readonly feesCollected: CurrencyCollection
  /** Present in value_flow_v2 only. */
  readonly burned: CurrencyCollection | undefined
  readonly feesImported: CurrencyCollection
  readonly recovered: CurrencyCollection
  readonly created: CurrencyCollection
  readonly minted: CurrencyCollection
}

const V1 = 0xb8e48dfb
const V2 = 0x3ebf98b7

/**
 * Reads `value_flow#b8e48dfb` or `value_flow_v2#3ebf98b7`.
 * @throws TlbError for another tag
 */
export function loadValueFlow(slice: Slice): ValueFlow {
  const tag = slice.loadUint(32)
  if (tag !== V1 && tag !== V2) throw new TlbError('ValueFlow', `tag ${tag.toString(16)}`)
  const balance = slice.loadRef().beginParse()
  const flow = {
    fromPrevBlk: loadCurrencies(balance),
    toNextBlk: loadCurrencies(balance),
    imported: loadCurrencies(balance),
    exported: loadCurrencies(balance),
    feesCollected: loadCurrencies(slice),
    burned: tag === V2 ? loadCurrencies(slice) : undefined,
  }
  // Read last: the extra currencies of the amounts above are references that precede this one.
  const income = slice.loadRef().beginParse()
  return {
    ...flow,
    feesImported: loadCurrencies(income),
    recovered: loadCurrencies(income),
    created: loadCurrencies(income),
    minted: loadCurrencies(income),
  }
}

/**
 * Returns a writer (for Builder.store) of `value_flow_v2#3ebf98b7` if `burned` is given, else of
 * `value_flow#b8e48dfb`.
 */
export function storeValueFlow(value: ValueFlow) {
  return (builder: Builder): void => {
    builder.storeUint(value.burned === undefined ? V1 : V2, 32)
    builder.storeRef(
      beginCell()
        .store(storeCurrencies(value.fromPrevBlk))
        .store(storeCurrencies(value.toNextBlk))
        .store(storeCurrencies(value.imported))
        .store(storeCurrencies(value.exported)),
    )
    builder.store(storeCurrencies(value.feesCollected))
    if (value.burned !== undefined) builder.store(storeCurrencies(value.burned))
    builder.storeRef(
      beginCell()
        .store(storeCurrencies(value.feesImported))
        .store(storeCurrencies(value.recovered))
        .store(storeCurrencies(value.created))
        .store(storeCurrencies(value.minted)),
    )
  }
}
