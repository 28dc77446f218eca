import { readFileSync } from 'node:fs'
import { type Address, beginCell } from '@ton/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { V2Name, V2Result, V2Values } from '#shared/schema/v2/operations.ts'
import type { V3Result } from '#shared/schema/v3/operations.ts'
import type { TransactionJson } from '#shared/schema/v3/transactions.ts'
import { loadMessage } from '../../src-main/chain/block/message.ts'
import { normalHash } from '../../src-main/chain/block/normalHash.ts'
import { parseBocRoot } from '../../src-main/chain/cells/parseBoc.ts'
import { serializeBoc } from '../../src-main/chain/cells/serializeBoc.ts'
import { configEntries, configParam } from '../../src-main/chain/config/configParams.ts'
import { parseCell } from '../../src-main/chain/tlb.ts'
import { headConfig } from '../../src-main/devnet/runtime/chainReads.ts'
import { ton } from '../../src-main/devnet/scenario/amounts.ts'
import { commentBody } from '../../src-main/devnet/scenario/comments.ts'
import { parameterOrder } from '../../src-main/devnet/scenario/configOrder.ts'
import { sendJettons } from '../../src-main/devnet/scenario/jettonContract.ts'
import { cranes, jettons, jettonsOf } from '../../src-main/devnet/scenario/jettons.ts'
import { addressOf, walletMessage } from '../../src-main/devnet/scenario/users.ts'
import { walletInit } from '../../src-main/devnet/scenario/walletContract.ts'
import { wallets } from '../../src-main/devnet/scenario/wallets.ts'
import { openPendingRig, type PendingRig } from '../integration/indexer/pendingRig.ts'
import { hasShared, NEEDS_SHARED, SHARED } from './sharedData.ts'

/** Parameters that name a network's accounts, workchains and validators, and the contracts' own code. */
const OF_A_NETWORK: ReadonlySet<number> = new Set([0, 1, 2, 4, 7, 12, 16, 19, 28, 31, 32, 34, -1000])

/**
 * Everything that executes transactions, on a devnet that has taken mainnet's parameters of August 2026 one by one, as
 * they are (global version 15, a limit of library loads in parameter 43).
 */
