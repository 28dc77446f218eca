import { beginCell } from '@ton/core'
import { describe, expect, it } from 'vitest'
import { jettonMaster, jettonTransfer } from '#shared/schema/v3/jettons.ts'
import { nftItem } from '#shared/schema/v3/nftItem.ts'
import { nftSale } from '#shared/schema/v3/nftSale.ts'
import { nftTransfer } from '#shared/schema/v3/nfts.ts'
import { jettonMasterJson, jettonTransferJson } from '../../../../../src-main/api/v3/render/jettonJson.ts'
import { JsonBuffer } from '../../../../../src-main/api/v3/render/jsonBuffer.ts'
import type { Writer } from '../../../../../src-main/api/v3/render/jsonWriter.ts'
import { nftItemJson, nftTransferJson } from '../../../../../src-main/api/v3/render/nftJson.ts'
import { nftSaleJson } from '../../../../../src-main/api/v3/render/nftSaleJson.ts'
import { API_BOC, serializeBoc } from '../../../../../src-main/chain/cells/serializeBoc.ts'
import { createDecodeBudget } from '../../../../../src-main/contracts/messages/decodeBody.ts'

const ACCOUNT = Buffer.alloc(33, 1)
const HASH = Buffer.alloc(32, 2)
const state = { address: ACCOUNT, lastTxLt: 5n, codeHash: HASH, dataHash: undefined }
const event = {
  hash: HASH,
  lt: 7n,
  now: 8,
  isAborted: false,
  traceId: undefined,
  isTraceBroken: false,
  contract: ACCOUNT,
  queryId: (1n << 64n) - 1n,
  response: 'addr_none',
  customPayload: undefined,
} as const

function textOf<Value, Json, Context>(write: Writer<Value, Json, Context>, value: Value, context: Context) {
  const buffer = new JsonBuffer()
  write(buffer, value, context)
  return Buffer.from(buffer.copy()).toString()
}

const master = (content: Readonly<Record<string, string>>) => ({
  ...state,
  totalSupply: (1n << 120n) - 1n,
  isMintable: false,
  admin: undefined,
  content: JSON.stringify(content),
  walletCodeHash: HASH,
})

describe('records of jettons and NFTs', () => {
  it.each([
    ['100 kB', 'x'.repeat(100_000)],
    ['HTML', '<script>alert("1 & 2")</script>\u2028'],
    ['text from right to left', '\u202eDSU rehteT\u202c'],
    ['control characters', 'a\u0000b\n\u001b[31m"\\'],
    ['an emoji', '🪙'],
  ])('pass %s in a name unchanged, as one JSON string', (_name, name) => {
    const text = textOf(jettonMasterJson, master({ name, symbol: 'X' }), undefined)
    expect(text).not.toMatch(/[<>&\u2028\n]/)
    expect(jettonMaster.parse(JSON.parse(text)).jetton_content).toEqual({ name, symbol: 'X' })
  })

  it('have null for what is absent, and integers of any size as text', () => {
    const json = JSON.parse(textOf(jettonMasterJson, master({}), undefined))
    expect(jettonMaster.parse(json)).toMatchObject({
      admin_address: null,
      data_hash: null,
      jetton_content: {},
      total_supply: '1329227995784915872903807060280344575',
    })
    const item = {
      ...state,
      isInit: false,
      index: (1n << 256n) - 1n,
      collectionAddress: undefined,
      collection: undefined,
      owner: undefined,
      content: undefined,
      sale: undefined,
    }
    const parsed = nftItem.parse(JSON.parse(textOf(nftItemJson, item, undefined)))
    expect(parsed).toMatchObject({ collection: null, owner_address: null, content: null, on_sale: false })
    expect(Object.keys(parsed)).not.toContain('real_owner')
    expect(parsed.index).toBe(String((1n << 256n) - 1n))
  })

  it("have the reference's text for a missing address, and an empty collection", () => {
    const transfer = {
      ...event,
      collection: undefined,
      oldOwner: ACCOUNT,
      newOwner: 'addr_extern',
      forwardAmount: 0n,
      forwardPayload: undefined,
    } as const
    const json = nftTransfer.parse(JSON.parse(textOf(nftTransferJson, transfer, createDecodeBudget())))
    expect(json).toMatchObject({
      nft_collection: '',
      new_owner: 'addr_extern',
      response_destination: 'addr_none',
      query_id: '18446744073709551615',
      trace_id: null,
    })
  })

  it('decode payloads as messages do, with null for unknown ones', () => {
    const comment = serializeBoc(beginCell().storeUint(0, 32).storeStringTail('<hi>').endCell(), API_BOC)
    const unknown = serializeBoc(beginCell().storeUint(0xfeed, 17).endCell(), API_BOC)
    const transfer = {
      ...event,
      customPayload: unknown,
      jetton: ACCOUNT,
      amount: 1n,
      source: ACCOUNT,
      destination: ACCOUNT,
      forwardAmount: 1n,
      forwardPayload: comment,
    }
    const text = textOf(jettonTransferJson, transfer, createDecodeBudget())
    expect(jettonTransfer.parse(JSON.parse(text))).toMatchObject({
      custom_payload: unknown.toString('base64'),
      decoded_custom_payload: null,
      forward_payload: comment.toString('base64'),
      decoded_forward_payload: { '@type': 'text_comment', comment: '<hi>', type: 'text_comment' },
    })
  })

  it('leave out the fields that a sale does not have', () => {
    const sale = {
      ...state,
      kind: 'getgems_auction',
      nft: ACCOUNT,
      nftOwner: undefined,
      marketplace: undefined,
      createdAt: undefined,
      details: JSON.stringify({ end_flag: true, last_member: null, last_bid: '5' }),
      item: undefined,
    } as const
    const json = nftSale.parse(JSON.parse(textOf(nftSaleJson, sale, undefined)))
    expect(json.details).toEqual({ end_flag: true, last_bid: '5' })
    expect(Object.keys(json).toSorted()).toEqual([
      'address',
      'code_hash',
      'details',
      'last_transaction_lt',
      'nft_address',
      'type',
    ])
  })
})
