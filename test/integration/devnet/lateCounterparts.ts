import { type Address, beginCell, type Cell, Dictionary } from '@ton/core'
import { MASTERCHAIN } from '../../../src-main/chain/blockId.ts'
import { ton } from '../../../src-main/devnet/scenario/amounts.ts'
import { onchainContent } from '../../../src-main/devnet/scenario/tokenContent.ts'
import { addressOf, initOf } from '../../../src-main/devnet/scenario/users.ts'
import type { Transfer } from '../../../src-main/devnet/scenario/walletContract.ts'
import { contractCode, hex, type Methods, pushCell, pushInt, pushSlice, REPLACEABLE } from './hostileCode.ts'
import {
  answering,
  answers,
  hostile,
  nftData,
  orderData,
  type VerifiedKind,
  walletData,
} from './hostileContracts.ts'
import { replace } from './replaceableMaster.ts'

/** A contract that another one acknowledges by its data, not by its code. */
export type LateCounterpart = {
  readonly kind: VerifiedKind
  readonly counterpart: Address
  readonly claim: Address
  /** Deploys both; the counterpart names another account. */
  readonly deploy: readonly Transfer[]
  /** Changes the counterpart's data only. */
  readonly acknowledge: Transfer
  readonly deny: Transfer
}

const NOTHING = { interfaces: [], verified: [], outcomes: {} } as const
const CONTENT = onchainContent({ name: 'Late', symbol: 'LATE' })
/** PUSHCTR c4 */
const DATA = hex('ed44')
/** PUSHCTR c4, CTOS: the address in the data */
const ADDRESS_IN_DATA = hex('ed44d0')

/** A claim of each kind that needs an acknowledgement. `id` makes the contracts differ from those of another call. */
export function lateCounterparts(owner: Address, id: number): readonly LateCounterpart[] {
  const members = Dictionary.empty(Dictionary.Keys.Uint(8), Dictionary.Values.Address()).set(0, owner)
  const signers = beginCell().storeDictDirect(members).endCell()
  return [
    late('jetton_wallet', { get_wallet_address: answers(ADDRESS_IN_DATA) }, (master) => ({
      get_wallet_data: walletData(owner, master),
    })),
    late(
      'nft_item',
      { get_nft_address_by_index: answers(ADDRESS_IN_DATA), get_nft_content: answers(pushCell(CONTENT)) },
      (collection) => ({ get_nft_data: nftData({ index: 7n, collection, owner, content: CONTENT }) }),
    ),
    late('multisig_order', { get_order_address: answers(ADDRESS_IN_DATA) }, (multisig) => ({
      get_order_data: orderData(multisig, 0n, signers, CONTENT),
    })),
  ]

  function late(
    kind: VerifiedKind,
    methods: Methods,
    claiming: (counterpart: Address) => Methods,
  ): LateCounterpart {
    const counterpart = changing(methods, owner, id)
    const claim = hostile(kind, answering(claiming(counterpart.address)), NOTHING, id)
    return {
      kind,
      counterpart: counterpart.address,
      claim: claim.address,
      deploy: [counterpart.deploy, claim.deploy],
      acknowledge: counterpart.naming(claim.address),
      deny: counterpart.naming(owner),
    }
  }
}

/** A contract that claims to be a wallet of one contract and an item of another. */
export type TwofoldClaim = {
  readonly claim: Address
  /** Deploys all three; both counterparts name another account. */
  readonly deploy: readonly Transfer[]
  /** Changes the data of the master only. */
  readonly acknowledgeWallet: Transfer
  /** Changes the data of the collection only. */
  readonly acknowledgeItem: Transfer
}

/** `id` makes the contracts differ from those of another call. */
export function twofoldClaim(owner: Address, id: number): TwofoldClaim {
  const [master, collection] = [
    { get_wallet_address: answers(ADDRESS_IN_DATA) },
    { get_nft_address_by_index: answers(ADDRESS_IN_DATA), get_nft_content: answers(pushCell(CONTENT)) },
  ].map((methods) => changing(methods, owner, id)) as [Changing, Changing]
  const nft = { index: 7n, collection: collection.address, owner, content: CONTENT }
  const claim = hostile(
    'wallet and item',
    answering({ get_wallet_data: walletData(owner, master.address), get_nft_data: nftData(nft) }),
    NOTHING,
    id,
  )
  return {
    claim: claim.address,
    deploy: [master.deploy, collection.deploy, claim.deploy],
    acknowledgeWallet: master.naming(claim.address),
    acknowledgeItem: collection.naming(claim.address),
  }
}

/** A collection with several items, which acknowledges one of them or not by its data. */
export type ManyItems = {
  readonly items: readonly Address[]
  /** Deploys all; the collection acknowledges each item. */
  readonly deploy: readonly Transfer[]
  /** Changes the collection's data: it acknowledges all items but one. */
  denying(index: number): Transfer
}

/** PUSHCTR c4, PUSHINT 64, DICTIGET, DROP: the address at a key of the data. */
const ADDRESS_AT_KEY = hex('ed448040f40c30')

