import { type Address, type Cell, contractAddress } from '@ton/core'
import { getSecureRandomBytes, keyPairFromSeed } from '@ton/crypto'
import { internal, type MessageRelaxed, SendMode, TonClient, toNano, WalletContractV5R1 } from '@ton/ton'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { until } from '../../fixtures/until.ts'
import {
  alice,
  bob,
  CAST,
  code,
  collection,
  friendly,
  LOCKED,
  master,
  restricted,
  sha256,
  text,
  UNKNOWN_CATEGORY,
} from './cast.ts'
import { type DevnetGateway, openDevnetGateway } from './devnetGateway.ts'
import { methods, puppet } from './puppet.ts'

/** Contracts with true, false and hostile data, requested through /api/v2. */

describe('contracts on a devnet', () => {
  let gateway: DevnetGateway
  let wallet: ReturnType<typeof openWallet>

  function openWallet(client: TonClient, seed: Buffer) {
    const { publicKey, secretKey } = keyPairFromSeed(seed)
    return { opened: client.open(WalletContractV5R1.create({ publicKey })), secretKey }
  }

  async function ask(name: string, params: object) {
    const body = JSON.stringify(params)
    const response = await fetch(`${gateway.url}/api/v2/${name}`, { method: 'POST', body })
    const { result, error } = (await response.json()) as { result?: Record<string, unknown>; error?: string }
    return { status: response.status, result, error }
  }
  const token = (name: string) => ask('getTokenData', { address: puppet(name).address.toRawString() })

  beforeAll(async () => {
    gateway = await openDevnetGateway()
    wallet = openWallet(new TonClient({ endpoint: gateway.jsonRpc }), await getSecureRandomBytes(32))
    const { opened, secretKey } = wallet
    await gateway.fund([opened.address], toNano(20))
    const messages = Object.entries(CAST).map(([name, named]) => {
      const { address, init } = puppet(name)
      return internal({ to: address, value: toNano('0.1'), bounce: false, init, body: methods(named) })
    })
    const to = contractAddress(0, restricted)
    messages.push(internal({ to, value: 2n * LOCKED, bounce: false, init: restricted }))
    // An external message can have 64 KiB.
    for (let at = 0; at < messages.length; at += 8) {
      const seqno = await opened.getSeqno()
      const sendMode = SendMode.PAY_GAS_SEPARATELY
      await opened.sendTransfer({ seqno, secretKey, sendMode, messages: messages.slice(at, at + 8) })
      await until(`seqno ${seqno} has passed`, async () => (await opened.getSeqno()) > seqno || undefined)
    }
    await until('the last one is there', async () => {
      const { result } = await ask('getAddressState', { address: to.toRawString() })
      return (result as unknown) === 'active' || undefined
    })
  }, 120_000)
  afterAll(() => gateway?.[Symbol.asyncDispose]())

  const boc = (cell: Cell) => cell.toBoc({ idx: false }).toString('base64')

  it('a jetton master: semi-chain content, no admin, more on the stack than expected', async () => {
    const { address } = puppet('master')
    expect((await token('master')).result).toEqual({
      '@type': 'ext.tokens.jettonMasterData',
      address: address.toRawString().toUpperCase(),
      contract_type: 'jetton_master',
      total_supply: (2n ** 200n).toString(),
      mintable: true,
      jetton_content: {
        type: 'onchain',
        data: {
          decimals: '9',
          image_data: '/9g=',
          name: 'ж'.repeat(200),
          uri: 'https://example.org/more.json',
        },
      },
      jetton_wallet_code: boc(code),
    })
  })

  it('a jetton wallet that its master confirms', async () => {
    expect((await token('wallet')).result).toEqual({
      '@type': 'ext.tokens.jettonWalletData',
      address: puppet('wallet').address.toRawString().toUpperCase(),
      contract_type: 'jetton_wallet',
      balance: '77',
      owner: friendly(alice),
      jetton: friendly(master),
      mintless_is_claimed: true,
      jetton_wallet_code: boc(code),
    })
    const second = (await token('claimed twice')).result
    expect(second).toMatchObject({ contract_type: 'jetton_wallet' })
    expect(second).not.toHaveProperty('mintless_is_claimed')
  })

  it('a collection without owner, and its item', async () => {
    expect((await token('collection')).result).toEqual({
      '@type': 'ext.tokens.nftCollectionData',
      address: collection.toRawString().toUpperCase(),
      contract_type: 'nft_collection',
      next_item_index: '-1',
      collection_content: { type: 'offchain', data: 'https://example.org/collection.json' },
    })
    const item = {
      '@type': 'ext.tokens.nftItemData',
      contract_type: 'nft_item',
      init: true,
      index: '7',
      collection_address: friendly(collection),
      owner_address: friendly(bob),
      content: { type: 'offchain', data: 'https://example.org/item.json' },
    }
    const { address } = puppet('item')
    for (const bounceable of [true, false]) {
      const asked = address.toString({ bounceable })
      expect((await ask('getTokenData', { address: asked })).result).toEqual({ ...item, address: asked })
    }
  })

  it('an item of no collection', async () => {
    const { result } = await token('item alone')
    expect(result).toMatchObject({
      index: (2n ** 255n).toString(),
      content: { data: 'https://example.org/alone.json' },
    })
    expect(result).not.toHaveProperty('collection_address')
  })

  it('a domain with records of every kind', async () => {
    const std = ({ hash, workChain }: Address) => ({
      '@type': 'addr_std',
      workchain_id: workChain,
      address: hash.toString('hex'),
    })
    expect((await token('domain')).result?.content).toEqual({
      domain: 'example.ton',
      data: {
        wallet: { '@type': 'dns_smc_address', smc_addr: std(alice) },
        site: { '@type': 'dns_adnl_address', adnl_addr: 'ad'.repeat(32) },
        storage: { '@type': 'dns_storage_address', bag_id: '74'.repeat(32) },
        dns_next_resolver: { '@type': 'dns_next_resolver', resolver: std(bob) },
        ['05'.repeat(32)]: { '@type': 'dns_adnl_address', adnl_addr: '00'.repeat(32) },
        ['AB'.repeat(32)]: { '@type': 'dns_storage_address', bag_id: '74'.repeat(32) },
      },
    })
  })

  it('the first kind that fits counts', async () => {
    expect((await token('both')).result).toMatchObject({
      contract_type: 'jetton_master',
      admin_address: friendly(alice),
    })
  })

  it.each([
    'wallet of another',
    'wallet without owner',
    'wallet of a missing account',
    'item of another',
    'too few',
    'no content',
    'no address',
    'exit code 1',
    'endless',
    'deep tuple',
    'too much',
    'dns root',
  ])('not a token: %s', async (name) => {
    expect(await token(name)).toEqual({
      status: 409,
      result: undefined,
      error: 'Smart contract is not Jetton or NFT',
    })
  })

  it('content that is too much is cut', async () => {
    const link = (await token('long link')).result?.jetton_content as { data: string }
    expect(link.data).toMatch(/^a+$/)
    expect(link.data.length).toBe(8_160)
    expect((await token('chunks without end')).result?.jetton_content).toEqual({
      type: 'onchain',
      data: { name: '' },
    })
    const every = (await token('every attribute')).result?.jetton_content as { data: object }
    expect(Object.values(every.data)).toEqual(
      Array.from({ length: 9 }, (_, i) => (i === 4 ? text('the same').toString('base64') : 'the same')),
    )
    const domain = (await token('every record')).result?.content as { data: object }
    expect(Object.keys(domain.data)).toHaveLength(1_024)
  })

  const resolve = (contract: string, name: string, ttl?: number) =>
    ask('dnsResolve', {
      address: puppet(contract).address.toRawString(),
      name,
      ...(ttl !== undefined && { ttl }),
    })
  const b64 = (bytes: Buffer) => bytes.toString('base64')
  const accountAddress = (address: Address) => ({
    '@type': 'accountAddress',
    account_address: friendly(address),
  })

  it('returns the resolved prefix if a resolver resolves only a part of a name', async () => {
    const rest = { '@type': 'dns.entry', name: 'ton.', category: b64(sha256('dns_next_resolver')) }
    const resolver = accountAddress(puppet('dns zone').address)
    const entries = [{ ...rest, entry: { '@type': 'dns.entryDataNextResolver', resolver } }]
    for (const name of ['example.ton', 'example.ton.']) {
      expect((await resolve('dns root', name)).result).toEqual({ '@type': 'dns.resolved', entries })
    }
  })

  it('queries the next resolver with ttl, and returns the rest of the name there', async () => {
    const { result } = await resolve('dns root', 'example.ton', 1)
    const entries = result?.entries as { name: string; category: string; entry: object }[]
    expect(Object.fromEntries(entries.map(({ category, entry }) => [category, entry]))).toEqual({
      [b64(sha256('wallet'))]: { '@type': 'dns.entryDataSmcAddress', smc_address: accountAddress(alice) },
      [b64(sha256('site'))]: {
        '@type': 'dns.entryDataAdnlAddress',
        adnl_address: { '@type': 'adnlAddress', adnl_address: expect.stringMatching(/^[a-z2-7]{55}$/) },
      },
      [b64(sha256('storage'))]: { '@type': 'dns.entryDataStorageAddress', bag_id: '74'.repeat(32) },
      [b64(sha256('dns_next_resolver'))]: {
        '@type': 'dns.entryDataNextResolver',
        resolver: accountAddress(bob),
      },
      [b64(UNKNOWN_CATEGORY)]: { '@type': 'dns.entryDataStorageAddress', bag_id: '74'.repeat(32) },
      [b64(Buffer.alloc(32, 5))]: {
        '@type': 'dns.entryDataAdnlAddress',
        adnl_address: { '@type': 'adnlAddress', adnl_address: expect.any(String) },
      },
      [b64(Buffer.alloc(32, 1))]: { '@type': 'dns.entryDataText', text: 'no address' },
    })
    expect(new Set(entries.map(({ name }) => name))).toEqual(new Set(['example.']))
  })

  it('the root has records too, and a resolver may know nothing', async () => {
    for (const name of ['.', '']) {
      expect((await resolve('dns texts', name)).result?.entries).toEqual([
        {
          '@type': 'dns.entry',
          name: '.',
          category: b64(UNKNOWN_CATEGORY),
          entry: { '@type': 'dns.entryDataText', text: 'hello' },
        },
      ])
    }
    expect((await resolve('dns nothing', 'example.ton')).result).toEqual({
      '@type': 'dns.resolved',
      entries: [],
    })
  })

  it('a resolver that resolves more than the query, and names that are too long', async () => {
    expect(await resolve('dns too far', 'x.ton')).toMatchObject({ status: 500, error: 'invalid response' })
    const long = 'a'.repeat(129)
    expect(await resolve('dns root', long)).toMatchObject({ status: 500, error: 'Name is too long' })
    expect((await resolve('dns nothing', 'a'.repeat(125))).status).toBe(200)
    expect(await resolve('dns nothing', 'a'.repeat(126))).toMatchObject({
      status: 500,
      error: 'Name is too long',
    })
  })

  it('a restricted wallet returns the unlocked amount', async () => {
    const address = contractAddress(0, restricted)
    const { result } = await ask('getExtendedAddressInformation', { address: address.toRawString() })
    const balance = Number(result?.balance)
    expect(balance).toBeGreaterThan(Number(LOCKED))
    expect(result).toMatchObject({
      revision: 1,
      account_state: {
        '@type': 'rwallet.accountState',
        wallet_id: 698_983_191,
        seqno: 3,
        unlocked_balance: balance - Number(LOCKED),
        config: {
          '@type': 'rwallet.config',
          start_at: 1_000_000_000,
          limits: [
            { '@type': 'rwallet.limit', seconds: 60, value: Number(LOCKED) },
            { '@type': 'rwallet.limit', seconds: 2 ** 31 - 1, value: 0 },
          ],
        },
      },
    })
    const { result: information } = await ask('getWalletInformation', { address: address.toRawString() })
    expect(information).toMatchObject({ wallet: false })
  })

  it('an estimate of a message with more of a currency than the balance counts its fees', async () => {
    const { opened, secretKey } = wallet
    const seqno = await opened.getSeqno()
    const estimate = async (...messages: MessageRelaxed[]) => {
      const body = opened.createTransfer({
        seqno,
        secretKey,
        sendMode: SendMode.PAY_GAS_SEPARATELY,
        messages,
      })
      const { status, result } = await ask('estimateFee', {
        address: opened.address.toRawString(),
        body: boc(await body),
      })
      expect(status).toBe(200)
      return (result as { source_fees: Record<string, number> }).source_fees
    }
    const plain = await estimate(internal({ to: alice, value: 1n }))
    expect(plain.fwd_fee).toBeGreaterThan(0)
    const overdraft = await estimate(internal({ to: alice, value: 1n, extracurrency: { 100: 5n } }))
    expect([overdraft.fwd_fee, overdraft.gas_fee]).toEqual([plain.fwd_fee, expect.any(Number)])
    expect(overdraft.gas_fee).toBeGreaterThanOrEqual(plain.gas_fee as number)
    // The thread that ran it is as good as before. Storage fees grow with the devnet's clock.
    const { storage_fee: storageFee, ...otherFees } = await estimate(internal({ to: alice, value: 1n }))
    expect({ ...otherFees, storage_fee: plain.storage_fee }).toEqual(plain)
    expect(storageFee).toBeGreaterThanOrEqual(plain.storage_fee as number)
  })
})
