import { hash } from 'node:crypto'
import { type Builder, beginCell, type Cell, type CurrencyCollection } from '@ton/core'
import type { AccountBlock } from '../../chain/block/accountBlock.ts'
import { ACCOUNT_TRANSACTIONS } from '../../chain/block/accountBlock.ts'
import { storeBlock } from '../../chain/block/block.ts'
import { storeBlockExtra } from '../../chain/block/blockExtra.ts'
import type { ExtBlkRef } from '../../chain/block/extBlkRef.ts'
import type { GlobalVersion } from '../../chain/block/globalVersion.ts'
import { inMsgDescrCodec } from '../../chain/block/inMsgDescr.ts'
import { outMsgDescrCodec } from '../../chain/block/outMsgDescr.ts'
import { SHARD_ACCOUNT_BLOCKS } from '../../chain/block/shardAccountBlocks.ts'
import type { ValueFlow } from '../../chain/block/valueFlow.ts'
import type { BlockIdExt } from '../../chain/blockId.ts'
import { FILE_BOC, serializeBoc } from '../../chain/cells/serializeBoc.ts'
import { type BurningConfig, burnedFees } from '../../chain/config/burningConfig.ts'
import { finishCell } from '../../chain/hashmap/finishCell.ts'
import type { HashmapE } from '../../chain/hashmap/hashmap.ts'
import { HashmapAugE, storeHashmapAugE } from '../../chain/hashmap/hashmapAug.ts'
import { keyOfUint } from '../../chain/hashmap/key.ts'
import { buildMerkleUpdate } from '../../chain/merkle/merkleUpdate.ts'
import {
  addCurrencies,
  NO_CURRENCIES,
  sameCurrencies,
  subtractCurrencies,
} from '../../chain/state/currencies.ts'
import { DISPATCH_QUEUE } from '../../chain/state/dispatchQueue.ts'
import type { LibDescr } from '../../chain/state/libDescr.ts'
import { storeOutMsgQueueInfo } from '../../chain/state/outMsgQueueInfo.ts'
import type { ShardAccounts } from '../../chain/state/shardAccounts.ts'
import { storeShardStateDetails, storeShardStateUnsplit } from '../../chain/state/shardState.ts'
import type { Collation } from './collation.ts'
import { loadHistoryAfter, type ResizeIntent, resizeIntentOf } from './loadHistory.ts'
import { type Claim, processedInfoOf } from './processed.ts'
import { type BlockBase, lastSeqno } from './shardBase.ts'

/** All of a header and of a state that isn't the outcome of transactions. */
export type BlockFrame = {
  readonly globalId: number
  readonly base: BlockBase
  readonly validators: { readonly hashShort: number; readonly ccSeqno: number }
  readonly minRefMcSeqno: number
  readonly prevKeyBlockSeqno: number
  /** Undefined in the masterchain. */
  readonly masterRef: ExtBlkRef | undefined
  readonly createdBy: Buffer
  readonly genSoftware: GlobalVersion
  readonly claims: readonly Claim[]
  /** Whether the shard's next blocks are those of its halves. */
  readonly beforeSplit: boolean
  /** Undefined: what the load history suggests. */
  readonly intent: ResizeIntent | undefined
}

/** What comes into a block's books from outside: all zero but `created` for a shard. */
export type Income = Pick<ValueFlow, 'created' | 'minted' | 'recovered' | 'feesImported'>

/** What a masterchain block burns of fees (parameter 5); coins only. */
export type Burning = {
  readonly config: BurningConfig | undefined
  /** Nanoton burned of the fees that shard blocks collected. */
  readonly imported: bigint
}

/** What a masterchain block has beyond a shard's. */
export type MasterchainParts = {
  /** McBlockExtra. */
  readonly blockExtra: Cell
  /** McStateExtra of a block that burns so many nanoton. */
  readonly stateExtra: (burned: bigint) => Cell
  readonly isKeyBlock: boolean
  readonly burning: Burning
  readonly libraries: HashmapE<LibDescr>
}