export function manyItems(owner: Address, count: number): ManyItems {
  const methods = {
    get_nft_address_by_index: [ADDRESS_AT_KEY],
    get_nft_content: answers(pushCell(CONTENT)),
  }
  const code = contractCode(methods, REPLACEABLE)
  const init = initOf(code, beginCell().storeUint(count, 64).endCell())
  const collection = addressOf(init)
  const items = Array.from({ length: count }, (_, index) => {
    const data = nftData({ index: BigInt(index), collection, owner, content: CONTENT })
    return hostile('item', answering({ get_nft_data: data }), NOTHING, index)
  })
  const naming = (denied?: number) => {
    const named = Dictionary.empty(Dictionary.Keys.BigInt(64), Dictionary.Values.Address())
    for (const [index, { address }] of items.entries()) {
      named.set(BigInt(index), index === denied ? owner : address)
    }
    return replace(collection, code, beginCell().storeDictDirect(named).endCell())
  }
  return {
    items: items.map(({ address }) => address),
    deploy: [{ to: collection, amount: ton(1), init }, naming(), ...items.map(({ deploy }) => deploy)],
    denying: naming,
  }
}

/** Answers with the address in the contract's data. */
export function answersItsData() {
  return answers(ADDRESS_IN_DATA)
}

export type Changing = {
  readonly address: Address
  readonly deploy: Transfer
  /** Changes its data to this address. */
  naming(address: Address): Transfer
}

/** A contract whose methods answer with the address in its data, first that of `owner`. */
export function changing(methods: Methods, owner: Address, id: number): Changing {
  const code = contractCode(methods, REPLACEABLE)
  const init = initOf(code, beginCell().storeAddress(owner).storeUint(id, 64).endCell())
  const address = addressOf(init)
  return {
    address,
    deploy: { to: address, amount: ton(1), init },
    naming: (named) => replace(address, code, beginCell().storeAddress(named).endCell()),
  }
}

/** A DNS root that resolves `ton` by its data, and an item of a collection that is not a zone yet. */
export type LateZone = {
  /** In the masterchain. */
  readonly root: Address
  readonly item: Address
  /** Deploys root, collection and item; the collection acknowledges the item. */
  readonly deploy: readonly Transfer[]
  /** Makes the root resolve `ton` to the collection. */
  readonly acknowledge: Transfer
  /** Makes the root resolve `ton` to another account. */
  readonly deny: Transfer
  /** Another root, which resolves `ton` to the collection as soon as it is deployed. */
  readonly newRoot: Address
  readonly deployNewRoot: Transfer
}

/** Bits of the name `ton` with the zero bytes around it. */
const ZONE_BITS = 40n

export function lateZone(owner: Address): LateZone {
  const rootCode = contractCode({ dnsresolve: answers(pushInt(ZONE_BITS), DATA) }, REPLACEABLE)
  const resolver = (to: Address): Cell => beginCell().storeUint(0xba93, 16).storeAddress(to).endCell()
  const rootInit = initOf(rootCode, resolver(owner))
  const root = addressOf(rootInit, MASTERCHAIN)
  const shell = hostile('collection', contractCode({}, REPLACEABLE), NOTHING, 79)
  const collection = shell.address
  const newInit = initOf(rootCode, resolver(collection))
  const newRoot = addressOf(newInit, MASTERCHAIN)
  const record = beginCell().storeUint(0x9fd3, 16).storeAddress(owner).storeUint(0, 8).endCell()
  const item = hostile(
    'item',
    answering({
      get_nft_data: nftData({ index: 1n, collection, owner, content: CONTENT }),
      get_domain: answers(pushSlice(beginCell().storeBuffer(Buffer.from('late')).endCell())),
      dnsresolve: answers(pushInt(8n), pushCell(record)),
    }),
    NOTHING,
    79,
  )
  const itemAddress = beginCell().storeAddress(item.address).endCell()
  const methods = {
    get_nft_address_by_index: answers(pushSlice(itemAddress)),
    get_nft_content: answers(pushCell(CONTENT)),
  }
  // Masterchain gas is dear.
  const change = (to: Address): Transfer => ({ ...replace(root, rootCode, resolver(to)), amount: ton(5) })
  return {
    root,
    item: item.address,
    deploy: [
      { to: root, amount: ton(5), init: rootInit },
      shell.deploy,
      replace(collection, contractCode(methods, REPLACEABLE)),
      item.deploy,
    ],
    acknowledge: change(collection),
    deny: change(owner),
    newRoot,
    deployNewRoot: { to: newRoot, amount: ton(5), init: newInit },
  }
}

/** A request to a wallet for the transfer of one unit (TEP-74). */
export function transferRequest(wallet: Address, to: Address): Transfer {
  const body = beginCell()
    .storeUint(0x0f8a7ea5, 32)
    .storeUint(1, 64)
    .storeCoins(1n)
    .storeAddress(to)
    .storeAddress(to)
    .storeBit(false)
    .storeCoins(0n)
    .storeBit(false)
    .endCell()
  return { to: wallet, amount: ton(0.1), bounce: true, body }
}
