import type { Cell } from '@ton/core'
import { type BlockIdExt, MASTERCHAIN } from '../../chain/blockId.ts'
import { type McStateExtra, openMcStateExtra } from '../../chain/state/mcStateExtra.ts'
import {
  mcStateExtraCell,
  openShardStateUnsplit,
  type ShardStateUnsplit,
} from '../../chain/state/shardState.ts'
import { provedStateHash } from './header.ts'
import { expect, openProof, proving } from './proving.ts'

const CHECK = 'state'

/**
 * Returns the state after block `id`, of which `state` contains a part. `block` is the same block's root and
 * must contain its Merkle update (both are virtual roots of proofs). A zero state needs no block: its id has
 * its root hash.
 * @throws ProofError
 */
export function provedState(id: BlockIdExt, block: Cell, state: Cell): ShardStateUnsplit {
  return proving(CHECK, () => {
    expect(state.hash(0).equals(provedStateHash(block, id)), CHECK, 'it is not the state after the block')
    return stateOf(id, state)
  })
}

/**
 * Returns the state after block `id`, of which `state` contains a part, given its proved hash.
 * @throws ProofError
 */
export function stateOfHash(id: BlockIdExt, hash: Buffer, state: Cell): ShardStateUnsplit {
  return proving(CHECK, () => {
    expect(state.hash(0).equals(hash), CHECK, 'it is not the state after the block')
    return stateOf(id, state)
  })
}

/**
 * Returns the zero state named by `id`, of which `state` contains a part.
 * @throws ProofError
 */
export function provedZeroState(id: BlockIdExt, state: Cell): ShardStateUnsplit {
  return proving(CHECK, () => {
    expect(state.hash(0).equals(id.rootHash), CHECK, 'it is not the zero state')
    return stateOf(id, state)
  })
}

/**
 * Returns the state after block `id` from two BoCs, as in config, library and statistics answers.
 * @throws ProofError
 */
export function provedStateOf(id: BlockIdExt, blockProof: Buffer, stateProof: Buffer): ShardStateUnsplit {
  return proving(CHECK, () =>
    id.seqno === 0
      ? provedZeroState(id, openProof(stateProof))
      : provedState(id, openProof(blockProof), openProof(stateProof)),
  )
}

/**
 * Returns the McStateExtra of a masterchain state.
 * @throws ProofError
 */
export function masterchainExtra(state: ShardStateUnsplit): McStateExtra {
  return proving(CHECK, () => openMcStateExtra(mcStateExtraCell(state)))
}

function stateOf(id: BlockIdExt, root: Cell): ShardStateUnsplit {
  const state = openShardStateUnsplit(root)
  const { workchain, shard } = state.shardIdent
  const isSame = workchain === id.workchain && shard === id.shard && state.seqno === id.seqno
  expect(isSame, CHECK, 'it is of another place than its block')
  expect(
    (state.custom !== undefined) === (workchain === MASTERCHAIN),
    CHECK,
    'its workchain contradicts its type',
  )
  return state
}
