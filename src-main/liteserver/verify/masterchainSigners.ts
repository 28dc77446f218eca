import type { Cell } from '@ton/core'
import { FULL_SHARD } from '#shared/ton/shard.ts'
import { MASTERCHAIN } from '../../chain/blockId.ts'
import { DEFAULT_CATCHAIN_CONFIG, loadCatchainConfig } from '../../chain/config/catchainConfig.ts'
import { configParam } from '../../chain/config/configParams.ts'
import { loadValidatorSet } from '../../chain/config/validatorSet.ts'
import { validatorListHashShort, validatorSubset } from '../../chain/config/validatorSubset.ts'
import type { Signers } from '../../chain/proof/signatures.ts'
import { parseCell, TlbError } from '../../chain/tlb.ts'

/** `cur_temp_validators`, `cur_validators` and `CatchainConfig`. */
const CUR_TEMP_VALIDATORS = 35
const CUR_VALIDATORS = 34
const CATCHAIN_CONFIG = 28

/**
 * Who signs masterchain blocks of a catchain session under a configuration (its dictionary's root, or what a proof
 * shows of it): the current validators, temporary ones first.
 * @throws TlbError, PrunedBranchError
 */
export function masterchainSigners(config: Cell, catchainSeqno: number): Signers {
  const setCell = configParam(config, CUR_TEMP_VALIDATORS) ?? configParam(config, CUR_VALIDATORS)
  if (!setCell) throw new TlbError('ConfigParams', 'there are no current validators')
  const set = parseCell(setCell, 'ValidatorSet', loadValidatorSet)
  const catchainCell = configParam(config, CATCHAIN_CONFIG)
  const catchain = catchainCell
    ? parseCell(catchainCell, 'CatchainConfig', loadCatchainConfig)
    : DEFAULT_CATCHAIN_CONFIG
  const group = { workchain: MASTERCHAIN, shard: FULL_SHARD, catchainSeqno }
  const validators = validatorSubset(set, catchain, group)
  return { ccSeqno: catchainSeqno, hashShort: validatorListHashShort(catchainSeqno, validators), validators }
}
