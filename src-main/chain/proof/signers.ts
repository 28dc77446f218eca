import type { Cell } from '@ton/core'
import type { ShardIdent } from '../block/shardIdent.ts'
import { DEFAULT_CATCHAIN_CONFIG, loadCatchainConfig } from '../config/catchainConfig.ts'
import { configParam } from '../config/configParams.ts'
import { loadValidatorSet } from '../config/validatorSet.ts'
import { validatorListHashShort, validatorSubset } from '../config/validatorSubset.ts'
import { parseCell, TlbError } from '../tlb.ts'
import type { Signers } from './signatures.ts'

/**
 * Returns the validators that sign the blocks of a shard in one of its sessions: the group drawn from the
 * current validators (parameter 34, or 35 if temporary ones replace them) by the rules of parameter 28.
 * @param config the dictionary's root cell, as in key blocks (blockConfig) and states
 * @throws PrunedBranchError if the proof prunes these parameters, TlbError
 */
export function signersOf(config: Cell, { workchain, shard }: ShardIdent, ccSeqno: number): Signers {
  const setCell = configParam(config, 35) ?? configParam(config, 34)
  if (!setCell) throw new TlbError('ConfigParams', 'there are no current validators')
  const catchainCell = configParam(config, 28)
  const validators = validatorSubset(
    parseCell(setCell, 'ValidatorSet', loadValidatorSet),
    catchainCell ? parseCell(catchainCell, 'CatchainConfig', loadCatchainConfig) : DEFAULT_CATCHAIN_CONFIG,
    { workchain, shard, catchainSeqno: ccSeqno },
  )
  return { ccSeqno, hashShort: validatorListHashShort(ccSeqno, validators), validators }
}