/** A finished block: its file (whose SHA-256 is the file hash) and the state after it. */
export type SealedBlock = {
  readonly id: BlockIdExt
  readonly root: Cell
  readonly data: Buffer
  readonly state: Cell
  readonly endLt: bigint
  readonly valueFlow: ValueFlow
}

/** The books of a block don't balance: a mistake in the collator. */
class ValueFlowError extends Error {
  readonly valueFlow: ValueFlow

  constructor(valueFlow: ValueFlow) {
    super('the value flow of a new block does not balance')
    this.name = 'ValueFlowError'
    this.valueFlow = valueFlow
  }
}

/**
 * Makes the block and the state after it of a collation to which nothing more is added.
 * @throws ValueFlowError
 */
export function sealBlock(
  collation: Collation,
  frame: BlockFrame,
  income: Income,
  masterchain: MasterchainParts | undefined,
): SealedBlock {
  const { shard, startLt, environment } = collation.start
  const { base, beforeSplit } = frame
  const seqno = lastSeqno(base) + 1
  const accountBlocks = HashmapAugE.from(SHARD_ACCOUNT_BLOCKS, accountBlockEntries(collation))
  const inMsgDescr = HashmapAugE.from(
    inMsgDescrCodec(frame.genSoftware.version),
    sorted(collation.inMessages),
  )
  const outMsgDescr = HashmapAugE.from(
    outMsgDescrCodec(frame.genSoftware.version),
    sorted(collation.outMessages),
  )
  const accounts = accountsAfter(collation)

  const ownFees = addCurrencies(accountBlocks.extra, { coins: inMsgDescr.extra.feesCollected })
  const burning = masterchain?.burning
  const burnedOfFees = burnedFees(burning?.config, ownFees.coins) + (burning?.imported ?? 0n)
  const burned = burnedOfFees + collation.sentToBlackhole
  const valueFlow: ValueFlow = {
    fromPrevBlk: base.details.totalBalance,
    toNextBlk: accounts.extra.balance,
    imported: inMsgDescr.extra.valueImported,
    exported: outMsgDescr.extra,
    feesCollected: [ownFees, income.feesImported, income.created, { coins: -burnedOfFees }].reduce(
      addCurrencies,
    ),
    // The reference writes the form without this field where nothing is burned.
    burned: burned > 0n ? { coins: burned } : undefined,
    ...income,
  }
  if (!isBalanced(valueFlow)) throw new ValueFlowError(valueFlow)
  const fees = addCurrencies(base.details.totalValidatorFees, valueFlow.feesCollected)
  const totalValidatorFees = subtractCurrencies(fees, valueFlow.recovered)
  if (!totalValidatorFees) throw new ValueFlowError(valueFlow)

  const history = loadHistoryAfter(base.details, collation.load.classify(), collation.queueSize)
  const intent = frame.intent ?? resizeIntentOf(history)
  const state = cellOf(
    storeShardStateUnsplit({
      globalId: frame.globalId,
      shardIdent: shard,
      seqno,
      vertSeqno: 0,
      genUtime: environment.utime,
      genLt: collation.endLt,
      minRefMcSeqno: frame.minRefMcSeqno,
      outMsgQueueInfo: cellOf(
        storeOutMsgQueueInfo({
          outQueue: collation.queue,
          procInfo: processedInfoOf(frame.claims),
          extra: { dispatchQueue: HashmapAugE.empty(DISPATCH_QUEUE), outQueueSize: collation.queueSize },
          ihrPending: undefined,
        }),
      ),
      beforeSplit,
      accounts: cellOf(storeHashmapAugE(accounts)),
      details: cellOf(
        storeShardStateDetails({
          ...history,
          totalBalance: accounts.extra.balance,
          totalValidatorFees,
          libraries: masterchain?.libraries ?? base.details.libraries,
          masterRef: frame.masterRef,
        }),
      ),
      custom: masterchain?.stateExtra(burned),
    }),
  )
  const root = cellOf(
    storeBlock({
      globalId: frame.globalId,
      info: {
        version: 0,
        beforeSplit,
        afterSplit: base.isAfterSplit,
        wantSplit: intent === 'split',
        wantMerge: intent === 'merge',
        keyBlock: masterchain?.isKeyBlock ?? false,
        seqno,
        vertSeqno: 0,
        shard,
        genUtime: environment.utime,
        startLt,
        endLt: collation.endLt,
        genValidatorListHashShort: frame.validators.hashShort,
        genCatchainSeqno: frame.validators.ccSeqno,
        minRefMcSeqno: frame.minRefMcSeqno,
        prevKeyBlockSeqno: frame.prevKeyBlockSeqno,
        genSoftware: frame.genSoftware,
        masterRef: frame.masterRef,
        prevRef: base.prev,
        prevVertRef: undefined,
      },
      valueFlow,
      stateUpdate: buildMerkleUpdate(base.root, state, { shown: masterchain ? readOfMaster(base.root) : [] }),
      extra: cellOf(
        storeBlockExtra({
          inMsgDescr: cellOf(storeHashmapAugE(inMsgDescr)),
          outMsgDescr: cellOf(storeHashmapAugE(outMsgDescr)),
          accountBlocks: cellOf(storeHashmapAugE(accountBlocks)),
          randSeed: environment.randSeed,
          createdBy: frame.createdBy,
          custom: masterchain?.blockExtra,
        }),
      ),
    }),
  )
  const data = serializeBoc(root, FILE_BOC)
  const id: BlockIdExt = {
    workchain: shard.workchain,
    shard: shard.shard,
    seqno,
    rootHash: root.hash(),
    fileHash: hash('sha256', data, 'buffer'),
  }
  return { id, root, data, state, endLt: collation.endLt, valueFlow }
}

