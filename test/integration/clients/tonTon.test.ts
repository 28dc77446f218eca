import { getSecureRandomBytes, type KeyPair, keyPairFromSeed } from '@ton/crypto'
import {
  Address,
  beginCell,
  Cell,
  ElectorContract,
  external,
  fromNano,
  internal,
  type OpenedContract,
  SendMode,
  storeMessage,
  TonClient,
  type Transaction,
  toNano,
  WalletContractV3R2,
  WalletContractV4,
  WalletContractV5R1,
} from '@ton/ton'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { until } from '../../fixtures/until.ts'
import { balanceChange, chargedFees } from './chargedFees.ts'
import { type DevnetGateway, openDevnetGateway } from './devnetGateway.ts'

type Wallet = WalletContractV3R2 | WalletContractV4 | WalletContractV5R1
type OpenWallet = OpenedContract<WalletContractV4>

const VERSIONS = {
  'v3 r2': WalletContractV3R2,
  'v4 r2': WalletContractV4,
  'v5 r1': WalletContractV5R1,
} as const
type Version = keyof typeof VERSIONS

/** The three share the methods that are used here; openContract needs one type. */
function walletOf(version: Version, publicKey: Buffer): WalletContractV4 {
  const wallet: Wallet = VERSIONS[version].create({ workchain: 0, publicKey })
  return wallet as WalletContractV4
}

async function newKeys(): Promise<KeyPair> {
  return keyPairFromSeed(await getSecureRandomBytes(32))
}

/** Returns an address that has never received a message. */
function newAddress(): Promise<Address> {
  return getSecureRandomBytes(32).then((hash) => new Address(0, hash))
}

/** The message that a transaction took from another account. */
function arrivalOf({ inMessage }: Transaction) {
  if (inMessage?.info.type !== 'internal') throw new Error('no internal message')
  const { src, dest, value, createdLt, bounced } = inMessage.info
  return { from: String(src), to: String(dest), value: value.coins, createdLt, bounced }
}

/** What the API answered to a call that axios gave up on. */
async function refusal(call: Promise<unknown>): Promise<{ status: number; error: string }> {
  const failure = await call.then(
    () => expect.fail('was taken'),
    (error) => error,
  )
  const { status, data } = failure.response
  return { status, error: data.error }
}

