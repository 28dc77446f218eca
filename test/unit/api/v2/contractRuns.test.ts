import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Address, beginCell, Cell } from '@ton/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Gateway, startGateway } from '../../../../src-main/gateway/gateway.ts'

/** Runs of contracts on the network that comes with the program, over HTTP. */
const V4R2 = '0:11b44e43a78a1686cdc779875b14d76a096f1d0fcc0f7f96abd9cb01cf00f366'
const V1R3 = '0:6818dc87ad4d1928e3bd9cc2a19de6ba35e09ed95601fdf0fe2838d0cf07cd88'
const MINTER = '0:e3420da1a12ac5ad1e452043f266b9b179e7a5f374c9d8a44f9cee76ebc44fe7'
const JETTON_WALLET = '0:dccee769363112dd81e9c666832fa6c1cf5e6555923020a2cd0c6ba83d6029d4'
const COLLECTION = '0:addf1079241a70dea98f308b35f1d33c3fb1bd1a0bd29fb834175922b489c18c'
const ITEM = '0:825e90ea2d630fb62fb8f4f554e0b0619167287b1d10efafadc3b09c0b3416c6'
/** A public library. */
const LIBRARY = 'ba2918c8947e9b25af9ac1b883357754173e5812f807a3d6e642a14709595395'
const MISSING_ACCOUNT = `0:${'5a'.repeat(31)}5b`
const SEQNO = 780