/** Whether all that comes into a block is all that leaves it or stays, in every currency. */
export function isBalanced(flow: ValueFlow): boolean {
  const sum = (amounts: readonly CurrencyCollection[]) => amounts.reduce(addCurrencies, NO_CURRENCIES)
  const into = [flow.fromPrevBlk, flow.imported, flow.feesImported, flow.created, flow.minted, flow.recovered]
  const out = [flow.toNextBlk, flow.exported, flow.feesCollected, flow.burned ?? NO_CURRENCIES]
  return sameCurrencies(sum(into), sum(out))
}

function accountsAfter(collation: Collation): ShardAccounts {
  let { accounts } = collation.start
  for (const { accountId, now } of collation.touched) {
    // account_none$0: the account is gone (or never came to be).
    const exists = now.account.bits.at(0)
    accounts = exists ? accounts.set(accountId, now) : accounts.delete(accountId)
  }
  return accounts
}

function accountBlockEntries(collation: Collation): { readonly key: Buffer; readonly value: AccountBlock }[] {
  const entries = [...collation.touched].map(({ accountId, before, now, transactions }) => ({
    key: accountId,
    value: {
      accountAddr: accountId,
      transactions: HashmapAugE.from(
        ACCOUNT_TRANSACTIONS,
        transactions.map(({ lt, cell }) => ({ key: keyOfUint(lt, 64), value: cell })),
      ),
      stateUpdate: { oldHash: before.hash(), newHash: now.account.hash() },
    },
  }))
  return entries.toSorted((a, b) => a.key.compare(b.key))
}

function sorted<T>(descr: ReadonlyMap<string, { readonly hash: Buffer; readonly value: T }>) {
  return [...descr.values()]
    .toSorted((a, b) => a.hash.compare(b.hash))
    .map(({ hash: key, value }) => ({ key, value }))
}

function cellOf(write: (builder: Builder) => void): Cell {
  return finishCell(beginCell().store(write))
}

/**
 * The cells that make a masterchain state more than a shard's: the root, McStateExtra and its cell with `flags`. A
 * validator of the reference node has read them, so its update shows them on the old side, and clients parse them.
 */
function readOfMaster(root: Cell): readonly Cell[] {
  const extra = root.refs[3]
  if (!extra) throw new Error('a masterchain state has no McStateExtra')
  // masterchain_state_extra#cc26 shard_hashes:(HashmapE 32 ^(BinTree ShardDescr)) config:ConfigParams ^[flags …]
  const hasShards = extra.beginParse().skip(16).loadBit()
  const flags = extra.refs[hasShards ? 2 : 1]
  return flags ? [root, extra, flags] : [root, extra]
}
