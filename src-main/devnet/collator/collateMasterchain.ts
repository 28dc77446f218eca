import { beginCell, type Cell, type CurrencyCollection } from '@ton/core'
import { SHARD_FEES, shardFeesKey } from '../../chain/block/shardFees.ts'
import type { ShardEntry } from '../../chain/block/shardHashes.ts'
import { burnedFees } from '../../chain/config/burningConfig.ts'
import { readConfigParam } from '../../chain/config/configCodecs.ts'
import type { ConfigParams } from '../../chain/config/configParams.ts'
import { FUNDAMENTAL_ACCOUNTS } from '../../chain/config/fundamentalAccounts.ts'
import { HashmapE, storeHashmapE } from '../../chain/hashmap/hashmap.ts'
import { HashmapAugE } from '../../chain/hashmap/hashmapAug.ts'
import { signersOf } from '../../chain/proof/signers.ts'
import { openAccount } from '../../chain/state/account.ts'
import {
  addCurrencies,
  EXTRA_CURRENCIES,
  loadCurrencies,
  NO_CURRENCIES,
} from '../../chain/state/currencies.ts'
import { TlbError } from '../../chain/tlb.ts'
import type { Burning, Income } from './balance.ts'
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
import { startLtAfter } from './logicalTime.ts'
import { masterchainParts } from './masterchainParts.ts'
import { deliveredMessages } from './neighbours.ts'
import { changedConfig, isImportantChange } from './newConfig.ts'
import { neighbourOf, type OpenedMasterchain, type OpenedState } from './openedState.ts'
import { sealBlock } from './sealBlock.ts'
import { baseAfter, type Tip } from './shardBase.ts'

/** A shard as the new masterchain block commits to it. */
export type ShardTip = {
  /** The shard's description from its block (shardDescr.ts); without a new block that of the masterchain. */
  readonly entry: ShardEntry
  readonly state: OpenedState
  /** Whether no earlier masterchain block has committed to this shard block. */
  readonly isNew: boolean
}

export type MasterchainCollationInput = CollationInput & {
  readonly prev: Tip<OpenedMasterchain>
  /** All shards of all workchains, from left to right. */
  readonly shards: readonly ShardTip[]
}

/** Collates the next block of the masterchain. */
export function collateMasterchain(input: MasterchainCollationInput): CollatedBlock {
  const { prev, shards } = input
  const { ident, state, extra, extraDetails } = prev.state
  const { config } = extra.config
  const seqno = state.seqno + 1
  const books = booksOf(input)
  const collation = openCollation(input, books.burning.config?.blackholeAddr)
  const delivered = deliverMessages(collation, input, books)

  const configAccount = collation.account(extra.config.configAddr).account
  const nextConfig = changedConfig(configAccount, config) ?? config
  const isKeyBlock = isImportantChange(config, nextConfig)
  const { isInboundEmpty } = delivered
  const claims = claimsAfter(
    collation,
    prev.state.claims,
    seqno,
    isInboundEmpty ? prev.ref.endLt - 1n : undefined,
  )
  const { ccSeqno, hashShort } = signersOf(config, ident, extraDetails.validatorInfo.catchainSeqno)
  const sealed = sealBlock(
    collation,
    {
      globalId: readConfigParam(nextConfig, 19) ?? state.globalId,
      base: baseAfter(prev),
      validators: { ccSeqno, hashShort },
      minRefMcSeqno: Math.min(
        seqno,
        ...claims.map(({ mcSeqno }) => mcSeqno),
        ...shards.map(({ entry }) => entry.descr.minRefMcSeqno),
      ),
      prevKeyBlockSeqno: lastKeyBlockSeqno(prev),
      masterRef: undefined,
      createdBy: input.createdBy,
      genSoftware: input.genSoftware,
      claims,
      beforeSplit: false,
      intent: undefined,
    },
    books.income,
    masterchainParts(collation, input, { ...books, ...delivered, nextConfig, isKeyBlock }),
  )
  return { ...sealed, externals: delivered.externals }
}

function openCollation(
  { prev, shards, executor, utime, randSeed, prevBlocks }: MasterchainCollationInput,
  blackhole: Buffer | undefined,
): Collation {
  const { ident, state, details, extra, accounts, queue, queueSize } = prev.state
  const { config } = extra.config
  return new Collation({
    shard: ident,
    startLt: startLtAfter([state.genLt, ...shards.map(({ entry }) => entry.descr.endLt)]),
    executor,
    environment: { config, libraries: details.libraries.root, utime, randSeed, prevBlocks },
    limits: requireLimits(readConfigParam(config, 22)),
    transitFrac: transitFracOf(readConfigParam(config, 24)),
    accounts,
    queue,
    queueSize,
    blackhole,
  })
}

/** The fees and coins of a masterchain block that do not come from its transactions. */
type Books = {
  readonly shardFees: ReturnType<typeof newShardFees>
  readonly income: Income
  readonly burning: Burning
}

function booksOf({ prev, shards }: MasterchainCollationInput): Books {
  const { details, extra } = prev.state
  const { config } = extra.config
  const shardFees = newShardFees(shards)
  const { fees: feesImported, create } = shardFees.extra
  const burningConfig = readConfigParam(config, 5)
  const burned = burnedFees(burningConfig, feesImported.coins - create.coins)
  const created = { coins: readConfigParam(config, 14)?.masterchainBlockFee ?? 0n }
  return {
    shardFees,
    income: {
      created,
      minted: toMint(config, extra.globalBalance),
      recovered: [details.totalValidatorFees, created, feesImported, { coins: -burned }].reduce(
        addCurrencies,
      ),
      feesImported,
    },
    burning: { config: burningConfig, imported: burned },
  }
}

type Delivered = {
  readonly recoverCreateMsg: Cell | undefined
  readonly mintMsg: Cell | undefined
  /** Whether all inbound messages were imported. */
  readonly isInboundEmpty: boolean
  readonly externals: CollatedBlock['externals']
}

/** Runs all transactions of the block, in the order of the reference. */
function deliverMessages(
  collation: Collation,
  { prev, shards, shardEndLt, externals }: MasterchainCollationInput,
  { income }: Books,
): Delivered {
  const { config } = prev.state.extra
  const param = <Index extends 0 | 1 | 2 | 3>(index: Index) => readConfigParam(config.config, index)
  const others = shards.map((shard) => neighbourOf(shard.state))
  for (const message of deliveredMessages(collation.queue, others, shardEndLt)) collation.dequeue(message)
  runTickTock(collation, config, 'tick')
  const recoverCreateMsg = payOut(collation, income.recovered, param(3) ?? param(1))
  const mintMsg = payOut(collation, income.minted, param(2) ?? param(0))
  const neighbours = [neighbourOf(prev.state), ...others]
  const isInboundEmpty = importInbound(collation, neighbours, prev.state.claims, shardEndLt)
  const imported = importExternals(collation, externals)
  collation.deliverNew()
  runTickTock(collation, config, 'tock')
  collation.enqueueNew()
  return { recoverCreateMsg, mintMsg, isInboundEmpty, externals: imported }
}

/** Returns fees and new coins of the shard blocks to which this block commits for the first time. */
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

/** Returns the amounts of parameter 7 that do not exist yet. */
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
  // The configuration contract is special even if parameter 31 does not name it.
  for (const accountId of fundamental.set(configAddr, true).keys()) {
    const state = openAccount(collation.account(accountId).account)?.storage.state
    const special = state?.type === 'active' ? state.init.special : undefined
    if (special?.[which]) collation.tickTock(accountId, which === 'tock', lt)
  }
}
