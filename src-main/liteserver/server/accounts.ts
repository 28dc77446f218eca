import type { Cell } from '@ton/core'
import { accountPrefix, shardContainsPrefix } from '#shared/ton/shard.ts'
import type { StoredBlock } from '../../chain/archive/chainStore.ts'
import { MASTERCHAIN } from '../../chain/blockId.ts'
import { serializeBoc } from '../../chain/cells/serializeBoc.ts'
import { openShardAccounts } from '../../chain/state/shardAccounts.ts'
import type { ShardStateUnsplit } from '../../chain/state/shardState.ts'
import type { TlRequest, TlResponse } from '../tl/function.ts'
import type { LiteApi } from '../tl/liteApi.ts'
import { readAccountCells } from './accountCells.ts'
import { isFullId, NO_BLOCK, requireLoadableBlock, requireReferenceBlock } from './blockAccess.ts'
import type { LiteContext } from './liteContext.ts'
import { liteError } from './liteErrors.ts'
import { proveStateRoot, readState } from './proofReaders.ts'
import { ProofRecorder } from './proofRecorder.ts'
import { proveShard } from './shards.ts'

type Request = TlRequest<LiteApi['getAccountState']>
type Answer = TlResponse<LiteApi['getAccountState']>

/**
 * The seqno (-1) that requests the newest masterchain block. Root hash and file hash of such an id are
 * ignored.
 */
const NEWEST = -1

/** Answers `liteServer.getAccountState`. */
export function getAccountState(context: LiteContext, request: Request): Promise<Answer> {
  return accountAnswer(context, request, (account) => account)
}

/**
 * Answers `liteServer.getAccountStatePrunned`: the account is itself a proof without code, data and
 * libraries.
 */
export function getAccountStatePrunned(context: LiteContext, request: Request): Promise<Answer> {
  return accountAnswer(context, request, (account) => {
    const recorder = new ProofRecorder()
    readAccountCells(recorder, account)
    return recorder.proveLoaded(account)
  })
}

async function accountAnswer(
  context: LiteContext,
  { id, account }: Request,
  present: (account: Cell) => Cell,
): Promise<Answer> {
  const { block, shard, proof, cell } = await proveAccount(context, { id, account })
  return {
    id: block.id,
    shardblk: shard?.block.id ?? NO_BLOCK,
    shardProof: proof.shard,
    proof: proof.account,
    state: cell ? serializeBoc(present(cell)) : Buffer.alloc(0),
  }
}

/** The position of an account, and the proofs of it. */
export type ProvedAccount = {
  /** The reference block. */
  readonly block: StoredBlock
  /** The account's shard; undefined if the workchain does not exist. */
  readonly shard: { readonly block: StoredBlock; readonly state: ShardStateUnsplit } | undefined
  readonly proof: { readonly shard: Buffer; readonly account: Buffer }
  /** The account itself, if it exists. */
  readonly cell: Cell | undefined
}

/** Finds an account after a reference block and builds the proofs that getAccountState returns. */
export async function proveAccount(
  context: LiteContext,
  { id, account }: Pick<Request, 'id' | 'account'>,
): Promise<ProvedAccount> {
  const prefix = accountPrefix(account.id)
  const block = requireAccountReference(context, { id, account }, prefix)
  const shard = await findAccountShard(context, block, account.workchain, prefix)
  if (!shard.block) {
    const proof = { shard: shard.proof, account: Buffer.alloc(0) }
    return { block, shard: undefined, proof, cell: undefined }
  }
  const stateRoot = await context.store.state(shard.block)
  const recorder = new ProofRecorder()
  const { state } = readState(recorder, stateRoot)
  const entry = openShardAccounts(state.accounts, recorder.record).get(account.id)
  // An account of one cell is kept in the proof: the answer contains that cell anyway.
  if (entry?.account.refs.length === 0) recorder.record(entry.account)
  const proofs = [proveStateRoot(context, shard.block, stateRoot), recorder.proveState(stateRoot)]
  return {
    block,
    shard: { block: shard.block, state },
    proof: { shard: shard.proof, account: serializeBoc(proofs) },
    cell: entry?.account,
  }
}

/** Returns the block after which the account is wanted: of the masterchain, or of the account's own shard. */
function requireAccountReference(
  context: LiteContext,
  { id, account }: Request,
  prefix: bigint,
): StoredBlock {
  if (id.workchain !== MASTERCHAIN && id.workchain !== account.workchain) {
    throw liteError('reference block for a getAccountState() must belong to the masterchain')
  }
  if (account.workchain === id.workchain && !shardContainsPrefix(id.shard, prefix)) {
    throw liteError('requested account id is not contained in the shard of the reference block')
  }
  if (id.workchain === MASTERCHAIN) {
    const newest = id.seqno === NEWEST ? context.store.head() : id
    return requireReferenceBlock(context, newest)
  }
  if (!isFullId(id)) throw liteError('invalid block id requested')
  return requireLoadableBlock(context, id)
}

type AccountShard = { readonly proof: Buffer; readonly block: StoredBlock | undefined }

async function findAccountShard(
  context: LiteContext,
  block: StoredBlock,
  workchain: number,
  prefix: bigint,
): Promise<AccountShard> {
  if (block.id.workchain === workchain) return { proof: Buffer.alloc(0), block }
  const known = context.proofs?.findShard(block, workchain, prefix)
  if (known) return { proof: known.boc, block: requireLoadableBlock(context, known.id) }
  const stateRoot = await context.store.state(block)
  // The smallest shard that can contain the account.
  const { proof, shard } = proveShard(stateRoot, workchain, prefix | 1n, false)
  const boc = serializeBoc([proveStateRoot(context, block, stateRoot), proof])
  if (!shard) return { proof: boc, block: undefined }
  const found = requireLoadableBlock(context, shard.id)
  context.proofs?.keepShard(block, { id: shard.id, boc })
  return { proof: boc, block: found }
}
