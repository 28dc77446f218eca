import type { Builder, CurrencyCollection, Slice } from '@ton/core'
import { loadCurrencies, storeCurrencies } from '../state/currencies.ts'

// https://github.com/ton-blockchain/ton/blob/f801e1c1a4ddb5abf41033f51a7c74ab72dfdc07/crypto/block/block.tlb
// import_fees$_ fees_collected:Grams value_imported:CurrencyCollection = ImportFees;

/**
 * The fees that inbound messages pay to this block's validators, and the value that they import. The
 * InMsgDescr tree sums them up.
 */
export type ImportFees = {
  /** Nanotons. */
  readonly feesCollected: bigint
  readonly valueImported: CurrencyCollection
}

/** Reads `import_fees`. */
export function loadImportFees(slice: Slice): ImportFees {
  return { feesCollected: slice.loadCoins(), valueImported: loadCurrencies(slice) }
}

/** Returns a writer (for Builder.store) of `import_fees`. */
export function storeImportFees(value: ImportFees) {
  return (builder: Builder): void => {
    builder.storeCoins(value.feesCollected).store(storeCurrencies(value.valueImported))
  }
}
