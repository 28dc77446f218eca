import { beginCell, type Cell } from '@ton/core'
import { storeMcBlockExtra } from '../../chain/block/mcBlockExtra.ts'
import type { ShardFees } from '../../chain/block/shardFees.ts'
import { allShards, buildShardHashes } from '../../chain/block/shardHashes.ts'
import { DEFAULT_CATCHAIN_CONFIG } from '../../chain/config/catchainConfig.ts'
import { readConfigParam } from '../../chain/config/configCodecs.ts'
import {
  type ValidatorGroup,
  validatorListHashShort,
  validatorSubset,
} from '../../chain/config/validatorSubset.ts'
import { keyOfUint } from '../../chain/hashmap/key.ts'
import { addCurrencies } from '../../chain/state/currencies.ts'
import { storeMcStateDetails, storeMcStateExtra } from '../../chain/state/mcStateExtra.ts'
import { TlbError } from '../../chain/tlb.ts'
import type { Burning, Income } from './balance.ts'
import type { MasterchainCollationInput } from './collateMasterchain.ts'
import type { Collation } from './collation.ts'
import { withCreatedBlocks } from './createStats.ts'
import { librariesAfter } from './publicLibraries.ts'
import type { MasterchainParts } from './sealBlock.ts'
import { decidedShards, registeredShard } from './shardConfig.ts'

/** The outcome of a masterchain collation that its block and state are built from. */
export type MasterchainOutcome = {
  readonly shardFees: ShardFees
  readonly income: Income
  readonly burning: Burning
  readonly recoverCreateMsg: Cell | undefined
  readonly mintMsg: Cell | undefined
  /** The configuration after the block. */
  readonly nextConfig: Cell
  readonly isKeyBlock: boolean
}

/** Returns the parts of a masterchain block and its state that shards do not have. */
export function masterchainParts(
  collation: Collation,
  input: MasterchainCollationInput,
  outcome: MasterchainOutcome,
): MasterchainParts {
  const { shardFees, income, burning, recoverCreateMsg, mintMsg, nextConfig, isKeyBlock } = outcome
  const { state, details, extra } = input.prev.state
  const times = { now: input.utime, before: state.genUtime }
  const shardHashes = nextShardHashes(input, nextConfig, isKeyBlock, times)
  const config = { configAddr: extra.config.configAddr, config: nextConfig }
  const blockExtra = {
    shardHashes,
    shardFees,
    prevBlkSignatures: [],
    recoverCreateMsg,
    mintMsg,
    config: isKeyBlock ? config : undefined,
  }
  return {
    blockExtra: beginCell().store(storeMcBlockExtra(blockExtra)).endCell(),
    stateExtra(burned) {
      const coins = [income.created, income.minted, shardFees.extra.create, { coins: -burned }]
      const globalBalance = coins.reduce(addCurrencies, extra.globalBalance)
      const details = nextDetails(input, nextConfig, isKeyBlock, times)
      return beginCell().store(storeMcStateExtra({ shardHashes, config, details, globalBalance })).endCell()
    },
    isKeyBlock,
    burning,
    libraries: librariesAfter(details.libraries, collation.touched),
  }
}

function nextShardHashes(
  { prev, shards, utime }: MasterchainCollationInput,
  config: Cell,
  isKeyBlock: boolean,
  times: Times,
): ReturnType<typeof buildShardHashes> {
  const { state, extra } = prev.state
  const before = allShards(extra.shardHashes)
  const { shardCatchainLifetime } = readConfigParam(config, 28) ?? DEFAULT_CATCHAIN_CONFIG
  return buildShardHashes(
    decidedShards(
      shards.map(({ entry, isNew }) => (isNew ? registeredShard(entry, state.seqno + 1, before) : entry)),
      { config, utime, startsSession: startsSession(shardCatchainLifetime, times, isKeyBlock) },
    ),
  )
}

type Times = { readonly now: number; readonly before: number }

/** Returns whether the validators start a new session with the block after this one. */
function startsSession(lifetime: number, { now, before }: Times, isKeyBlock: boolean): boolean {
  return isKeyBlock || Math.floor(now / lifetime) > Math.floor(before / lifetime)
}

function nextDetails(
  { prev, shards, createdBy, utime }: MasterchainCollationInput,
  config: Cell,
  isKeyBlock: boolean,
  times: Times,
): Cell {
  const { ident, extraDetails } = prev.state
  const catchain = readConfigParam(config, 28) ?? DEFAULT_CATCHAIN_CONFIG
  const isUpdated = startsSession(catchain.mcCatchainLifetime, times, isKeyBlock)
  const nxCcUpdated = isUpdated && startsSession(catchain.shardCatchainLifetime, times, isKeyBlock)
  const catchainSeqno = extraDetails.validatorInfo.catchainSeqno + (isUpdated ? 1 : 0)
  const newBlocks = shards.filter(({ isNew, entry }) => isNew && entry.descr.seqno > 0).length
  return beginCell()
    .store(
      storeMcStateDetails({
        // Of the next validators, but as if of session 0, as in the reference.
        validatorInfo: {
          validatorListHashShort: nextValidatorsHash(config, { ...ident, catchainSeqno }),
          catchainSeqno,
          nxCcUpdated,
        },
        prevBlocks: extraDetails.prevBlocks.set(keyOfUint(prev.ref.seqno, 32), {
          key: extraDetails.afterKeyBlock,
          blkRef: prev.ref,
        }),
        afterKeyBlock: isKeyBlock,
        lastKeyBlock: extraDetails.afterKeyBlock ? prev.ref : extraDetails.lastKeyBlock,
        blockCreateStats: withCreatedBlocks(extraDetails.blockCreateStats, createdBy, newBlocks, utime),
      }),
    )
    .endCell()
}

function nextValidatorsHash(config: Cell, group: ValidatorGroup): number {
  const set = readConfigParam(config, 35) ?? readConfigParam(config, 34)
  if (!set) throw new TlbError('ConfigParams', 'there are no current validators')
  const catchain = readConfigParam(config, 28) ?? DEFAULT_CATCHAIN_CONFIG
  return validatorListHashShort(0, validatorSubset(set, catchain, group))
}
