import { loadTransaction } from '@ton/core'
import { describe, expect, it } from 'vitest'
import { blockTransactions } from '../../../../src-main/chain/block/blockTransactions.ts'
import { parseBoc, parseBocRoot } from '../../../../src-main/chain/cells/parseBoc.ts'
import { openMerkleProof } from '../../../../src-main/chain/merkle/merkleProof.ts'
import { account, asker, blockId, FULL, LEFT, RIGHT, sampleContext } from './sampleServer.ts'

const context = sampleContext()
const ask = asker(context)
const big = blockId(context, 0, LEFT, 784)
const v5r1 = account(0, 'c67e58828ea4247e3030c0558605d103c42d4c2a40ff3b7b4a5e9787f9d299ea')
const zeros = Buffer.alloc(32)

async function lastTransaction(who: typeof v5r1) {
  const { store } = context
  const last = await ask('getAccountState', { id: store.head(), account: who })
  const { lt } = { lt: store.find(last.shardblk)!.head!.endLt }
  // The newest transaction of the account, found by going through its shard's blocks.
  for (let seqno = last.shardblk.seqno; ; seqno--) {
    const block = store.findBySeqno({ ...last.shardblk, seqno })!
    const found = [...blockTransactions(store.root(block))]
      .filter((item) => item.account.equals(who.id))
      .at(-1)
    if (found) return { lt: found.lt, hash: found.cell.hash(), below: lt }
  }
}

describe('getTransactions', () => {
  it('goes back from block to block, at most sixteen at a time', async () => {
    const { lt, hash } = await lastTransaction(v5r1)
    const answer = await ask('getTransactions', { count: 1000, account: v5r1, lt, hash })
    const transactions = parseBoc(answer.transactions).map((cell) => loadTransaction(cell.beginParse()))
    expect(answer.ids).toHaveLength(16)
    expect(transactions[0]?.lt).toBe(lt)
    for (const [index, older] of transactions.slice(1).entries()) {
      expect(older.lt).toBe(transactions[index]!.prevTransactionLt)
    }
    const three = await ask('getTransactions', { count: 3, account: v5r1, lt, hash })
    expect(three.ids).toEqual(answer.ids.slice(0, 3))
  })

  it('ends with the first transaction of the account', async () => {
    const whole: bigint[] = []
    let { lt, hash } = await lastTransaction(v5r1)
    while (lt > 0n) {
      const page = await ask('getTransactions', { count: 16, account: v5r1, lt, hash })
      const cells = parseBoc(page.transactions).map((cell) => loadTransaction(cell.beginParse()))
      whole.push(...cells.map((transaction) => transaction.lt))
      const last = cells.at(-1)!
      lt = last.prevTransactionLt
      hash = Buffer.from(last.prevTransactionHash.toString(16).padStart(64, '0'), 'hex')
    }
    expect(whole).toEqual([...whole].sort((a, b) => (a > b ? -1 : 1)))
    expect(whole.length).toBeGreaterThan(16)
  })

  it('returns an empty list for count 0 and rejects unknown transactions', async () => {
    const nothing = { ids: [], transactions: Buffer.alloc(0) }
    expect(await ask('getTransactions', { count: 0, account: v5r1, lt: 1n, hash: zeros })).toEqual(nothing)
    expect(await ask('getTransactions', { count: 5, account: v5r1, lt: 0n, hash: zeros })).toEqual(nothing)
    const refusals = [
      [5n, v5r1, 'cannot locate transaction in block with specified logical time'],
      [
        1n << 62n,
        v5r1,
        'cannot compute block with specified transaction: cannot find block (0,c67e58828ea4247e) lt=4611686018427387904: ltdb: block not found (possibly out of sync: shard_client_seqno=800 ls_seqno=800)',
      ],
      [5n, { ...v5r1, workchain: -0x8000_0000 }, 'invalid workchain specified'],
    ] as const
    for (const [lt, who, message] of refusals) {
      const query = { count: 1, account: who, lt, hash: zeros }
      // tongo takes -400, and no other code, as the beginning of the history that the server keeps.
      await expect(ask('getTransactions', query)).rejects.toMatchObject({ code: -400, message })
    }
  })
})

