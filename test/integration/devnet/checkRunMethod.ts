import { type Address, beginCell, Cell, CellType } from '@ton/core'
import { accountPrefix } from '#shared/ton/shard.ts'
import { shardBlockId } from '../../../src-main/chain/block/shardHashes.ts'
import type { BlockIdExt } from '../../../src-main/chain/blockId.ts'
import { withRefs } from '../../../src-main/chain/merkle/merkleCells.ts'
import { openAccount } from '../../../src-main/chain/state/account.ts'
import { openShardAccounts } from '../../../src-main/chain/state/shardAccounts.ts'
import type { RunMethodResult } from '../../../src-main/liteserver/tl/accounts.ts'
import { openProof, openProofPair } from '../../../src-main/liteserver/verify/proving.ts'
import { verifyShardOf } from '../../../src-main/liteserver/verify/shards.ts'
import { provedState } from '../../../src-main/liteserver/verify/state.ts'

/** What the proofs of an answer of runSmcMethod with mode bits 0 and 1 prove: code and data as far as they were read. */
export type ProvedRun = {
  readonly utime: number
  readonly lt: bigint
  readonly balance: bigint
  readonly duePayment: bigint
  readonly code: Cell
  readonly data: Cell
}

/** From a trusted masterchain block to the account that the method ran on. Throws ProofError. */
export function proveRun(block: BlockIdExt, account: Address, answer: RunMethodResult): ProvedRun {
  const { shardProof, proof, stateProof } = answer
  if (!shardProof || !proof || !stateProof) throw new Error('the answer has no proofs')
  let shardBlock = block
  if (account.workChain !== -1) {
    const place = { workchain: account.workChain, prefix: accountPrefix(account.hash) }
    const { entry } = verifyShardOf(block, place, shardProof)
    if (!entry) throw new Error('there is no such shard')
    shardBlock = shardBlockId(entry)
  }
  if (!shardBlock.rootHash.equals(answer.shardblk.rootHash)) throw new Error('another shard block')
  const [blockRoot, stateRoot] = openProofPair(proof)
  const state = provedState(shardBlock, blockRoot, stateRoot)
  const entry = openShardAccounts(state.accounts).get(account.hash)
  const root = openProof(stateProof)
  if (!entry?.account.hash(0).equals(root.hash(0))) throw new Error('the proof is over another account')
  const opened = openAccount(root)
  if (opened?.storage.state.type !== 'active') throw new Error('the account is not active')
  const { code, data } = opened.storage.state.init
  return {
    utime: state.genUtime,
    lt: state.genLt,
    balance: opened.storage.balance.coins,
    duePayment: opened.storageStat.duePayment ?? 0n,
    code: runnable(code ?? Cell.EMPTY),
    data: runnable(data ?? Cell.EMPTY),
  }
}

/** Replaces pruned cells by references to unknown libraries: loading one fails. */
function runnable(cell: Cell): Cell {
  if (cell.type === CellType.PrunedBranch) {
    return beginCell().storeUint(2, 8).storeBuffer(cell.hash(0)).endCell({ exotic: true })
  }
  return withRefs(cell, cell.refs.map(runnable))
}
