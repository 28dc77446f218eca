import { loadBlockInfo } from '../../chain/block/blockInfo.ts'
import { type BlockIdExt, formatBlockId } from '../../chain/blockId.ts'
import { type CellBag, openBag } from '../../chain/cells/cellBag.ts'
import { guardTlb, parseCell, TlbError } from '../../chain/tlb.ts'
import type { ParsedAccountState, ParsedBlock, ParsedTransaction } from '../../store/parsedBlock.ts'
import { type BagSlice, openBagCell, skipCurrencies, walkLeaves } from './bagSlice.ts'
import { parsedHeader } from './parsedHeader.ts'
import { type BlockContext, readTransaction } from './readTransaction.ts'
import { accountsOf, readAccountStates } from './shardAccounts.ts'

const BLOCK = 0x11ef55aa
const BLOCK_EXTRA = 0x4a33f6fd
const ACCOUNT_BLOCK = 5
const ACCOUNT_BITS = 256
const LT_BITS = 64
/** Reference of a Merkle update to the pruned new state. */
const NEW_STATE_REF = 1

/**
 * Parses a block's file for the index. Reads only those parts of the file that become rows.
 * @param file a whole block whose SHA-256 equals `id.fileHash`
 * @throws TlbError, FlatBocError
 */
export function parseBlock(id: BlockIdExt, file: Uint8Array): Omit<ParsedBlock, 'archived'> {
  return guardTlb('Block', () => {
    const bag = openBag(file, true)
    const block = openBagCell(bag, bag.root, 'Block')
    if (block.bits.loadUint(32) !== BLOCK) throw new TlbError('Block', 'unknown constructor')
    const globalId = block.bits.loadInt(32)
    const info = parseCell(bag.cell(block.loadRef()), 'BlockInfo', loadBlockInfo)
    const { workchain, shard } = info.shard
    if (workchain !== id.workchain || shard !== id.shard || info.seqno !== id.seqno) {
      throw new TlbError('Block', `it is ${formatBlockId({ ...info.shard, seqno: info.seqno })}`)
    }
    // The value flow.
    block.loadRef()
    const stateUpdate = block.loadRef()
    const extra = readExtra(openBagCell(bag, block.loadRef(), 'BlockExtra'))
    const place = { workchain, globalVersion: info.genSoftware?.version ?? 0 }
    const byAccount = readAccountBlocks(bag, extra.accountBlocks, place)
    return {
      id,
      header: parsedHeader({ globalId }, info, extra),
      transactions: byAccount.flat().sort(byLtAndAccount),
      states: readStates(bag, stateUpdate, byAccount),
    }
  })
}

type Extra = { readonly accountBlocks: number; readonly randSeed: Buffer; readonly createdBy: Buffer }

/** block_extra in_msg_descr:^… out_msg_descr:^… account_blocks:^… rand_seed:bits256 created_by:bits256 custom:(Maybe ^…) */
function readExtra(slice: BagSlice): Extra {
  if (slice.bits.loadUint(32) !== BLOCK_EXTRA) throw new TlbError('BlockExtra', 'unknown constructor')
  slice.loadRef()
  slice.loadRef()
  return {
    accountBlocks: slice.loadRef(),
    randSeed: slice.bits.loadBuffer(32),
    createdBy: slice.bits.loadBuffer(32),
  }
}

/** Reads every account's transactions by lt; accounts are ascending (ShardAccountBlocks, AccountBlock). */
function readAccountBlocks(bag: CellBag, cell: number, place: BlockContext): ParsedTransaction[][] {
  const accounts: ParsedTransaction[][] = []
  const root = openBagCell(bag, cell, 'ShardAccountBlocks').loadMaybeRef()
  if (root === undefined) return accounts
  walkLeaves(openBagCell(bag, root, 'ShardAccountBlocks'), ACCOUNT_BITS, (account) => {
    skipCurrencies(account)
    if (account.bits.loadUint(4) !== ACCOUNT_BLOCK) throw new TlbError('AccountBlock', 'unknown constructor')
    account.bits.skip(ACCOUNT_BITS)
    const transactions: ParsedTransaction[] = []
    walkLeaves(account, LT_BITS, (leaf) => {
      skipCurrencies(leaf)
      transactions.push(readTransaction(bag, leaf.loadRef(), place))
    })
    accounts.push(transactions)
  })
  return accounts
}

function byLtAndAccount(a: ParsedTransaction, b: ParsedTransaction): number {
  return a.lt === b.lt ? a.account.compare(b.account) : a.lt < b.lt ? -1 : 1
}

function readStates(
  bag: CellBag,
  stateUpdate: number,
  byAccount: readonly ParsedTransaction[][],
): ParsedAccountState[] {
  const last = byAccount
    .map((transactions) => transactions.at(-1) as ParsedTransaction)
    .filter(({ endStatus }) => endStatus !== 'nonexist')
  if (last.length === 0) return []
  const state = bag.ref(stateUpdate, NEW_STATE_REF)
  const states = readAccountStates(
    accountsOf(bag, state),
    last.map(({ account }) => account),
  )
  // This also proves that the path led to the right account.
  for (const [i, { hash, account }] of states.entries()) {
    if (!hash.equals((last[i] as ParsedTransaction).stateAfter)) {
      throw new TlbError(
        'ShardAccounts',
        `another state of ${account.toString('hex')} than after its transaction`,
      )
    }
  }
  return states
}
