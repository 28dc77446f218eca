import { CellType } from '@ton/core'
import { describe, expect, it } from 'vitest'
import { parseBoc, parseBocRoot } from '../../../../src-main/chain/cells/parseBoc.ts'
import { openMerkleProof } from '../../../../src-main/chain/merkle/merkleProof.ts'
import { openAccount } from '../../../../src-main/chain/state/account.ts'
import { openShardAccounts } from '../../../../src-main/chain/state/shardAccounts.ts'
import { openShardStateUnsplit } from '../../../../src-main/chain/state/shardState.ts'
import { account, asker, blockId, FULL, LEFT, RIGHT, sampleContext } from './sampleServer.ts'

const context = sampleContext()
const ask = asker(context)
const head = context.store.head()
const v4r2 = account(0, '11b44e43a78a1686cdc779875b14d76a096f1d0fcc0f7f96abd9cb01cf00f366')
const missingAccount = account(0, '12'.repeat(32))

describe('getAccountState', () => {
  it('proves the account from the masterchain block through its shard', async () => {
    const { shardblk, shardProof, proof, state } = await ask('getAccountState', { id: head, account: v4r2 })
    expect([shardblk.workchain, shardblk.shard]).toEqual([0, LEFT])
    const [headerOfHead, stateOfHead] = parseBoc(shardProof).map(openMerkleProof)
    expect(headerOfHead?.hash(0)).toEqual(head.rootHash)
    expect(stateOfHead?.hash(0)).toEqual(context.store.find(head)?.head?.stateHash)
    const [header, shardState] = parseBoc(proof).map(openMerkleProof)
    expect(header?.hash(0)).toEqual(shardblk.rootHash)
    expect(shardState?.hash(0)).toEqual(context.store.find(shardblk)?.head?.stateHash)
    const accounts = openShardAccounts(openShardStateUnsplit(shardState!).accounts)
    expect(accounts.get(v4r2.id)?.account.hash(0)).toEqual(parseBocRoot(state).hash())
    expect(openAccount(parseBocRoot(state))?.storage.state.type).toBe('active')
  })

  it('accepts seqno -1 for the newest block, and a block of the account’s own shard', async () => {
    const newest = { ...head, seqno: -1, rootHash: Buffer.alloc(32), fileHash: Buffer.alloc(32) }
    const byHead = await ask('getAccountState', { id: head, account: v4r2 })
    expect(await ask('getAccountState', { id: newest, account: v4r2 })).toEqual(byHead)
    const { shardblk } = byHead
    const byShard = await ask('getAccountState', { id: shardblk, account: v4r2 })
    expect(byShard).toEqual({ ...byHead, id: shardblk, shardProof: Buffer.alloc(0) })
  })

  it('proves that an account does not exist', async () => {
    const { state, proof } = await ask('getAccountState', { id: head, account: missingAccount })
    expect(state).toHaveLength(0)
    const [, shardState] = parseBoc(proof).map(openMerkleProof)
    const accounts = openShardAccounts(openShardStateUnsplit(shardState!).accounts)
    expect(accounts.get(missingAccount.id)).toBeUndefined()
  })

  it('answers without a block for a workchain that does not exist', async () => {
    const answer = await ask('getAccountState', { id: head, account: { ...missingAccount, workchain: 7 } })
    expect(answer.shardblk).toMatchObject({ workchain: -0x8000_0000, shard: 0n, seqno: 0 })
    expect([answer.proof.length, answer.state.length]).toEqual([0, 0])
    expect(parseBoc(answer.shardProof)).toHaveLength(2)
  })

  it('rejects other shards and unknown blocks with the reference server’s text', async () => {
    const right = blockId(context, 0, RIGHT, 790)
    const unknown = { ...head, fileHash: Buffer.alloc(32, 9) }
    const name = `(-1,8000000000000000,800):${head.rootHash.toString('hex').toUpperCase()}:${'09'.repeat(32)}`
    const refusals = [
      [right, v4r2, 'requested account id is not contained in the shard of the reference block'],
      [
        right,
        account(-1, '55'.repeat(32)),
        'reference block for a getAccountState() must belong to the masterchain',
      ],
      [{ ...head, rootHash: Buffer.alloc(32) }, v4r2, 'reference block must belong to the masterchain'],
      [unknown, v4r2, `cannot load block ${name} : block handle not in db`],
    ] as const
    for (const [id, who, message] of refusals) {
      await expect(ask('getAccountState', { id, account: who })).rejects.toMatchObject({ message })
    }
  })
})

describe('getAccountStatePrunned', () => {
  it('returns the account without its code and data', async () => {
    const whole = await ask('getAccountState', { id: head, account: v4r2 })
    const pruned = await ask('getAccountStatePrunned', { id: head, account: v4r2 })
    expect({ ...pruned, state: null }).toEqual({ ...whole, state: null })
    const root = openMerkleProof(parseBocRoot(pruned.state))
    expect(root.hash(0)).toEqual(parseBocRoot(whole.state).hash())
    expect(root.refs.some((cell) => cell.type === CellType.PrunedBranch)).toBe(true)
    const masterchain = blockId(context, -1, FULL, 300)
    const elector = account(-1, '33'.repeat(32))
    const answer = await ask('getAccountStatePrunned', { id: masterchain, account: elector })
    expect(parseBocRoot(answer.state).type).toBe(CellType.MerkleProof)
  })
})
