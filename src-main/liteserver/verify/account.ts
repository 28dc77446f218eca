import type { Cell } from '@ton/core'
import { accountPrefix, shardContainsPrefix } from '#shared/ton/shard.ts'
import { shardBlockId } from '../../chain/block/shardHashes.ts'
import { type BlockIdExt, MASTERCHAIN } from '../../chain/blockId.ts'
import { parseBocRoot } from '../../chain/cells/parseBoc.ts'
import { openShardAccounts, type ShardAccount } from '../../chain/state/shardAccounts.ts'
import type { ShardStateUnsplit } from '../../chain/state/shardState.ts'
import type { AccountAnswer } from '../session.ts'
import type { AccountId, AccountState } from '../tl/accounts.ts'
import { expectAnswerTo } from './header.ts'
import { expect, openProofPair, openSecondProof, proving, whole } from './proving.ts'
import { expectShardBlock, verifyShardOf } from './shards.ts'
import { provedState, stateOfHash } from './state.ts'

/** Name of the check in errors. */
export const CHECK = 'account'
const NO_HASH = Buffer.alloc(32)

/** An account, and the masterchain block after which its state is wanted. */
export type AccountRequest = { readonly id: BlockIdExt; readonly account: AccountId }

/** Previously proved facts that make parts of an answer's proof redundant. */
export type AccountTrust = {
  /**
   * The account's shard block according to masterchain block `request.id`, if it is already proved. The answer's own
   * proof of it is then not read.
   */
  readonly shardBlock?: BlockIdExt | undefined
  /** Proved hashes of states after shard blocks. A header that proves one again is not read. */
  readonly states?: StateHashes | undefined
  /** Returns a known cell by its hash. If the account's is known, the answer's copy is not read. */
  readonly findCell?: ((hash: Buffer) => Cell | undefined) | undefined
}

/** A cache of proved state hashes. */
export type StateHashes = {
  find(shardBlock: BlockIdExt): Buffer | undefined
  /** Called with each newly proved hash. */
  note(shardBlock: BlockIdExt, hash: Buffer): void
}

/**
 * Verifies liteServer.getAccountState at a trusted masterchain block: from there to the shard block, its
 * state, and the account's entry in it, or the absence of the entry.
 * @throws ProofError
 */
export function verifyAccountState(
  request: AccountRequest,
  answer: AccountState,
  trust: AccountTrust = {},
): AccountAnswer {
  return proving(CHECK, () =>
    verifyAccount(request, answer, trust, (entry) => {
      const known = trust.findCell?.(entry.account.hash(0))
      if (known) return known
      const account = whole(parseBocRoot(answer.state), CHECK)
      expect(account.hash().equals(entry.account.hash(0)), CHECK, 'the state is not that of the account')
      return account
    }),
  )
}

/**
 * Verifies an answer whose account `readState` reads.
 * @throws ProofError
 */
export function verifyAccount(
  request: AccountRequest,
  answer: AccountState,
  trust: AccountTrust,
  readState: (entry: ShardAccount) => Cell,
): AccountAnswer {
  expectAnswerTo(request.id, answer.id, CHECK)
  const { account } = request
  const prefix = accountPrefix(account.id)
  const shard = provedShardBlock(request, answer, trust)
  if (!shard.block) {
    // No such workchain: the masterchain's state proves that the account does not exist.
    const isEmpty = answer.proof.length === 0 && answer.state.length === 0
    expect(isEmpty, CHECK, 'a state for an account of a workchain that does not exist')
    return missingAccount(request.id, request.id, shard.genUtime)
  }
  expect(shardContainsPrefix(shard.block.shard, prefix), CHECK, 'another shard has it')
  const state = provedAccountState(shard.block, answer.proof, trust.states)
  const entry = openShardAccounts(state.accounts).get(account.id)
  if (!entry) {
    expect(answer.state.length === 0, CHECK, 'a state for an account that does not exist')
    return missingAccount(request.id, shard.block, state.genUtime)
  }
  const cell = readState(entry)
  return {
    block: request.id,
    shardBlock: shard.block,
    shardUtime: state.genUtime,
    account: existsIn(cell) ? cell : undefined,
    lastTransLt: entry.lastTransLt,
    lastTransHash: entry.lastTransHash,
  }
}

type ShardOfAccount =
  | { readonly block: BlockIdExt }
  | { readonly block: undefined; readonly genUtime: number }

function provedShardBlock(
  { id, account }: AccountRequest,
  { shardblk, shardProof }: AccountState,
  trust: AccountTrust,
): ShardOfAccount {
  const known = account.workchain === MASTERCHAIN ? id : trust.shardBlock
  if (known) {
    expectShardBlock(shardblk, known)
    return { block: known }
  }
  const place = { workchain: account.workchain, prefix: accountPrefix(account.id) }
  const { entry, genUtime } = verifyShardOf(id, place, shardProof)
  if (!entry) return { block: undefined, genUtime }
  const block = shardBlockId(entry)
  expectShardBlock(shardblk, block)
  return { block }
}

/** Returns the answer for an account that is proved not to exist. */
function missingAccount(block: BlockIdExt, shardBlock: BlockIdExt, shardUtime: number): AccountAnswer {
  return { block, shardBlock, shardUtime, account: undefined, lastTransLt: 0n, lastTransHash: NO_HASH }
}

function provedAccountState(
  shardBlock: BlockIdExt,
  proof: Buffer,
  states: StateHashes | undefined,
): ShardStateUnsplit {
  const known = states?.find(shardBlock)
  if (known) return stateOfHash(shardBlock, known, openSecondProof(proof))
  const [blockRoot, stateRoot] = openProofPair(proof)
  const state = provedState(shardBlock, blockRoot, stateRoot)
  states?.note(shardBlock, stateRoot.hash(0))
  return state
}

/** Returns whether the cell is `account$1 … = Account;`, not `account_none$0 = Account;`. */
function existsIn(account: Cell): boolean {
  return account.beginParse().loadBit()
}
