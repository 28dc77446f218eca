import { Address } from '@ton/core'
import TonWeb from 'tonweb'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { until } from '../../fixtures/until.ts'
import { type DevnetGateway, openDevnetGateway } from './devnetGateway.ts'

type Version = 'v3R2' | 'v4R2'
type WalletContract = InstanceType<(typeof TonWeb.Wallets.all)[Version]>
type KeyPair = { readonly publicKey: Uint8Array; readonly secretKey: Uint8Array }

type TransactionId = { lt: string; hash: string }
type Message = { source: string; destination: string; value: string; message: string }
type Transaction = {
  transaction_id: TransactionId
  fee: string
  storage_fee: string
  other_fee: string
  in_msg: Message
  out_msgs: Message[]
}
type BlockHeader = { id: { workchain: number; shard: string; seqno: number }; end_lt: string }

const TRANSFER = '1000000000'
const FUNDS = 100_000_000_000n

/** Returns a friendly address without transactions. */
function newAddress(): string {
  const hash = Buffer.from(TonWeb.utils.nacl.randomBytes(32)).toString('hex')
  return new TonWeb.Address(`0:${hash}`).toString(true, true, false)
}

function hexHash({ hash }: TransactionId): string {
  return Buffer.from(hash, 'base64').toString('hex')
}