describe('getOneTransaction', () => {
  it('proves a transaction or its absence', async () => {
    const [first] = blockTransactions(context.store.root(context.store.find(big)!))
    const who = { workchain: 0, id: first!.account }
    const found = await ask('getOneTransaction', { id: big, account: who, lt: first!.lt })
    expect(parseBocRoot(found.transaction).hash()).toEqual(first!.cell.hash())
    const [shown] = blockTransactions(openMerkleProof(parseBocRoot(found.proof)), { skipPruned: true })
    expect([shown?.account, shown?.lt, shown?.cell.hash(0)]).toEqual([who.id, first!.lt, first!.cell.hash()])
    const missing = await ask('getOneTransaction', { id: big, account: who, lt: first!.lt + 900n })
    expect(missing.transaction).toHaveLength(0)
    expect(openMerkleProof(parseBocRoot(missing.proof)).hash(0)).toEqual(big.rootHash)
  })

  it('rejects an account of another shard', async () => {
    const message = 'requested account id is not contained in the shard of the specified block'
    await expect(ask('getOneTransaction', { id: big, account: v5r1, lt: 1n })).rejects.toMatchObject({
      message,
    })
    const other = { ...v5r1, workchain: -1 }
    const right = blockId(context, 0, RIGHT, 784)
    await expect(ask('getOneTransaction', { id: right, account: other, lt: 1n })).rejects.toMatchObject({
      message,
    })
  })
})

describe('listBlockTransactions', () => {
  const all = [...blockTransactions(context.store.root(context.store.find(big)!))]

  async function pages(size: number, reverse: boolean) {
    const found: { account: Buffer; lt: bigint; hash: Buffer }[] = []
    for (;;) {
      const last = found.at(-1)
      const page = await ask('listBlockTransactions', {
        id: big,
        mode: 7 | (last ? 128 : 0) | (reverse ? 64 : 0),
        count: size,
        ...(last && { after: { account: last.account, lt: last.lt } }),
        reverseOrder: reverse,
        wantProof: false,
      })
      found.push(...(page.ids as typeof found))
      if (!page.incomplete) return found
    }
  }

  it.each([1, 7, 40, 250, 251, 256, 5000])(
    'returns all transactions in pages of %i, in both directions',
    async (size) => {
      const whole = all.map(({ account: id, lt, cell }) => ({ account: id, lt, hash: cell.hash() }))
      const plain = (found: typeof whole) =>
        found.map(({ account: id, lt, hash }) => ({ account: id, lt, hash }))
      expect(plain(await pages(size, false))).toEqual(whole)
      expect(plain(await pages(size, true))).toEqual(whole.toReversed())
    },
  )

  it('returns only the fields that mode selects', async () => {
    const fields = async (mode: number) => {
      const query = { id: big, mode, count: 1, reverseOrder: false, wantProof: false }
      return Object.keys((await ask('listBlockTransactions', query)).ids[0]!)
    }
    expect(await fields(0)).toEqual(['mode'])
    expect(await fields(1)).toEqual(['mode', 'account'])
    expect(await fields(6)).toEqual(['mode', 'lt', 'hash'])
  })

  it('returns and proves the initiator of messages between contracts in metadata', async () => {
    const query = { id: big, mode: 7 | 256, count: 256, reverseOrder: false, wantProof: false }
    const { ids } = await ask('listBlockTransactions', query)
    const started = ids.filter(({ metadata }) => metadata)
    expect(started.length).toBeGreaterThan(0)
    expect(started[0]).toMatchObject({
      mode: 7 | 256,
      metadata: { mode: 0, depth: 0, initiator: { workchain: 0 } },
    })
    const proved = await ask('listBlockTransactions', { ...query, mode: 7 | 32 | 256, wantProof: true })
    const plain = await ask('listBlockTransactions', { ...query, mode: 7 | 32, wantProof: true })
    expect(proved.proof.length).toBeGreaterThan(plain.proof.length)
  })

  it('returns whole transactions, and a proof with metadata on request', async () => {
    const query = { id: big, mode: 256, count: 5, reverseOrder: false, wantProof: false }
    const { transactions, proof, incomplete } = await ask('listBlockTransactionsExt', query)
    expect(incomplete).toBe(true)
    expect(parseBoc(transactions).map((cell) => cell.hash())).toEqual(
      all.slice(0, 5).map(({ cell }) => cell.hash()),
    )
    expect(openMerkleProof(parseBocRoot(proof)).hash(0)).toEqual(big.rootHash)
  })

  it('returns an empty list for a count of zero, and rejects unknown blocks', async () => {
    const query = { id: big, mode: 7, count: 0, reverseOrder: false, wantProof: false }
    expect(await ask('listBlockTransactions', query)).toMatchObject({ ids: [], incomplete: true })
    const unknown = { ...query, id: { ...big, rootHash: Buffer.alloc(32, 1) } }
    await expect(ask('listBlockTransactions', unknown)).rejects.toMatchObject({ code: 651 })
    const zero = { ...query, id: { ...blockId(context, -1, FULL, 0) } }
    await expect(ask('listBlockTransactions', zero)).rejects.toMatchObject({ code: 651 })
  })
})
