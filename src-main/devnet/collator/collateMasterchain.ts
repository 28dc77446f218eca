import { beginCell, type Cell, type CurrencyCollection } from '@ton/core'
import { storeMcBlockExtra } from '../../chain/block/mcBlockExtra.ts'
import { SHARD_FEES, shardFeesKey } from '../../chain/block/shardFees.ts'
import { allShards, buildShardHashes, type ShardEntry } from '../../chain/block/shardHashes.ts'
import { burnedFees } from '../../chain/config/burningConfig.ts'
import { DEFAULT_CATCHAIN_CONFIG } from '../../chain/config/catchainConfig.ts'
import { readConfigParam } from '../../chain/config/configCodecs.ts'
import type { ConfigParams } from '../../chain/config/configParams.ts'
import { FUNDAMENTAL_ACCOUNTS } from '../../chain/config/fundamentalAccounts.ts'
import {
  type ValidatorGroup,
  validatorListHashShort,
  validatorSubset,
} from '../../chain/config/validatorSubset.ts'
import { HashmapE, storeHashmapE } from '../../chain/hashmap/hashmap.ts'
import { HashmapAugE } from '../../chain/hashmap/hashmapAug.ts'
import { keyOfUint } from '../../chain/hashmap/key.ts'
import { signersOf } from '../../chain/proof/signers.ts'
import { openAccount } from '../../chain/state/account.ts'
import {
  addCurrencies,
  EXTRA_CURRENCIES,
  loadCurrencies,
  NO_CURRENCIES,
} from '../../chain/state/currencies.ts'
import { storeMcStateDetails, storeMcStateExtra } from '../../chain/state/mcStateExtra.ts'
import { TlbError } from '../../chain/tlb.ts'
import {
  type CollatedBlock,
  type CollationInput,
  claimsAfter,
  importExternals,
  importInbound,
  lastKeyBlockSeqno,
  requireLimits,
  transitFracOf,
} from './collateShard.ts'
import { Collation } from './collation.ts'
import { withCreatedBlocks } from './createStats.ts'
import { startLtAfter } from './logicalTime.ts'
import { deliveredMessages } from './neighbours.ts'
import { changedConfig, isImportantChange } from './newConfig.ts'
import { neighbourOf, type OpenedMasterchain, type OpenedState } from './openedState.ts'
import { librariesAfter } from './publicLibraries.ts'
import { type MasterchainParts, sealBlock } from './sealBlock.ts'
import { baseAfter, type Tip } from './shardBase.ts'
import { decidedShards, registeredShard } from './shardConfig.ts'

/** A shard as the new masterchain block commits to it. */
export type ShardTip = {
  /** What its block says of itself (shardDescr.ts); where there is no new block, what the masterchain says so far. */
  readonly entry: ShardEntry
  readonly state: OpenedState
  /** Whether the block before didn't commit to this shard block yet. */
  readonly isNew: boolean
}

export type MasterchainCollationInput = CollationInput & {
  readonly prev: Tip<OpenedMasterchain>
  /** All shards of all workchains, from left to right. */
  readonly shards: readonly ShardTip[]
}

