import { createHash } from 'node:crypto'
import { type Address, beginCell, Cell, Dictionary } from '@ton/core'
import { addressSlice, type Method, puppet, type Value } from './puppet.ts'

/** What contracts.test.ts puts on a devnet: contracts that say all kinds of things of themselves. */

export const sha256 = (name: string) => createHash('sha256').update(name).digest()
export const text = (value: string) => Buffer.from(value, 'utf8')
export const friendly = (address: Address) => address.toString()

function snake(prefix: number | undefined, data: Buffer): Cell {
  const parts = Array.from({ length: Math.ceil(data.length / 120) }, (_, i) =>
    data.subarray(i * 120, (i + 1) * 120),
  )
  const [first = Buffer.alloc(0), ...others] = parts
  const tail = others.reduceRight<Cell | undefined>((next, part) => withNext(part, next), undefined)
  const prefixed = prefix === undefined ? first : Buffer.concat([Buffer.from([prefix]), first])
  return withNext(prefixed, tail)
}
function withNext(data: Buffer, next: Cell | undefined): Cell {
  const builder = beginCell().storeBuffer(data)
  return (next ? builder.storeRef(next) : builder).endCell()
}
const link = (uri: string) => snake(1, text(uri))

function dictionary(entries: readonly (readonly [key: Buffer, value: Cell])[]): Dictionary<Buffer, Cell> {
  const cells = Dictionary.empty(Dictionary.Keys.Buffer(32), Dictionary.Values.Cell())
  for (const [key, value] of entries) cells.set(key, value)
  return cells
}
const onchain = (attributes: Readonly<Record<string, Cell>>) =>
  beginCell()
    .storeUint(0, 8)
    .storeDict(dictionary(Object.entries(attributes).map(([name, cell]) => [sha256(name), cell])))
    .endCell()

/** A dictionary with every key that there is: each fork leads to the same cell on both sides. */
function everyKey(bits: number, value: Cell): Cell {
  let node = beginCell().storeUint(0, 2).storeRef(value).endCell()
  for (let depth = 0; depth < bits; depth++)
    node = beginCell().storeUint(0, 2).storeRef(node).storeRef(node).endCell()
  return node
}

export const alice = puppet('alice').address
export const bob = puppet('bob').address
const missingAccount = puppet('missing account').address
export const code = beginCell().storeUint(0xc0de, 16).endCell()
const NONE = addressSlice(null)

const jettonData = (
  content: Cell,
  admin: Value = addressSlice(alice),
  more: readonly Value[] = [],
): Method => ({
  leaves: [2n ** 200n, -1n, admin, content, code, ...more],
})
const walletData = (owner: Value, jetton: Value): Method => ({ leaves: [77n, owner, jetton, code] })
const itemData = (index: bigint, collection: Value, content: Cell): Method => ({
  leaves: [-1n, index, collection, addressSlice(bob), content],
})
const answers = (address: Address): Method => ({ takes: 1, leaves: [addressSlice(address)] })

const smcRecord = (address: Address) =>
  beginCell().storeUint(0x9fd3, 16).storeAddress(address).storeUint(0, 8).endCell()
const resolverRecord = (address: Address) => beginCell().storeUint(0xba93, 16).storeAddress(address).endCell()
const adnlRecord = beginCell()
  .storeUint(0xad01, 16)
  .storeBuffer(Buffer.alloc(32, 0xad))
  .storeUint(0, 8)
  .endCell()
const storageRecord = beginCell().storeUint(0x7473, 16).storeBuffer(Buffer.alloc(32, 0x74)).endCell()
const textRecord = (value: string) =>
  beginCell()
    .storeUint(0x1eda, 16)
    .storeUint(1, 8)
    .storeUint(value.length, 8)
    .storeBuffer(text(value))
    .endCell()