describe('@ton/ton', () => {
  let gateway: DevnetGateway
  let client: TonClient
  beforeAll(async () => {
    gateway = await openDevnetGateway()
    client = new TonClient({ endpoint: gateway.jsonRpc })
  })
  afterAll(async () => {
    expect(gateway.verification().refused).toBe(0)
    await gateway[Symbol.asyncDispose]()
  })

  type Order = { to: Address; value: bigint; body?: string | Cell; bounce?: boolean }

  function transferOf(wallet: OpenWallet, { secretKey }: KeyPair, seqno: number, orders: readonly Order[]) {
    const messages = orders.map(({ bounce = false, ...order }) => internal({ ...order, bounce }))
    return wallet.createTransfer({ seqno, secretKey, sendMode: SendMode.PAY_GAS_SEPARATELY, messages })
  }

  /** Sends and waits until the wallet counts on. */
  async function transfer(wallet: OpenWallet, keys: KeyPair, orders: readonly Order[]): Promise<void> {
    const seqno = await wallet.getSeqno()
    await wallet.send(transferOf(wallet, keys, seqno, orders))
    await until(`seqno ${seqno} has passed`, async () => (await wallet.getSeqno()) === seqno + 1 || undefined)
  }

  /** Sends a request for which the SDK has no method. */
  async function post(operation: string, body: object) {
    const init = { method: 'POST', body: JSON.stringify(body) }
    const response = await fetch(`${gateway.url}/api/v2/${operation}`, init)
    return (await response.json()) as { result: unknown; error?: string; code?: number }
  }

  /** The newest transaction of an account that has `count` of them. */
  function newest(address: Address, count = 1): Promise<Transaction> {
    return until(`${address} has ${count} transactions`, async () => {
      const transactions = await client.getTransactions(address, { limit: count })
      return transactions.length === count ? transactions[0] : undefined
    })
  }

  async function funded(version: Version = 'v4 r2') {
    const keys = await newKeys()
    const wallet = client.open(walletOf(version, keys.publicKey))
    await gateway.fund([wallet.address], toNano(100))
    return { keys, wallet }
  }

  describe.each(Object.keys(VERSIONS) as Version[])('a wallet %s', (version) => {
    let wallet: OpenWallet
    let keys: KeyPair
    beforeAll(async () => {
      ;({ wallet, keys } = await funded(version))
    })

    it('is deployed by its first transfer, which arrives with its comment', async () => {
      expect(await wallet.getBalance()).toBe(toNano(100))
      expect(await wallet.getSeqno()).toBe(0)
      expect(await client.isContractDeployed(wallet.address)).toBe(false)
      const to = await newAddress()
      await transfer(wallet, keys, [{ to, value: toNano('1.5'), body: 'Привіт, TON' }])
      expect(await client.isContractDeployed(wallet.address)).toBe(true)

      const received = await newest(to)
      expect(arrivalOf(received)).toMatchObject({ from: String(wallet.address), value: toNano('1.5') })
      const body = received.inMessage?.body.beginParse()
      expect([body?.loadUint(32), body?.loadStringTail()]).toEqual([0, 'Привіт, TON'])
      expect(await client.getBalance(to)).toBe(balanceChange(received))
    })

    it('has the key that it was made with', async () => {
      const { stack, gas_used } = await client.runMethod(wallet.address, 'get_public_key')
      expect(stack.readBigNumber()).toBe(BigInt(`0x${keys.publicKey.toString('hex')}`))
      expect(gas_used).toBeGreaterThan(0)
    })

    it('pays exactly the fees of its transactions', async () => {
      await transfer(wallet, keys, [
        { to: await newAddress(), value: 1n },
        { to: await newAddress(), value: toNano(3) },
      ])
      const history = await client.getTransactions(wallet.address, { limit: 100 })
      expect(history).toHaveLength(3)
      expect(await wallet.getBalance()).toBe(history.reduce((sum, tx) => sum + balanceChange(tx), 0n))
    })

    it('pays what was estimated', async () => {
      const seqno = await wallet.getSeqno()
      const body = transferOf(wallet, keys, seqno, [{ to: await newAddress(), value: 5n, body: 'estimated' }])
      const { source_fees: fees } = await client.estimateExternalMessageFee(wallet.address, {
        body,
        initCode: null,
        initData: null,
        ignoreSignature: false,
      })
      const dummy = transferOf(wallet, await newKeys(), seqno, [
        { to: await newAddress(), value: 5n, body: 'estimated' },
      ])
      const unsigned = await client.estimateExternalMessageFee(wallet.address, {
        body: dummy,
        initCode: null,
        initData: null,
        ignoreSignature: true,
      })
      expect(unsigned.source_fees).toEqual({ ...fees, storage_fee: expect.any(Number) })

      await wallet.send(body)
      await until('it has gone', async () => (await wallet.getSeqno()) > seqno || undefined)
      const [sent] = await client.getTransactions(wallet.address, { limit: 1 })
      const charged = chargedFees(sent as Transaction)
      expect({ ...fees, storage_fee: 0 }).toEqual({
        '@type': 'fees',
        in_fwd_fee: Number(charged.import),
        storage_fee: 0,
        gas_fee: Number(charged.gas),
        fwd_fee: Number(charged.forward),
      })
    })

    it('is known to getWalletInformation', async () => {
      const { result } = await post('getWalletInformation', { address: String(wallet.address) })
      expect(result).toMatchObject({
        wallet: true,
        wallet_type: `wallet ${version}`,
        seqno: await wallet.getSeqno(),
        wallet_id: version === 'v5 r1' ? 2147483409 : 698983191,
        account_state: 'active',
        balance: String(await wallet.getBalance()),
        ...(version === 'v5 r1' && { is_signature_allowed: true }),
      })
    })

    it('receives the reason of a refused message, and nothing changes', async () => {
      const seqno = await wallet.getSeqno()
      const orders = [{ to: await newAddress(), value: 1n }]
      const balance = await wallet.getBalance()
      const bad = {
        'a wrong signature': transferOf(wallet, await newKeys(), seqno, orders),
        'a seqno that has passed': transferOf(wallet, keys, seqno - 1, orders),
        'a seqno to come': transferOf(wallet, keys, seqno + 1, orders),
      }
      for (const [what, body] of Object.entries(bad)) {
        expect([what, await refusal(wallet.send(body))]).toEqual([
          what,
          {
            status: 500,
            error: expect.stringMatching(
              /^LITE_SERVER_UNKNOWN: cannot apply external message to current state : External message was not accepted: cannot run message on account: inbound external message rejected by transaction [0-9A-F]{64}:\nexitcode=\d+, steps=\d+, gas_used=0\n/,
            ),
          },
        ])
      }
      expect([await wallet.getSeqno(), await wallet.getBalance()]).toEqual([seqno, balance])
    })
  })

  describe('the history of a wallet', () => {
    let wallet: OpenWallet
    let all: Transaction[]
    const ids = (transactions: readonly Transaction[]) => transactions.map(({ lt }) => lt)
    const place = (tx: Transaction | undefined) => ({
      lt: String(tx?.lt),
      hash: tx?.hash().toString('base64') ?? '',
    })
    beforeAll(async () => {
      const opened = await funded()
      wallet = opened.wallet
      for (let sent = 0; sent < 12; sent++) {
        await transfer(wallet, opened.keys, [{ to: await newAddress(), value: BigInt(sent) }])
      }
      all = await client.getTransactions(wallet.address, { limit: 100 })
    })

    it('is one chain, newest first', () => {
      expect(all).toHaveLength(13)
      all.forEach((tx, index) => {
        const before = all[index + 1]
        expect(tx.prevTransactionLt).toBe(before?.lt ?? 0n)
        expect(tx.prevTransactionHash).toBe(BigInt(`0x${before?.hash().toString('hex') ?? 0}`))
      })
    })

    it.each([1, 3, 5, 13, 50])('comes in pages of %i without gap or repetition', async (limit) => {
      const found: Transaction[] = []
      for (;;) {
        const from = found.length === 0 ? {} : place(found.at(-1))
        const page = await client.getTransactions(wallet.address, { limit, ...from })
        if (page.length === 0) break
        expect(page.length).toBeLessThanOrEqual(limit)
        found.push(...page)
      }
      expect(ids(found)).toEqual(ids(all))
    })

    it('starts and ends at the given transactions', async () => {
      const [, , third] = all
      const inclusive = await client.getTransactions(wallet.address, {
        limit: 4,
        ...place(third),
        inclusive: true,
      })
      expect(ids(inclusive)).toEqual(ids(all.slice(2, 6)))
      const until6 = await client.getTransactions(wallet.address, { limit: 100, to_lt: String(all[6]?.lt) })
      expect(ids(until6)).toEqual(ids(all.slice(0, 6)))
      const archival = await client.getTransactions(wallet.address, { limit: 2, archival: true })
      expect(ids(archival)).toEqual(ids(all.slice(0, 2)))
    })

    it('has each transaction under its lt and hash, and no other', async () => {
      const [, second, third] = all
      const { lt, hash } = place(second)
      expect((await client.getTransaction(wallet.address, lt, hash))?.hash()).toEqual(second?.hash())
      expect(await refusal(client.getTransaction(wallet.address, lt, place(third).hash))).toEqual({
        status: 500,
        error: 'LITE_SERVER_UNKNOWN: transaction hash mismatch',
      })
      expect(await refusal(client.getTransaction(wallet.address, String(BigInt(lt) + 1n), hash))).toEqual({
        status: 500,
        error: 'LITE_SERVER_UNKNOWN: cannot locate transaction in block with specified logical time',
      })
    })

    it('is also the history that a provider of the contract reads', async () => {
      const provider = client.provider(wallet.address)
      const { last, balance, state } = await provider.getState()
      const [first] = all
      expect(last).toEqual({ lt: first?.lt, hash: first?.hash() })
      expect(balance).toBe(await wallet.getBalance())
      const code = state.type === 'active' && state.code ? Cell.fromBoc(state.code)[0] : undefined
      expect(code?.equals(wallet.init.code)).toBe(true)
      const page = await provider.getTransactions(wallet.address, first?.lt ?? 0n, first?.hash() as Buffer, 5)
      expect(ids(page)).toEqual(ids(all.slice(0, 5)))
    })

    it('is found from either end of a message', async () => {
      const sent = all[4] as Transaction
      const message = sent.outMessages.get(0)
      if (message?.info.type !== 'internal') throw new Error('has sent nothing')
      const { dest, createdLt } = message.info
      const received = await client.tryLocateResultTx(wallet.address, dest, String(createdLt))
      expect(arrivalOf(received)).toMatchObject({
        from: String(wallet.address),
        to: String(dest),
        createdLt,
      })
      const source = await client.tryLocateSourceTx(wallet.address, dest, String(createdLt))
      expect(source.hash()).toEqual(sent.hash())
      const other = String(createdLt + 1n)
      expect(await refusal(client.tryLocateResultTx(wallet.address, dest, other))).toEqual({
        status: 404,
        error: 'transaction was not found',
      })
    })
  })

  it('finds a transfer by walking the blocks', async () => {
    const { latestSeqno: first } = await client.getMasterchainInfo()
    const { wallet, keys } = await funded()
    const to = await newAddress()
    await transfer(wallet, keys, [{ to, value: toNano(1) }])
    const received = await newest(to)

    const info = await client.getMasterchainInfo()
    expect(info).toMatchObject({ workchain: -1, shard: '-9223372036854775808', initSeqno: 0 })
    const found = []
    for (let seqno = first; seqno <= info.latestSeqno; seqno++) {
      const shards = await client.getWorkchainShards(seqno)
      expect(shards).toEqual([{ workchain: 0, shard: '-9223372036854775808', seqno: expect.any(Number) }])
      for (const { workchain, shard, seqno: shardSeqno } of shards) {
        const transactions = await client.getShardTransactions(workchain, shardSeqno, shard)
        for (const { account, lt, hash } of transactions) if (account.equals(to)) found.push({ lt, hash })
      }
      // Elector and config live in every masterchain block.
      const own = await client.getShardTransactions(-1, seqno, info.shard)
      expect(own.length).toBeGreaterThanOrEqual(2)
    }
    expect(found).toEqual([{ lt: String(received.lt), hash: received.hash().toString('base64') }])
  })

  it('sends from a masterchain to a basechain account and back', async () => {
    const keys = await newKeys()
    const wallet = client.open(WalletContractV4.create({ workchain: -1, publicKey: keys.publicKey }))
    await gateway.fund([wallet.address], toNano(50))
    const basechain = await funded()
    await transfer(wallet, keys, [{ to: basechain.wallet.address, value: toNano(7) }])
    await newest(basechain.wallet.address, 2)
    await transfer(basechain.wallet, basechain.keys, [{ to: wallet.address, value: toNano(9) }])
    const received = await newest(wallet.address, 3)
    expect(arrivalOf(received).value).toBe(toNano(9))
  })

  it('deploys without a transfer, by a file', async () => {
    const { wallet, keys } = await funded('v3 r2')
    const message = external({
      to: wallet.address,
      init: wallet.init,
      body: transferOf(wallet, keys, 0, []),
    })
    const file = beginCell().store(storeMessage(message)).endCell().toBoc()
    await client.sendFile(file)
    await until('it is there', async () => (await client.isContractDeployed(wallet.address)) || undefined)
    const { status, error } = await refusal(client.sendFile(file))
    expect([status, error]).toEqual([500, expect.stringContaining('exitcode=33')])
  })

  it('finds its transaction by the hash that sending gave', async () => {
    const { wallet, keys } = await funded('v5 r1')
    const body = transferOf(wallet, keys, 0, [{ to: await newAddress(), value: 1n }])
    const message = external({ to: wallet.address, init: wallet.init, body })
    const cell = beginCell().store(storeMessage(message)).endCell()
    const boc = cell.toBoc().toString('base64')
    const { result } = await post('sendBocReturnHash', { boc })
    // TEP-467: no StateInit, the body in a reference.
    const normal = beginCell().storeUint(0b10, 2).storeUint(0, 2).storeAddress(wallet.address).storeCoins(0)
    const hashes = {
      '@type': 'raw.extMessageInfo',
      hash: cell.hash().toString('base64'),
      hash_norm: normal.storeBit(0).storeBit(1).storeRef(body).endCell().hash().toString('base64'),
    }
    expect(result).toEqual(hashes)
    await until('it is taken', async () => ((await wallet.getSeqno()) === 1 ? true : undefined))
    const history = await post('getTransactions', { address: String(wallet.address), limit: 1 })
    expect(history.result).toMatchObject([{ in_msg: { hash: hashes.hash, source: '' } }])
    const again = await post('sendBocReturnHashNoError', { boc })
    expect([again.code, again.error]).toEqual([400, expect.stringContaining('exitcode=133')])
  })

  it('returns coins that are not accepted', async () => {
    const { wallet, keys } = await funded()
    const to = await newAddress()
    await transfer(wallet, keys, [{ to, value: toNano(2), bounce: true, body: 'hello?' }])
    const bounced = await newest(wallet.address, 3)
    const arrival = arrivalOf(bounced)
    expect(arrival).toMatchObject({ bounced: true, from: String(to) })
    expect(arrival.value).toBeGreaterThan(toNano('1.9'))
    expect(await client.getBalance(to)).toBe(0n)
    expect(fromNano(await wallet.getBalance())).toMatch(/^99\.9/)
  })

  it('recognizes accounts without code', async () => {
    const never = await newAddress()
    expect(await client.getContractState(never)).toMatchObject({
      balance: 0n,
      state: 'uninitialized',
      code: null,
      data: null,
      lastTransaction: null,
      blockId: { workchain: -1 },
    })
    await gateway.fund([never], 5n)
    const { state, balance, lastTransaction } = await client.getContractState(never)
    expect([state, balance, lastTransaction?.lt]).toEqual(['uninitialized', 5n, expect.any(String)])
    expect((await client.provider(never).getState()).state).toEqual({ type: 'uninit' })
    expect((await client.runMethodWithError(never, 'seqno')).exit_code).toBe(-13)
    await expect(client.runMethod(never, 'seqno')).rejects.toThrow(
      'Unable to execute get method. Got exit_code: -13',
    )
    expect(await refusal(client.sendExternalMessage({ address: never }, new Cell()))).toEqual({
      status: 500,
      error: expect.stringMatching(/^LITE_SERVER_UNKNOWN: cannot apply external message to current state : /),
    })
  })

  it('receives errors for missing methods and invalid addresses', async () => {
    const { wallet, keys } = await funded()
    await transfer(wallet, keys, [])
    expect((await client.runMethodWithError(wallet.address, 'noSuchMethod')).exit_code).toBe(11)
    await expect(client.runMethod(wallet.address, 'noSuchMethod')).rejects.toThrow(
      'Unable to execute get method. Got exit_code: 11',
    )
    // A method that takes no argument finds one too many and leaves it where it is.
    const { stack } = await client.runMethod(wallet.address, 'seqno', [{ type: 'int', value: -5n }])
    expect([stack.readBigNumber(), stack.readBigNumber()]).toEqual([-5n, 1n])
    const bad = 'EQ_bad' as unknown as Address
    expect(await refusal(client.getContractState(bad))).toEqual({
      status: 422,
      error: 'failed to parse address',
    })
    expect(await refusal(client.getTransactions(wallet.address, { limit: 1001 }))).toEqual({
      status: 422,
      error: 'limit should be less or equal 1000',
    })
  })

  it('reads the elector', async () => {
    const elector = client.open(ElectorContract.create())
    expect(await elector.getReturnedStake(new Address(-1, Buffer.alloc(32)))).toBe(0n)
    const state = await client.getContractState(Address.parse(`-1:${'3'.repeat(64)}`))
    expect([state.state, state.balance > 0n]).toEqual(['active', true])
  })
})
