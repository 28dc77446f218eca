import { Address, beginCell } from '@ton/core'
import { birdsOf } from '../../../src-main/devnet/scenario/collection.ts'
import { dnsOf } from '../../../src-main/devnet/scenario/dns.ts'
import { jettonsOf } from '../../../src-main/devnet/scenario/jettons.ts'
import { purseOf } from '../../../src-main/devnet/scenario/multisig.ts'
import { onchainContent } from '../../../src-main/devnet/scenario/tokenContent.ts'
import { hex, type Methods, pushAddress, pushCell, pushInt, pushSlice } from './hostileCode.ts'
import {
  answering,
  answers,
  emptyOrderData,
  type HostileContract,
  hostile,
  jettonData,
  nftData,
  orderData,
  succeeding,
  type Verdict,
  type Victims,
  walletData,
} from './hostileContracts.ts'

/** Holds coins and no code once `uninitDeposit` has arrived. */
export const UNINIT_MASTER = new Address(0, Buffer.alloc(32, 0x5a))
/** Not an account. */
export const ABSENT_MASTER = new Address(0, Buffer.alloc(32, 0x5b))
const NO_WORKCHAIN = new Address(7, Buffer.alloc(32, 0x5c))

const CONTENT = onchainContent({ name: 'Forged', symbol: 'FRG', decimals: '9' })
/** ^Cell that is not TEP-64 content. */
const NOT_CONTENT = beginCell().storeUint(0xff, 8).endCell()

type Recognised = Pick<Verdict, 'interfaces' | 'verified'>

function contract(name: string, methods: Methods, recognised: Recognised): HostileContract {
  return hostile(name, answering(methods), { ...recognised, outcomes: succeeding(methods) })
}

/**
 * Contracts whose get-methods succeed and claim what others do not acknowledge, or numbers at the edge. The
 * scenario's steps wallets, jettons, collection, dns and multisig have what they claim to be a part of.
 */
export function forgedContracts(victims: Victims): readonly HostileContract[] {
  return [
    ...forgedJettonWallets(victims),
    ...forgedMasters(victims),
    ...forgedItems(victims),
    ...forgedOrders(victims),
    ...strangeMasters(),
  ]
}

function forgedJettonWallets(victims: Victims): HostileContract[] {
  const { crane } = jettonsOf(victims)
  const recognised = { interfaces: ['jetton_wallet'], verified: [] }
  const wallet = (name: string, master: Address | null, owner: Address | null = victims.alice.address) =>
    contract(name, { get_wallet_data: walletData(owner, master) }, recognised)
  return [
    wallet('jetton wallet that its master does not acknowledge', crane.address),
    wallet('jetton wallet whose master is uninitialized', UNINIT_MASTER),
    wallet('jetton wallet whose master does not exist', ABSENT_MASTER),
    wallet('jetton wallet whose master is in a workchain that does not exist', NO_WORKCHAIN),
    wallet('jetton wallet whose master is a plain wallet', victims.bob.address),
    wallet('jetton wallet without a master', null),
    wallet('jetton wallet without an owner', crane.address, null),
  ]
}

/** A master and the wallet to which its get_wallet_address points: the wallet claims the scenario's jetton. */
function forgedMasters(victims: Victims): HostileContract[] {
  const { crane } = jettonsOf(victims)
  const wallet = hostile(
    'jetton wallet that a forged master acknowledges, of another master',
    answering({ get_wallet_data: walletData(victims.bob.address, crane.address) }),
    { interfaces: ['jetton_wallet'], verified: [], outcomes: { get_wallet_data: 0 } },
  )
  const methods = {
    get_jetton_data: jettonData(CONTENT, 10n ** 18n, victims.treasury.address),
    get_wallet_address: answers(pushAddress(wallet.address)),
  }
  return [
    wallet,
    // A master is verified by its own data alone.
    contract('jetton master whose wallet claims another master', methods, {
      interfaces: ['jetton_master'],
      verified: ['jetton_master'],
    }),
  ]
}