export const UNKNOWN_CATEGORY = Buffer.alloc(32, 0xab)
const records = beginCell()
  .storeDictDirect(
    dictionary([
      [sha256('wallet'), smcRecord(alice)],
      [sha256('site'), adnlRecord],
      [sha256('storage'), storageRecord],
      [sha256('dns_next_resolver'), resolverRecord(bob)],
      [UNKNOWN_CATEGORY, storageRecord],
      [Buffer.alloc(32, 1), textRecord('no address')],
      [Buffer.alloc(32, 2), beginCell().storeUint(0x9fd3, 16).endCell()],
      [Buffer.alloc(32, 3), beginCell().storeUint(0x1234, 16).endCell()],
      [Buffer.alloc(32, 4), Cell.EMPTY],
      // No client reads the flags.
      [Buffer.alloc(32, 5), beginCell().storeUint(0xad01, 16).storeBuffer(Buffer.alloc(32)).endCell()],
    ]),
  )
  .endCell()
const resolves = (bits: bigint, cell: Value): Method => ({ takes: 2, leaves: [bits, cell] })

export const master = puppet('master').address
export const collection = puppet('collection').address
// PUSHCONT{ NEWC  ENDC  DROP }, AGAIN: much gas in little time
const LOOP = { code: '93c8c930ea' }

/** The contracts by name. */
export const CAST: Readonly<Record<string, Readonly<Record<string, Method>>>> = {
  master: {
    get_jetton_data: jettonData(
      onchain({
        uri: snake(0, text('https://example.org/more.json')),
        name: snake(0, text('ж'.repeat(200))),
        decimals: snake(0, text('9')),
        image_data: snake(0, Buffer.from([0xff, 0xd8])),
        symbol: snake(0, Buffer.from([0xff])),
        secret: snake(0, text('dropped')),
      }),
      NONE,
      [5n],
    ),
    get_wallet_address: answers(puppet('wallet').address),
  },
  wallet: {
    get_wallet_data: walletData(addressSlice(alice), addressSlice(master)),
    is_claimed: { leaves: [-1n] },
  },
  'other master': { get_wallet_address: answers(puppet('claimed twice').address) },
  'claimed twice': {
    get_wallet_data: walletData(addressSlice(alice), addressSlice(puppet('other master').address)),
    is_claimed: { leaves: [0n, 0n] },
  },
  'wallet of another': { get_wallet_data: walletData(addressSlice(alice), addressSlice(master)) },
  'wallet without owner': { get_wallet_data: walletData(NONE, addressSlice(master)) },
  'wallet of a missing account': {
    get_wallet_data: walletData(addressSlice(alice), addressSlice(missingAccount)),
  },
  collection: {
    get_collection_data: { leaves: [-1n, link('https://example.org/collection.json'), NONE] },
    get_nft_address_by_index: answers(puppet('item').address),
    get_nft_content: { takes: 2, leaves: [link('https://example.org/item.json')] },
  },
  item: { get_nft_data: itemData(7n, addressSlice(collection), link('of its own')) },
  'item of another': { get_nft_data: itemData(7n, addressSlice(collection), link('of its own')) },
  'item alone': { get_nft_data: itemData(2n ** 255n, NONE, link('https://example.org/alone.json')) },
  zone: {
    get_nft_address_by_index: answers(puppet('domain').address),
    get_nft_content: { takes: 2, leaves: [link('https://example.org/domain.json')] },
  },
  domain: {
    get_nft_data: itemData(1n, addressSlice(puppet('zone').address), Cell.EMPTY),
    get_domain: { leaves: [{ slice: beginCell().storeBuffer(text('example')).endCell() }] },
    dnsresolve: resolves(8n, records),
  },
  both: {
    get_jetton_data: jettonData(link('https://example.org/first.json')),
    get_wallet_data: walletData(addressSlice(alice), addressSlice(master)),
  },
  'too few': { get_jetton_data: { leaves: [1n, 1n, NONE, link('x')] }, get_nft_data: { leaves: [] } },
  'no content': { get_jetton_data: jettonData(snake(7, text('x'))) },
  'no address': {
    get_jetton_data: jettonData(link('x'), { slice: beginCell().storeUint(0b01, 2).endCell() }),
  },
  // 1 THROW
  'exit code 1': { get_jetton_data: { code: 'f201' } },
  endless: { get_jetton_data: LOOP, get_wallet_data: LOOP, get_collection_data: LOOP, get_nft_data: LOOP },
  // PUSHNULL, 2000 PUSHINT, PUSHCONT{ 1 TUPLE }, REPEAT
  'deep tuple': { get_jetton_data: { code: '6d8107d0926f01e4' } },
  // 9000 PUSHINT, PUSHCONT{ PUSHNULL }, REPEAT
  'too much': { get_jetton_data: { code: '812328916de4' } },
  'long link': { get_jetton_data: jettonData(link('a'.repeat(40_000))) },
  'chunks without end': {
    get_jetton_data: jettonData(
      onchain({ name: beginCell().storeUint(1, 8).storeMaybeRef(everyKey(32, Cell.EMPTY)).endCell() }),
    ),
  },
  'every attribute': {
    get_jetton_data: jettonData(
      beginCell()
        .storeUint(0, 8)
        .storeMaybeRef(everyKey(256, snake(0, text('the same'))))
        .endCell(),
    ),
  },
  'hostile zone': {
    get_nft_address_by_index: answers(puppet('every record').address),
    get_nft_content: { takes: 2, leaves: [link('x')] },
  },
  'every record': {
    get_nft_data: itemData(1n, addressSlice(puppet('hostile zone').address), Cell.EMPTY),
    dnsresolve: resolves(8n, everyKey(256, storageRecord)),
  },
  // `\0ton\0example\0`: 13 bytes, of which the first one resolves `\0ton`.
  'dns root': { dnsresolve: resolves(32n, resolverRecord(puppet('dns zone').address)) },
  'dns zone': { dnsresolve: resolves(72n, records) },
  'dns texts': {
    dnsresolve: resolves(
      8n,
      beginCell()
        .storeDictDirect(dictionary([[UNKNOWN_CATEGORY, textRecord('hello')]]))
        .endCell(),
    ),
  },
  'dns nothing': { dnsresolve: resolves(0n, null) },
  'dns too far': { dnsresolve: resolves(800n, records) },
}

