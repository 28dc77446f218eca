import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { v2Path } from '#shared/schema/v2/client.ts'
import type { Envelope } from '#shared/schema/v2/envelope.ts'
import { type V2Name, type V2Request, type V2Result, v2Operations } from '#shared/schema/v2/operations.ts'
import { type Gateway, startGateway } from '../../src-main/gateway/gateway.ts'
import { hasShared, NEEDS_SHARED, SHARED } from './sharedData.ts'

/** Mainnet's first hundred masterchain blocks with their validators' signatures, served and verified. */
const GENESIS = join(SHARED, 'fixtures', 'rsquad-ton-rust-node', 'genesis')
const MASTER_SHARD = '-9223372036854775808'
const ELECTOR = `-1:${'3'.repeat(64)}`

describe.skipIf(!hasShared)(`mainnet's genesis through the gateway (${NEEDS_SHARED})`, () => {
  let gateway: Gateway
  let dataDir: string
  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'genesis-'))
    gateway = await startGateway({ network: `archive:${GENESIS}`, port: 0, dataDir })
  })
  afterAll(async () => {
    await gateway?.close()
    rmSync(dataDir, { recursive: true, force: true })
  })

  async function ask<Name extends V2Name>(name: Name, request: V2Request<Name>): Promise<V2Result<Name>> {
    const path = v2Path(name, request)
    const envelope = (await (await fetch(gateway.url + path)).json()) as Envelope<V2Result<Name>>
    if (!envelope.ok) throw new Error(`${path}: ${envelope.error}`)
    expect(v2Operations[name].result.safeParse(envelope.result).error).toBeUndefined()
    return envelope.result
  }

  it('starts from mainnet’s zero state', async () => {
    const { init, last } = await ask('getMasterchainInfo', {})
    expect(init).toEqual({
      '@type': 'ton.blockIdExt',
      workchain: -1,
      shard: '0',
      seqno: 0,
      root_hash: 'F6OpKZKqvqeFp6CQmFomXNMfMj2EnaUSOXN+Mh+wVWk=',
      file_hash: 'XplPz01CXAps5qeSWUtxcyBfdAo5zVb1N979KLSKD24=',
    })
    expect(last.seqno).toBe(99)
  })

  it('answers every block’s header, shards and transactions', async () => {
    let transactions = 0
    for (let seqno = 1; seqno <= 99; seqno++) {
      const header = await ask('getBlockHeader', { workchain: -1, shard: MASTER_SHARD, seqno })
      expect([header.id.seqno, header.prev_blocks[0]?.seqno]).toEqual([seqno, seqno - 1])
      const { shards } = await ask('getShards', { seqno })
      // Zero states are among the first shards; they have no transactions.
      for (const id of [header.id, ...shards.filter((shard) => shard.seqno > 0)]) {
        const { workchain, shard } = id
        const page = await ask('getBlockTransactionsExt', { workchain, shard, seqno: id.seqno, count: 1000 })
        expect([page.id, page.incomplete]).toEqual([id, false])
        transactions += page.transactions.length
      }
    }
    expect(transactions).toBe(1087)
  })

  it('shows the validators’ ordinary signatures', async () => {
    const signatures = await ask('getMasterchainBlockSignatures', { seqno: 50 })
    expect(signatures['@type']).toBe('blocks.blockSignatures')
    expect(signatures.signatures.length).toBeGreaterThan(0)
  })

  it('answers account states now and then, and histories', async () => {
    const now = await ask('getAddressInformation', { address: ELECTOR })
    const then = await ask('getAddressInformation', { address: ELECTOR, seqno: 10 })
    expect([now.state, now.block_id.seqno, then.block_id.seqno]).toEqual(['active', 99, 10])
    const history = await ask('getTransactions', { address: ELECTOR, limit: 25 })
    expect(history).toHaveLength(25)
    expect(history[0]?.transaction_id).toEqual(now.last_transaction_id)
  })

  it('passes on what the chain of that time did not have', async () => {
    await expect(ask('getOutMsgQueueSize', {})).rejects.toThrow(
      'LITE_SERVER_UNKNOWN: no out_msg_queue_size in shard state',
    )
  })

  it('verified every answer', () => {
    const { enabled, accepted, refused } = gateway.status().verification
    expect([enabled, refused]).toEqual([true, 0])
    expect(accepted).toBeGreaterThan(400)
  })
})