describe.skipIf(!hasShared)(`under mainnet's configuration (${NEEDS_SHARED})`, () => {
  let rig: PendingRig
  const ask = <Name extends V2Name>(name: Name, values: object): Promise<V2Result<Name>> =>
    rig.v2.call(name, values as V2Values<Name>).result

  beforeAll(async () => {
    rig = await openPendingRig([wallets, jettons])
    const text = readFileSync(`${SHARED}networks/mainnet-config-84773657.boc.base64`, 'utf8')
    const mainnet = parseBocRoot(Buffer.from(text, 'base64'))
    for (const { id, value } of configEntries(mainnet)) {
      if (OF_A_NETWORK.has(id)) continue
      await rig.context.send(await parameterOrder(rig.context, id, value))
      await rig.settle()
    }
    const config = await headConfig(rig.context.devnet)
    for (const { id, value } of configEntries(mainnet)) {
      if (OF_A_NETWORK.has(id)) continue
      expect(configParam(config, id)?.hash(), `parameter ${id}`).toEqual(value.hash())
    }
  }, 240_000)
  afterAll(() => rig?.close())

  const account = ({ workChain: workchain, hash }: Address) => ({ workchain, hash })
  const transfer = async () => {
    const { alice, bob } = rig.users
    return walletMessage(rig.context, alice, [
      { to: bob.address, amount: ton(1), body: commentBody('mainnet') },
    ])
  }

  it('estimates fees with both versions of the API', async () => {
    const { alice } = rig.users
    const body = parseCell(await transfer(), 'Message', loadMessage).body
    const v2 = await ask('estimateFee', {
      address: account(alice.address),
      body: serializeBoc(body),
      init_code: new Uint8Array(),
      init_data: new Uint8Array(),
      ignore_chksig: true,
    })
    expect(v2.source_fees.gas_fee).toBeGreaterThan(0)
    // One message of a single cell: the lump price.
    expect(v2.source_fees.fwd_fee).toBe(66_667)
    const v3 = await rig.ask<V3Result<'estimateFee'>>('estimateFee', {
      address: alice.address.toRawString(),
      body: serializeBoc(body).toString('base64'),
      ignore_chksig: true,
    })
    const { '@type': _, ...fees } = v2.source_fees
    expect(v3).toEqual({ source_fees: fees, destination_fees: [] })
  })

  it.each(['sendBoc', 'sendBocReturnHash', 'sendBocReturnHashNoError'] as const)(
    '%s: the message is checked, its trace is emulated, and a block includes it',
    async (operation) => {
      const { alice, bob } = rig.users
      const order = await transfer()
      await ask(operation, { boc: serializeBoc(order) })
      const { traces } = await rig.ask<V3Result<'pendingTraces'>>('pendingTraces', {
        ext_msg_hash: [normalHash(parseCell(order, 'Message', loadMessage))],
      })
      expect(traces).toMatchObject([{ trace_info: { trace_state: 'pending', transactions: 2 } }])
      const { transactions } = await rig.ask<V3Result<'pendingTransactions'>>('pendingTransactions', {
        account: [account(alice.address)],
      })
      expect(transactions).toMatchObject([{ emulated: true, description: { compute_ph: { success: true } } }])
      const balance = async () => (await rig.context.state(bob.address))?.balance ?? 0n
      const before = await balance()
      await rig.settle()
      expect(await balance()).toBeGreaterThan(before + ton(0.9))
      // Its seqno is used now.
      await expect(ask(operation, { boc: serializeBoc(order) })).rejects.toThrow(
        /exitcode=|answered with status 400/,
      )
    },
  )

  it('emulates a transfer of jettons as blocks then execute it', async () => {
    const { dave, erin } = rig.users
    const { crane } = jettonsOf(rig.users)
    const sent = { from: dave.address, to: erin.address, amount: cranes(2), payload: commentBody('a pot') }
    const order = await walletMessage(rig.context, dave, [sendJettons(crane, sent)])
    const hash = await rig.send(order)
    const pending = await rig.ask<V3Result<'pendingTraces'>>('pendingTraces', {
      ext_msg_hash: [Buffer.from(hash, 'base64')],
    })
    const emulated = Object.values(pending.traces?.[0]?.transactions ?? {})
    expect(emulated).toHaveLength(5)
    await rig.settle()
    const { traces } = await rig.ask<V3Result<'traces'>>('traces', {
      msg_hash: [order.hash()],
      limit: 10,
      offset: 0,
      sort: 'desc',
    })
    const executed = Object.values(traces[0]?.transactions ?? {})
    const gasOf = (list: readonly TransactionJson[]) =>
      list
        .map(({ account: to, description: { compute_ph: vm } }) => `${to} ${vm?.skipped ? '' : vm?.gas_used}`)
        .sort()
    expect(gasOf(emulated)).toEqual(gasOf(executed))
  })

  it('estimates the deployment of a wallet and a message of the masterchain', async () => {
    const { giver, alice } = rig.users
    const fresh = walletInit('v4r2', giver.key.publicKey, 7)
    const { code, data } = fresh
    if (!code || !data) throw new Error('a wallet has code and data')
    const empty = beginCell().endCell()
    const deployment = await ask('estimateFee', {
      address: account(addressOf(fresh, 0)),
      body: serializeBoc(empty),
      init_code: serializeBoc(code),
      init_data: serializeBoc(data),
      ignore_chksig: true,
    })
    expect(deployment.source_fees.in_fwd_fee).toBeGreaterThan(66_667)
    const order = await walletMessage(rig.context, giver, [{ to: alice.address, amount: ton(1) }])
    const masterchain = await ask('estimateFee', {
      address: account(giver.address),
      body: serializeBoc(parseCell(order, 'Message', loadMessage).body),
      init_code: new Uint8Array(),
      init_data: new Uint8Array(),
      ignore_chksig: true,
    })
    expect(masterchain.source_fees.gas_fee).toBeGreaterThan(1_000_000)
    expect(masterchain.source_fees.fwd_fee).toBe(10_000_000)
  })

  it('answers requests that run contracts, with both versions of the API', async () => {
    const { alice, erin } = rig.users
    const { crane } = jettonsOf(rig.users)
    const call = { address: account(alice.address), method: 'seqno', stack: [] }
    const { stack } = await ask('runGetMethod', call)
    expect(stack).toEqual([['num', expect.stringMatching(/^0x[1-9a-f]/)]])
    expect(await ask('runGetMethodStd', call)).toMatchObject({ exit_code: 0 })
    const v3Call = { address: alice.address.toRawString(), method: 'seqno', stack: [] }
    expect(await rig.ask('runGetMethod', v3Call)).toMatchObject({ exit_code: 0 })
    const wallet = await ask('getWalletInformation', { address: account(alice.address), seqno: undefined })
    expect(wallet).toMatchObject({ wallet: true, wallet_type: 'wallet v4 r2' })
    const token = await ask('getTokenData', { address: account(crane.address), seqno: undefined })
    expect(token).toMatchObject({ contract_type: 'jetton_master' })

    const order = await walletMessage(rig.context, erin, [{ to: alice.address, amount: ton(1) }])
    const sent = await rig.ask<V3Result<'message'>>('message', {
      boc: serializeBoc(order).toString('base64'),
    })
    expect(sent.message_hash).toBe(order.hash().toString('base64'))
    await rig.settle()
    const { traces } = await rig.ask<V3Result<'traces'>>('traces', {
      msg_hash: [order.hash()],
      limit: 10,
      offset: 0,
      sort: 'desc',
    })
    expect(traces).toMatchObject([{ trace_info: { trace_state: 'complete', transactions: 2 } }])
  })
})