/**
 * restricted-wallet3 revision 1, of ton-blockchain/ton, crypto/smc-envelope/SmartContractCode.cpp
 * (LGPL-2.0-or-later).
 */
const RESTRICTED_WALLET =
  'te6ccgECEgEAAUsAART/APSkE/S88sgLAQIBIAIDAgFIBAUD+PKDCNcYINMf0x/THwL4I7vyY+1E0NMf0x/T/1NDuvKhUWK68qIG+QFUEHb5' +
  'EPKkAY4fMwHT/9EB0x/0BNH4AAOkyMsfFMsfy/8Syx/0AMntVOEC0x/0BNH4ACH4I9s8IYAg9HtvpTGW+gAwcvsCkTDiApMg10qK6NECpMgP' +
  'EBEABNAwAgEgBgcCASAICQIBSAwNAgFuCgsAEbjJftRNDXCx+AAXrc52omhpn5jrhf/AABesePaiaGmPmOuFj8ABDbbYHwR7Z5AOAQm1B1tn' +
  'kA4BTu1E0IEBQNch0x/0BNEC2zz4J28QAoAg9HtvpTGX+gAwoXC2CZEw4g8AOiGOETGA8/gzIG6SMHCU0NcLH+IB3yGSAaGSW3/iAAzTB9QC' +
  '+wAAHssfFMsfEsv/yx/0AMntVA=='
export const LOCKED = 40_000_000n
export const restricted = {
  code: Cell.fromBase64(RESTRICTED_WALLET),
  data: beginCell()
    .storeUint(3, 32)
    .storeUint(698_983_191, 32)
    .storeBuffer(Buffer.alloc(32, 5))
    .storeUint(1_000_000_000, 32)
    .storeDict(
      Dictionary.empty(Dictionary.Keys.Int(32), Dictionary.Values.BigVarUint(4))
        .set(60, LOCKED)
        .set(2 ** 31 - 1, 0n),
    )
    .endCell(),
}
