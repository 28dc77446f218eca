import { blockIdExt } from './blockIds.ts'
import type { TlValue } from './codec.ts'
import { bytes, int, int256, long, nat } from './codec.ts'
import { optional, tlConstructor } from './combinator.ts'
import { tlFunction } from './function.ts'

export const accountId = tlConstructor(
  'liteServer.accountId workchain:int id:int256 = liteServer.AccountId',
  {
    workchain: int,
    id: int256,
  },
)
/** An account (`liteServer.accountId`): a workchain and the 32 bytes of the address. */
export type AccountId = TlValue<typeof accountId>

/** `state` is empty if the account does not exist. */
export const accountState = tlConstructor(
  'liteServer.accountState id:tonNode.blockIdExt shardblk:tonNode.blockIdExt shard_proof:bytes proof:bytes state:bytes = liteServer.AccountState',
  { id: blockIdExt, shardblk: blockIdExt, shardProof: bytes, proof: bytes, state: bytes },
)
/**
 * The answer to getAccountState (`liteServer.accountState`): the account's BoC, and the proofs from `id` over
 * the shard block to the account.
 */
export type AccountState = TlValue<typeof accountState>

export const runMethodResult = tlConstructor(
  'liteServer.runMethodResult mode:# id:tonNode.blockIdExt shardblk:tonNode.blockIdExt shard_proof:mode.0?bytes proof:mode.0?bytes state_proof:mode.1?bytes init_c7:mode.3?bytes lib_extras:mode.4?bytes exit_code:int result:mode.2?bytes = liteServer.RunMethodResult',
  {
    mode: nat,
    id: blockIdExt,
    shardblk: blockIdExt,
    shardProof: optional(0, bytes),
    proof: optional(0, bytes),
    stateProof: optional(1, bytes),
    initC7: optional(3, bytes),
    libExtras: optional(4, bytes),
    exitCode: int,
    result: optional(2, bytes),
  },
)
/**
 * The answer to runSmcMethod (`liteServer.runMethodResult`). `mode` selects the optional proofs and results.
 */
export type RunMethodResult = TlValue<typeof runMethodResult>

export const getAccountState = tlFunction(
  'liteServer.getAccountState id:tonNode.blockIdExt account:liteServer.accountId = liteServer.AccountState',
  { id: blockIdExt, account: accountId },
  accountState,
)
/** The misspelling is the scheme's. The answer's code and data are pruned. */
export const getAccountStatePrunned = tlFunction(
  'liteServer.getAccountStatePrunned id:tonNode.blockIdExt account:liteServer.accountId = liteServer.AccountState',
  { id: blockIdExt, account: accountId },
  accountState,
)
export const runSmcMethod = tlFunction(
  'liteServer.runSmcMethod mode:# id:tonNode.blockIdExt account:liteServer.accountId method_id:long params:bytes = liteServer.RunMethodResult',
  { mode: nat, id: blockIdExt, account: accountId, methodId: long, params: bytes },
  runMethodResult,
)