describe('tonweb', () => {
  let gateway: DevnetGateway
  let tonweb: TonWeb
  let provider: InstanceType<typeof TonWeb.HttpProvider>
  beforeAll(async () => {
    gateway = await openDevnetGateway()
    provider = new TonWeb.HttpProvider(gateway.jsonRpc, { apiKey: 'not needed' })
    tonweb = new TonWeb(provider)
  })
  afterAll(async () => {
    expect(gateway.verification().refused).toBe(0)
    await gateway[Symbol.asyncDispose]()
  })

  async function funded(version: Version = 'v4R2') {
    const keys: KeyPair = TonWeb.utils.nacl.sign.keyPair()
    const WalletClass = TonWeb.Wallets.all[version]
    const wallet: WalletContract = new WalletClass(provider, { publicKey: keys.publicKey, wc: 0 })
    const address = (await wallet.getAddress()).toString(true, true, true)
    await gateway.fund([Address.parse(address)], FUNDS)
    return { wallet, keys, address }
  }

  type Order = { toAddress: string; amount?: string; payload?: string }
  function transferOf(wallet: WalletContract, { secretKey }: KeyPair, seqno: number, order: Order) {
    const amount = new TonWeb.utils.BN(order.amount ?? TRANSFER)
    return wallet.methods.transfer({ secretKey, sendMode: 3, ...order, amount, seqno })
  }
  /** Null before the wallet is there. */
  async function seqnoOf(wallet: WalletContract): Promise<number> {
    return (await wallet.methods.seqno().call()) ?? 0
  }
  async function transfer(wallet: WalletContract, keys: KeyPair, order: Order): Promise<void> {
    const seqno = await seqnoOf(wallet)
    expect(await transferOf(wallet, keys, seqno, order).send()).toEqual({ '@type': 'ok' })
    await until(`seqno ${seqno} has passed`, async () => (await seqnoOf(wallet)) === seqno + 1 || undefined)
  }
  function newest(address: string, count = 1): Promise<Transaction> {
    return until(`${address} has ${count} transactions`, async () => {
      const transactions: Transaction[] = await tonweb.getTransactions(address, count)
      return transactions.length === count ? transactions[0] : undefined
    })
  }

  describe.each(['v3R2', 'v4R2'] as const)('a wallet %s', (version) => {
    let wallet: WalletContract
    let keys: KeyPair
    let address: string
    beforeAll(async () => {
      ;({ wallet, keys, address } = await funded(version))
    })
    const walletType = { v3R2: 'wallet v3 r2', v4R2: 'wallet v4 r2' }[version]

    it('waits for its first message', async () => {
      expect(await tonweb.getBalance(address)).toBe(String(FUNDS))
      expect(await wallet.methods.seqno().call()).toBeNull()
      expect(await provider.getAddressInfo(address)).toMatchObject({
        '@type': 'raw.fullAccountState',
        state: 'uninitialized',
        balance: String(FUNDS),
        code: '',
      })
      expect(await provider.getWalletInfo(address)).toMatchObject({
        wallet: false,
        account_state: 'uninitialized',
      })
    })

    it('is deployed and recognized', async () => {
      expect(await wallet.deploy(keys.secretKey).send()).toEqual({ '@type': 'ok' })
      await until('it is there', async () => (await wallet.methods.seqno().call()) || undefined)
      expect(await provider.getWalletInfo(address)).toMatchObject({
        wallet: true,
        wallet_type: walletType,
        seqno: 1,
        wallet_id: 698983191,
        account_state: 'active',
      })
      expect(await provider.getExtendedAddressInfo(address)).toMatchObject({
        account_state: {
          '@type': `wallet.${version.slice(0, 2)}.accountState`,
          seqno: 1,
          wallet_id: 698983191,
        },
      })
    })

    it('sends coins with a comment', async () => {
      const to = newAddress()
      await transfer(wallet, keys, { toAddress: to, payload: 'з коментарем' })
      const received = await newest(to)
      expect(received.in_msg).toMatchObject({ value: TRANSFER, message: 'з коментарем' })
      expect(new TonWeb.Address(received.in_msg.source).toString(true, true, true)).toBe(address)
      const balance = BigInt(TRANSFER) - BigInt(received.fee)
      expect(await tonweb.getBalance(to)).toBe(String(balance))
    })

    it('estimates the fees that it then pays', async () => {
      const seqno = await seqnoOf(wallet)
      const order = transferOf(wallet, keys, seqno, { toAddress: newAddress(), payload: 'how much?' })
      const { source_fees: fees } = await order.estimateFee()
      await order.send()
      await until('it has gone', async () => (await seqnoOf(wallet)) > seqno || undefined)
      const [sent]: Transaction[] = await tonweb.getTransactions(address, 1)
      expect(fees.in_fwd_fee + fees.gas_fee + fees.fwd_fee).toBe(Number(sent?.other_fee))
    })

    it('receives the reason of a refused message', async () => {
      const seqno = await seqnoOf(wallet)
      const order = { toAddress: newAddress() }
      const REFUSED = /^LITE_SERVER_UNKNOWN: cannot apply external message to current state : .*:\nexitcode=/
      const stranger: KeyPair = TonWeb.utils.nacl.sign.keyPair()
      await expect(transferOf(wallet, stranger, seqno, order).send()).rejects.toMatch(REFUSED)
      await expect(transferOf(wallet, keys, seqno - 1, order).send()).rejects.toMatch(/exitcode=33/)
      await expect(transferOf(wallet, keys, seqno + 1, order).send()).rejects.toMatch(/exitcode=33/)
      expect(await seqnoOf(wallet)).toBe(seqno)
    })
  })

  it('deploys a wallet by its first transfer, made beforehand', async () => {
    const { wallet, keys, address } = await funded()
    const to = newAddress()
    const query = await transferOf(wallet, keys, 0, { toAddress: to, payload: 'first' }).getQuery()
    expect(await tonweb.sendBoc(await query.toBoc(false))).toEqual({ '@type': 'ok' })
    expect((await newest(to)).in_msg).toMatchObject({ value: TRANSFER, message: 'first' })
    expect(await seqnoOf(wallet)).toBe(1)
    expect((await newest(address, 2)).out_msgs).toHaveLength(1)
  })

  it('estimates a deployment at a nonexistent account', async () => {
    const { wallet, keys, address } = await funded()
    const deploy = wallet.deploy(keys.secretKey)
    const { source_fees: fees } = await deploy.estimateFee()
    await deploy.send()
    await until('it is there', async () => (await wallet.methods.seqno().call()) || undefined)
    const [sent]: Transaction[] = await tonweb.getTransactions(address, 1)
    // The estimate assumes the StateInit inside of the message, where tonweb puts it into a reference: one cell more.
    const paid = Number(sent?.other_fee)
    expect(fees.in_fwd_fee + fees.gas_fee + fees.fwd_fee).toBeGreaterThan(paid * 0.9)
    expect(fees.in_fwd_fee + fees.gas_fee + fees.fwd_fee).toBeLessThanOrEqual(paid)
  })

  it('reads a history page by page, by lt and hash in hex', async () => {
    const { wallet, keys, address } = await funded()
    for (let sent = 0; sent < 7; sent++) await transfer(wallet, keys, { toAddress: newAddress() })
    const all: Transaction[] = await tonweb.getTransactions(address, 100)
    expect(all).toHaveLength(8)
    const found: Transaction[] = all.slice(0, 1)
    for (;;) {
      const last = (found.at(-1) as Transaction).transaction_id
      // The first of a page is the last of the one before.
      const page: Transaction[] = await tonweb.getTransactions(address, 3, last.lt as never, hexHash(last))
      found.push(...page.slice(1))
      if (page.length < 3) break
    }
    expect(found).toEqual(all)
    const toLt = all[5]?.transaction_id.lt
    expect(await tonweb.getTransactions(address, 100, undefined, undefined, toLt as never)).toEqual(
      all.slice(0, 5),
    )
    const fees = all.map(
      ({ fee, storage_fee, other_fee }) => BigInt(storage_fee) + BigInt(other_fee) - BigInt(fee),
    )
    expect(fees).toEqual(all.map(() => 0n))
  })

  it('runs get-methods by name and by number', async () => {
    const { wallet, keys, address } = await funded()
    await transfer(wallet, keys, { toAddress: newAddress() })
    expect(await provider.call(address, 'seqno')).toMatchObject({
      '@type': 'smc.runResult',
      exit_code: 0,
      stack: [['num', '0x1']],
      last_transaction_id: { '@type': 'internal.transactionId' },
      block_id: { workchain: -1 },
    })
    expect((await provider.call2(address, 85143)).toNumber()).toBe(1)
    const key = await provider.call2(address, 'get_public_key')
    expect(key.toString('hex', 64)).toBe(Buffer.from(keys.publicKey).toString('hex'))
    expect((await provider.call2(address, 'get_plugin_list')).length).toBe(0)
    const workchain = ['num', 0]
    const hash = ['num', `0x${'1'.repeat(64)}`]
    const installed = await provider.call2(address, 'is_plugin_installed', [workchain, hash] as never)
    expect(installed.toNumber()).toBe(0)
    const { exit_code } = await provider.call(address, 'noSuchMethod')
    expect(exit_code).toBe(11)
    await expect(provider.call2(address, 'noSuchMethod')).rejects.toMatchObject({
      message: 'http provider parse response error',
      result: { exit_code: 11 },
    })
  })

  it('rejects invalid addresses, bags of cells and methods with the reference’s texts', async () => {
    await expect(provider.getAddressInfo('nonsense')).rejects.toBe('failed to parse address')
    await expect(provider.getBalance('')).rejects.toBe('empty address')
    await expect(provider.sendBoc('')).rejects.toBe('empty boc')
    await expect(provider.sendBoc('AAAA')).rejects.toMatch(/^INVALID_BAG_OF_CELLS: body/)
    await expect(provider.send('sendQuerySimple', {})).rejects.toBe('Unknown method')
    await expect(provider.getTransactions(newAddress(), 5, 1)).rejects.toBe(
      'lt and hash should be used together',
    )
    expect(await provider.getTransactions(newAddress(), 5)).toEqual([])
  })

  it('reads the configuration', async () => {
    // Its type declarations lack it.
    const { getConfigParam } = provider as unknown as {
      getConfigParam(id: number): Promise<{ bits: { array: Uint8Array } }>
    }
    const cell = await getConfigParam.call(provider, 0)
    expect(Buffer.from(cell.bits.array).subarray(0, 32).toString('hex')).toBe('5'.repeat(64))
    await expect(getConfigParam.call(provider, 123_456)).rejects.toThrow('getConfigParam expected bytes')
  })

  it('reads blocks and their transactions', async () => {
    const { wallet, keys } = await funded()
    const before = (await provider.getMasterchainInfo()).last.seqno
    const to = newAddress()
    await transfer(wallet, keys, { toAddress: to })
    const { transaction_id: id } = await newest(to)
    const last = (await provider.getMasterchainInfo()).last.seqno
    const seen = []
    for (let seqno = before + 1; seqno <= last; seqno++) {
      const header: BlockHeader = await provider.getMasterchainBlockHeader(seqno)
      expect(header.id).toMatchObject({ workchain: -1, seqno })
      const { transactions } = await provider.getMasterchainBlockTransactions(seqno)
      expect(transactions.length).toBeGreaterThanOrEqual(2)
      for (const shard of (await provider.getBlockShards(seqno)).shards) {
        const shardHeader: BlockHeader = await provider.getBlockHeader(
          shard.workchain,
          shard.shard,
          shard.seqno,
        )
        expect(shardHeader.id).toEqual(shard)
        const page = await provider.getBlockTransactions(shard.workchain, shard.shard, shard.seqno, 1)
        seen.push(...page.transactions)
        if (!page.incomplete) continue
        const { lt, account } = page.transactions[0]
        const rest = await provider.getBlockTransactions(
          shard.workchain,
          shard.shard,
          shard.seqno,
          100,
          lt,
          account.split(':')[1],
        )
        expect(rest.incomplete).toBe(false)
        seen.push(...rest.transactions)
      }
    }
    const account = new TonWeb.Address(to).toString(false)
    expect(seen.filter((transaction) => transaction.account === account)).toEqual([
      { '@type': 'blocks.shortTxId', mode: 135, account, lt: id.lt, hash: id.hash },
    ])
  })

  it('follows the blocks as they come, each one once', { timeout: 60_000 }, async () => {
    const complaints = [vi.spyOn(console, 'error'), vi.spyOn(console, 'log')]
    const blocks: string[] = []
    const storage = new TonWeb.InMemoryBlockStorage(() => {})
    const onBlock = async ({ id }: BlockHeader) => {
      blocks.push(`${id.workchain} ${id.seqno}`)
    }
    const startMcBlockNumber = (await provider.getMasterchainInfo()).last.seqno
    const options = { startMcBlockNumber, mcInterval: 50, shardsInterval: 5 }
    const subscription = new TonWeb.BlockSubscription(provider, storage, onBlock, options)
    await subscription.start()
    const { wallet, keys } = await funded()
    for (let sent = 0; sent < 3; sent++) await transfer(wallet, keys, { toAddress: newAddress() })
    const target = (await provider.getMasterchainInfo()).last.seqno
    const shardTarget = (await provider.getBlockShards(target)).shards[0].seqno
    await until(
      'all have come',
      async () => (blocks.includes(`-1 ${target}`) && blocks.includes(`0 ${shardTarget}`)) || undefined,
      { timeoutMs: 40_000 },
    )
    subscription.stop()
    const masterchain = blocks.filter((block) => block.startsWith('-1 '))
    const first = startMcBlockNumber + 1
    expect(masterchain).toEqual(masterchain.map((_block, index) => `-1 ${first + index}`))
    expect(new Set(blocks).size).toBe(blocks.length)
    for (const complaint of complaints) {
      expect(complaint).not.toHaveBeenCalled()
      complaint.mockRestore()
    }
  })
})
