import { type Builder, beginCell, type Slice } from '@ton/core'
import { loadTag, parseCell, TlbError } from '../tlb.ts'

// https://github.com/ton-blockchain/ton/blob/f801e1c1a4ddb5abf41033f51a7c74ab72dfdc07/crypto/block/block.tlb
// cfg_vote_cfg#36 min_tot_rounds:(## 8) max_tot_rounds:(## 8) { min_tot_rounds <= max_tot_rounds } min_wins:uint8
//   max_losses:uint8 min_store_sec:(## 32) max_store_sec:(## 32) { min_store_sec <= max_store_sec }
//   bit_price:uint32 cell_price:uint32 = ConfigProposalSetup;
// cfg_vote_setup#91 normal_params:^ConfigProposalSetup critical_params:^ConfigProposalSetup = ConfigVotingSetup;
// _ ConfigVotingSetup = ConfigParam 11;

/** The rules of voting on a proposal to change parameters: prices in nanotons, times in seconds. */
export type ConfigProposalSetup = {
  readonly minTotRounds: number
  readonly maxTotRounds: number
  readonly minWins: number
  readonly maxLosses: number
  readonly minStoreSec: number
  readonly maxStoreSec: number
  readonly bitPrice: number
  readonly cellPrice: number
}

/** Parameter 11: the rules for normal and for critical parameters. */
export type ConfigVotingSetup = {
  readonly normalParams: ConfigProposalSetup
  readonly criticalParams: ConfigProposalSetup
}

/**
 * Reads `cfg_vote_cfg#36`.
 * @throws TlbError if a minimum exceeds its maximum
 */
function loadConfigProposalSetup(slice: Slice): ConfigProposalSetup {
  loadTag(slice, 'ConfigProposalSetup', 0x36, 8)
  const setup = {
    minTotRounds: slice.loadUint(8),
    maxTotRounds: slice.loadUint(8),
    minWins: slice.loadUint(8),
    maxLosses: slice.loadUint(8),
    minStoreSec: slice.loadUint(32),
    maxStoreSec: slice.loadUint(32),
    bitPrice: slice.loadUint(32),
    cellPrice: slice.loadUint(32),
  }
  if (setup.minTotRounds > setup.maxTotRounds || setup.minStoreSec > setup.maxStoreSec) {
    throw new TlbError('ConfigProposalSetup', 'a minimum exceeds its maximum')
  }
  return setup
}

/** Returns a writer (for Builder.store) of `cfg_vote_cfg#36`. */
function storeConfigProposalSetup(setup: ConfigProposalSetup): (builder: Builder) => void {
  return (builder) => {
    builder
      .storeUint(0x36, 8)
      .storeUint(setup.minTotRounds, 8)
      .storeUint(setup.maxTotRounds, 8)
      .storeUint(setup.minWins, 8)
      .storeUint(setup.maxLosses, 8)
      .storeUint(setup.minStoreSec, 32)
      .storeUint(setup.maxStoreSec, 32)
      .storeUint(setup.bitPrice, 32)
      .storeUint(setup.cellPrice, 32)
  }
}

/** Reads `cfg_vote_setup#91`. */
export function loadConfigVotingSetup(slice: Slice): ConfigVotingSetup {
  loadTag(slice, 'ConfigVotingSetup', 0x91, 8)
  return {
    normalParams: parseCell(slice.loadRef(), 'ConfigProposalSetup', loadConfigProposalSetup),
    criticalParams: parseCell(slice.loadRef(), 'ConfigProposalSetup', loadConfigProposalSetup),
  }
}

/** Returns a writer (for Builder.store) of `cfg_vote_setup#91`. */
export function storeConfigVotingSetup(setup: ConfigVotingSetup): (builder: Builder) => void {
  return (builder) => {
    builder
      .storeUint(0x91, 8)
      .storeRef(beginCell().store(storeConfigProposalSetup(setup.normalParams)))
      .storeRef(beginCell().store(storeConfigProposalSetup(setup.criticalParams)))
  }
}