/** Makes the next block of the masterchain. */
export function collateMasterchain(input: MasterchainCollationInput): CollatedBlock {
  const { prev, shards } = input
  const { ident, state, details, extra, extraDetails } = prev.state
  const { config } = extra.config
  const burningConfig = readConfigParam(config, 5)
  const seqno = state.seqno + 1
  const collation = new Collation({
    shard: ident,
    startLt: startLtAfter([state.genLt, ...shards.map(({ entry }) => entry.descr.endLt)]),
    executor: input.executor,
    environment: {
      config,
      libraries: details.libraries.root,
      utime: input.utime,
      randSeed: input.randSeed,
      prevBlocks: input.prevBlocks,
    },
    limits: requireLimits(readConfigParam(config, 22)),
    transitFrac: transitFracOf(readConfigParam(config, 24)),
    accounts: prev.state.accounts,
    queue: prev.state.queue,
    queueSize: prev.state.queueSize,
    blackhole: burningConfig?.blackholeAddr,
  })
  const shardFees = newShardFees(shards)
  const { fees: importedFees, create } = shardFees.extra
  const burning = {
    config: burningConfig,
    imported: burnedFees(burningConfig, importedFees.coins - create.coins),
  }
  const created = { coins: readConfigParam(config, 14)?.masterchainBlockFee ?? 0n }
  const income = {
    created,
    minted: toMint(config, extra.globalBalance),
    recovered: [details.totalValidatorFees, created, importedFees, { coins: -burning.imported }].reduce(
      addCurrencies,
    ),
    feesImported: importedFees,
  }

  const others = shards.map((shard) => neighbourOf(shard.state))
  for (const delivered of deliveredMessages(collation.queue, others, input.shardEndLt))
    collation.dequeue(delivered)
  runTickTock(collation, extra.config, 'tick')
  const recoverCreateMsg = payOut(
    collation,
    income.recovered,
    readConfigParam(config, 3) ?? readConfigParam(config, 1),
  )
  const mintMsg = payOut(collation, income.minted, readConfigParam(config, 2) ?? readConfigParam(config, 0))
  const neighbours = [neighbourOf(prev.state), ...others]
  const inboundEmpty = importInbound(collation, neighbours, prev.state.claims, input.shardEndLt)
  const externals = importExternals(collation, input.externals)
  collation.deliverNew()
  runTickTock(collation, extra.config, 'tock')
  collation.enqueueNew()

  const configAccount = collation.account(extra.config.configAddr).account
  const nextConfig = changedConfig(configAccount, config) ?? config
  const isKeyBlock = isImportantChange(config, nextConfig)
  const claims = claimsAfter(
    collation,
    prev.state.claims,
    seqno,
    inboundEmpty ? prev.ref.endLt - 1n : undefined,
  )
  const minRefMcSeqno = Math.min(
    seqno,
    ...claims.map(({ mcSeqno }) => mcSeqno),
    ...shards.map(({ entry }) => entry.descr.minRefMcSeqno),
  )
  const times = { now: input.utime, before: state.genUtime }
  const { shardCatchainLifetime } = readConfigParam(nextConfig, 28) ?? DEFAULT_CATCHAIN_CONFIG
  const before = allShards(extra.shardHashes)
  const shardHashes = buildShardHashes(
    decidedShards(
      shards.map(({ entry, isNew }) => (isNew ? registeredShard(entry, seqno, before) : entry)),
      {
        config: nextConfig,
        utime: input.utime,
        startsSession: startsSession(shardCatchainLifetime, times, isKeyBlock),
      },
    ),
  )
  const configParams = { configAddr: extra.config.configAddr, config: nextConfig }
  const parts: MasterchainParts = {
    blockExtra: beginCell()
      .store(
        storeMcBlockExtra({
          shardHashes,
          shardFees,
          prevBlkSignatures: [],
          recoverCreateMsg,
          mintMsg,
          config: isKeyBlock ? configParams : undefined,
        }),
      )
      .endCell(),
    stateExtra: (burned) =>
      beginCell()
        .store(
          storeMcStateExtra({
            shardHashes,
            config: configParams,
            details: nextDetails(input, nextConfig, isKeyBlock, times),
            globalBalance: [extra.globalBalance, created, income.minted, create, { coins: -burned }].reduce(
              addCurrencies,
            ),
          }),
        )
        .endCell(),
    isKeyBlock,
    burning,
    libraries: librariesAfter(details.libraries, collation.touched),
  }
  const { ccSeqno, hashShort } = signersOf(config, ident, extraDetails.validatorInfo.catchainSeqno)
  const sealed = sealBlock(
    collation,
    {
      globalId: readConfigParam(nextConfig, 19) ?? state.globalId,
      base: baseAfter(prev),
      validators: { ccSeqno, hashShort },
      minRefMcSeqno,
      prevKeyBlockSeqno: lastKeyBlockSeqno(prev),
      masterRef: undefined,
      createdBy: input.createdBy,
      genSoftware: input.genSoftware,
      claims,
      beforeSplit: false,
      intent: undefined,
    },
    income,
    parts,
  )
  return { ...sealed, externals }
}

/** Fees and new coins of the shard blocks that are committed to for the first time. */
function newShardFees(shards: readonly ShardTip[]) {
  const entries = shards
    .filter(({ isNew }) => isNew)
    .map(({ entry }) => ({
      key: shardFeesKey(entry),
      value: { fees: entry.descr.feesCollected, create: entry.descr.fundsCreated },
    }))
  return HashmapAugE.from(
    SHARD_FEES,
    entries.toSorted((a, b) => a.key.compare(b.key)),
  )
}

/** What parameter 7 wants there to be and isn't yet. */
function toMint(config: Cell, globalBalance: CurrencyCollection): CurrencyCollection {
  const wanted = readConfigParam(config, 7)
  if (!wanted) return NO_CURRENCIES
  const missing = [...wanted.entries()].flatMap(({ key, value }) => {
    const there = globalBalance.other?.get(key.readUInt32BE(0)) ?? 0n
    return value > there ? [{ key, value: value - there }] : []
  })
  if (missing.length === 0) return NO_CURRENCIES
  const other = storeHashmapE(HashmapE.from(EXTRA_CURRENCIES, missing))
  return loadCurrencies(beginCell().storeCoins(0).store(other).asSlice())
}

function payOut(collation: Collation, value: CurrencyCollection, to: Buffer | undefined): Cell | undefined {
  if (value.coins === 0n && !value.other?.size) return undefined
  if (!to) throw new TlbError('ConfigParams', 'no receiver of recovered and minted coins is configured')
  return collation.deliverSpecial(to, value)
}

function runTickTock(
  collation: Collation,
  { configAddr, config }: ConfigParams,
  which: 'tick' | 'tock',
): void {
  const lt = collation.endLt
  const fundamental = readConfigParam(config, 31) ?? new HashmapE(FUNDAMENTAL_ACCOUNTS)
  // The configuration contract is special even where parameter 31 doesn't say so.
  for (const accountId of fundamental.set(configAddr, true).keys()) {
    const state = openAccount(collation.account(accountId).account)?.storage.state
    const special = state?.type === 'active' ? state.init.special : undefined
    if (special?.[which]) collation.tickTock(accountId, which === 'tock', lt)
  }
}

type Times = { readonly now: number; readonly before: number }

/** Whether a new session of validators begins with the block after this one. */
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
        // Of the next validators, but as if of session 0: so the reference has it.
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