describe('contracts of the sample network', () => {
  let gateway: Gateway
  let dataDir: string

  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'runs-'))
    gateway = await startGateway({ network: 'sample', index: 'off', port: 0, dataDir })
  })
  afterAll(async () => {
    await gateway?.close()
    rmSync(dataDir, { recursive: true, force: true })
  })

  async function ask(name: string, body: object) {
    const response = await fetch(`${gateway.url}/api/v2/${name}`, {
      method: 'POST',
      body: JSON.stringify(body),
    })
    const { result, error } = (await response.json()) as { result?: object; error?: string }
    return { status: response.status, result, error }
  }

  const call = (address: string, method: string | number, stack: readonly unknown[] = []) =>
    ask('runGetMethod', { address, method, stack, seqno: SEQNO })

  it('return their owner', async () => {
    expect(await call(V4R2, 'get_public_key')).toMatchObject({
      status: 200,
      result: {
        exit_code: 0,
        gas_used: 1021,
        stack: [['num', '0x22666ca816a4afc072756647c7cce086ae55e1992ef1cf2d781d89825a9b485d']],
        block_id: { seqno: SEQNO },
      },
    })
    expect(await call(V4R2, 78_748)).toMatchObject({ result: { exit_code: 0, gas_used: 1021 } })
  })

  it('answer an unknown method with their exit code, or -13 without code', async () => {
    expect(await call(V4R2, 'no_such_method')).toMatchObject({ status: 200, result: { exit_code: 11 } })
    expect(await call(MISSING_ACCOUNT, 'seqno', [['num', 5]])).toMatchObject({
      result: {
        exit_code: -13,
        gas_used: 0,
        stack: [
          ['num', '0x5'],
          ['num', '0x14c97'],
        ],
      },
    })
  })

  it('return numbers beyond 257 bits that no instruction reads', async () => {
    const big = (1n << 256n).toString()
    expect(await call(V4R2, 'seqno', [['num', big]])).toMatchObject({
      result: {
        exit_code: 0,
        stack: [
          ['num', `0x1${'0'.repeat(64)}`],
          ['num', expect.any(String)],
        ],
      },
    })
  })

  it('take slices: the wallet of an owner is the one that belongs to the jetton', async () => {
    const owner = beginCell().storeAddress(Address.parseRaw(V4R2)).endCell().toBoc().toString('base64')
    const { result } = await ask('runGetMethodStd', {
      address: MINTER,
      method: 'get_wallet_address',
      stack: [{ '@type': 'tvm.stackEntrySlice', slice: { '@type': 'tvm.slice', bytes: owner } }],
      seqno: SEQNO,
    })
    const { stack } = result as { stack: { slice: { bytes: string } }[] }
    const wallet = Cell.fromBase64(stack[0]?.slice.bytes ?? '')
      .beginParse()
      .loadAddress()
    expect(wallet.toRawString()).toBe(JETTON_WALLET)
  })

  it.each([
    [MINTER, { contract_type: 'jetton_master', mintable: true, jetton_content: { type: 'offchain' } }],
    [JETTON_WALLET, { contract_type: 'jetton_wallet', jetton: Address.parseRaw(MINTER).toString() }],
    [COLLECTION, { contract_type: 'nft_collection', collection_content: { type: 'offchain' } }],
    [ITEM, { contract_type: 'nft_item', collection_address: Address.parseRaw(COLLECTION).toString() }],
  ])('are described as tokens: %s', async (address, expected) => {
    expect(await ask('getTokenData', { address, seqno: SEQNO })).toMatchObject({
      status: 200,
      result: expected,
    })
  })

  it('that are not tokens answer 409', async () => {
    expect(await ask('getTokenData', { address: V4R2 })).toMatchObject({ status: 409 })
    expect(await ask('getTokenData', { address: MISSING_ACCOUNT })).toMatchObject({ status: 409 })
  })

  it('are recognized as wallets', async () => {
    expect(await ask('getWalletInformation', { address: V4R2 })).toMatchObject({
      result: { wallet: true, wallet_type: 'wallet v4 r2', wallet_id: 698983191 },
    })
    const { result } = await ask('getWalletInformation', { address: MINTER })
    expect(result).toMatchObject({ wallet: false })
    expect(result).not.toHaveProperty('wallet_type')
  })

  it('that resolve no domains answer with an error', async () => {
    const values = { address: V4R2, name: 'x.ton' }
    expect(await ask('dnsResolve', values)).toMatchObject({ status: 500, error: 'get method failed' })
  })

  it('are found by the message between them, from its source or its destination', async () => {
    const history = await ask('getTransactions', { address: JETTON_WALLET, limit: 20 })
    type Found = {
      transaction_id: object
      in_msg: { source: string; destination: string; created_lt: string }
    }
    const received = (history.result as unknown as Found[]).filter(({ in_msg }) => in_msg.source !== '')
    expect(received.length).toBeGreaterThan(0)
    for (const { transaction_id, in_msg } of received) {
      const { source, destination, created_lt } = in_msg
      const message = { source, destination, created_lt }
      expect(await ask('tryLocateTx', message)).toMatchObject({ result: { transaction_id } })
      expect(await ask('tryLocateSourceTx', message)).toMatchObject({
        result: { out_msgs: expect.arrayContaining([expect.objectContaining({ created_lt })]) },
      })
      const other = { ...message, created_lt: String(BigInt(created_lt) + 1n) }
      expect(await ask('tryLocateTx', other)).toMatchObject({
        status: 404,
        error: 'transaction was not found',
      })
    }
  })

  it('estimate what a message costs; what they do not accept costs its delivery only', async () => {
    const body = beginCell().endCell().toBoc().toString('base64')
    expect(await ask('estimateFee', { address: V1R3, body })).toMatchObject({
      result: { source_fees: { in_fwd_fee: 100, gas_fee: 0, fwd_fee: 0 }, destination_fees: [] },
    })
    expect(await ask('estimateFee', { address: MISSING_ACCOUNT, body })).toMatchObject({
      result: { source_fees: { storage_fee: 0, gas_fee: 1000 } },
    })
  })

  it('estimate what a contract costs that opens a public library', async () => {
    // PUSHREF  CTOS  NEWC  ENDC  NEWC  ENDC  ACCEPT
    const opening = (hash: string) =>
      beginCell()
        .storeBuffer(Buffer.from('88d0c8c9c8c9f800', 'hex'))
        .storeRef(beginCell().storeUint(2, 8).storeBuffer(Buffer.from(hash, 'hex')).endCell({ exotic: true }))
        .endCell()
    const body = beginCell().endCell().toBoc().toString('base64')
    const gasFee = async (code: Cell) => {
      const init_code = code.toBoc().toString('base64')
      const { result } = await ask('estimateFee', {
        address: MISSING_ACCOUNT,
        body,
        init_code,
        init_data: body,
      })
      return (result as { source_fees: { gas_fee: number } }).source_fees.gas_fee
    }
    const [known, unknown] = [await gasFee(opening(LIBRARY)), await gasFee(opening('ab'.repeat(32)))]
    // 1,234 units at 10 nanoton, and fewer than the 100 that cost as much as one.
    expect([known, unknown]).toEqual([12_340, 1_000])
  })

  it('reject GET for requests that a query string cannot express', async () => {
    const response = await fetch(`${gateway.url}/api/v2/runGetMethod?address=${V4R2}`)
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST'])
  })
})