function forgedItems(victims: Victims): HostileContract[] {
  const birds = birdsOf(victims).address
  const owner = victims.alice.address
  const item = (
    name: string,
    index: bigint,
    collection: Address | null,
    verified: Recognised['verified'] = [],
    content = CONTENT,
  ) =>
    contract(
      name,
      { get_nft_data: nftData({ index, collection, owner, content }) },
      { interfaces: ['nft_item'], verified },
    )
  const zone = dnsOf(victims).zone.address
  const label = beginCell().storeBuffer(Buffer.from('alice')).endCell()
  const record = beginCell().storeUint(0x9fd3, 16).storeAddress(owner).storeUint(0, 8).endCell()
  return [
    item('NFT item with the index of another item of its collection', 3n, birds),
    item('NFT item with an index that its collection has not minted', 999n, birds),
    item('NFT item with an index that its collection cannot take', 1n << 64n, birds),
    item('NFT item with a negative index in a collection', -1n, birds),
    item('NFT item whose collection is a plain wallet', 0n, victims.bob.address),
    item('NFT item whose collection does not exist', 0n, ABSENT_MASTER),
    item('NFT item without a collection, with index 2^255', 1n << 255n, null, ['nft_item']),
    item('NFT item without a collection, with the greatest index', (1n << 256n) - 1n, null, ['nft_item']),
    item('NFT item without a collection, with a negative index', -1n, null, ['nft_item']),
    item('NFT item without a collection and without content', 0n, null, [], NOT_CONTENT),
    contract(
      'domain of a zone that does not acknowledge it',
      {
        get_nft_data: nftData({ index: 1n, collection: zone, owner, content: CONTENT }),
        get_domain: answers(pushSlice(label)),
        dnsresolve: answers(pushInt(8n), pushCell(record)),
      },
      { interfaces: ['dns', 'nft_item'], verified: [] },
    ),
  ]
}

function forgedOrders(victims: Victims): HostileContract[] {
  const { address } = purseOf(victims)
  const signers = beginCell().storeUint(0, 8).endCell()
  const recognised = { interfaces: ['multisig_order_v2'], verified: [] }
  const order = (name: string, multisig: Address, seqno: bigint) =>
    contract(name, { get_order_data: orderData(multisig, seqno, signers, CONTENT) }, recognised)
  return [
    order('multisig order with the number of another order', address, 0n),
    order('multisig order with a number that its multisig has not reached', address, 1000n),
    order('multisig order whose multisig is a plain wallet', victims.bob.address, 0n),
    contract(
      'multisig order before its initialisation, with a number that is taken',
      { get_order_data: emptyOrderData(address, 0n) },
      recognised,
    ),
  ]
}

function strangeMasters(): HostileContract[] {
  const recognised: Recognised = { interfaces: ['jetton_master'], verified: ['jetton_master'] }
  const master = (name: string, content = CONTENT, supply?: bigint, verdict = recognised) =>
    contract(
      name,
      {
        get_jetton_data: jettonData(content, supply),
        get_wallet_address: answers(pushAddress(ABSENT_MASTER)),
      },
      verdict,
    )
  const decimals = (text: string) =>
    onchainContent({ name: `Decimals ${text}`, symbol: 'DEC', decimals: text })
  return [
    master('jetton master with a supply of 2^120 - 1', CONTENT, (1n << 120n) - 1n),
    master('jetton master with the greatest supply', CONTENT, (1n << 256n) - 1n),
    master('jetton master with a negative supply', CONTENT, -(1n << 256n)),
    master('jetton master with negative decimals', decimals('-1')),
    master('jetton master with 2^63 decimals', decimals('9223372036854775808')),
    master('jetton master with 256 decimals', decimals('256')),
    master('jetton master whose decimals are not a number', decimals('1e3')),
    master('jetton master with empty content', onchainContent({})),
    master('jetton master whose content is not TEP-64', NOT_CONTENT, undefined, {
      interfaces: ['jetton_master'],
      verified: [],
    }),
    contract(
      'jetton master whose supply is not a number',
      { get_jetton_data: answers(hex('83ff')), get_wallet_address: answers(pushAddress(null)) },
      { interfaces: ['jetton_master'], verified: [] },
    ),
  ]
}
