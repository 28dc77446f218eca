import { beginCell } from '@ton/core'
import { onchainContent } from '../../../src-main/devnet/scenario/tokenContent.ts'
import {
  ACCEPTING,
  contractCode,
  DEEP_CHAIN,
  DEEP_TUPLE,
  endlessMethodTable,
  GROW_FOREVER,
  HUGE_TUPLE,
  hex,
  type Instruction,
  LOOP_FOREVER,
  PUSH_NULL,
  pushAddress,
  pushCell,
  pushInt,
  pushSlice,
  SLOW_LOOP,
  sharedTree,
  throwing,
} from './hostileCode.ts'
import {
  answers,
  type HostileContract,
  hostile,
  nftData,
  type Verdict,
  WALLET_CODE,
} from './hostileContracts.ts'

/** Get-methods of tokens, domains and multisig contracts, which detection calls. */
const TOKEN_METHODS = [
  'get_jetton_data',
  'get_wallet_address',
  'get_wallet_data',
  'get_collection_data',
  'get_nft_address_by_index',
  'get_nft_content',
  'get_nft_data',
  'get_multisig_data',
  'get_order_address',
  'get_order_data',
] as const
/** What code with all of them seems to be. */
const SEEMING = [
  'jetton_master',
  'jetton_wallet',
  'multisig_order_v2',
  'multisig_v2',
  'nft_collection',
  'nft_item',
]

const OUT_OF_GAS = -14
const CELL_OVERFLOW = 8
/** Those whose outcomes are listed: the others run the same instructions. */
const LISTED = ['get_jetton_data', 'get_wallet_data', 'get_nft_data'] as const
const CONTENT = onchainContent({ name: 'Broken' })

/** A contract all of whose get-methods run the same instructions. */
function uniform(name: string, body: readonly Instruction[], outcome: number | 'refused'): HostileContract {
  const entries = TOKEN_METHODS.map((method) => [method, body] as const)
  const expected: Verdict = {
    interfaces: SEEMING,
    verified: [],
    outcomes: Object.fromEntries(LISTED.map((method) => [method, outcome])),
  }
  return hostile(name, contractCode(Object.fromEntries(entries), ACCEPTING), expected)
}

/** Contracts whose get-methods do not end, throw, or return invalid token data. */
export function brokenContracts(): readonly HostileContract[] {
  const ten = (value: Instruction) => answers(...Array.from({ length: 10 }, () => value))
  const oddAddress = (bits: string) => pushSlice(beginCell().storeBits(bitsOf(bits)).endCell())
  return [
    uniform('get-methods that loop forever', LOOP_FOREVER, OUT_OF_GAS),
    uniform('get-methods that nest cells without end', GROW_FOREVER, CELL_OVERFLOW),
    uniform('get-methods that throw', throwing(777), 777),
    uniform('get-methods that throw the code of a missing method', throwing(11), 11),
    uniform('get-methods that leave nothing', answers(), 0),
    uniform('get-methods that leave one number', answers(pushInt(1n)), 0),
    uniform('get-methods that leave numbers', ten(pushInt(1n)), 0),
    uniform('get-methods that leave nulls', ten(PUSH_NULL), 0),
    uniform('get-methods that leave NaN', ten(hex('83ff')), 0),
    uniform('get-methods that leave builders', ten(hex('c8')), 0),
    uniform('get-methods that leave continuations', ten(hex('90')), 0),
    uniform('get-methods that leave empty slices', ten(pushSlice(beginCell().endCell())), 0),
    uniform('get-methods that leave external addresses', ten(oddAddress('01000001000')), 0),
    uniform(
      'get-methods that leave addresses of variable length',
      ten(oddAddress(`110${'0'.repeat(60)}`)),
      0,
    ),
    uniform('get-methods that leave 255 tuples of 255 numbers', answers(...HUGE_TUPLE), 'refused'),
    uniform('get-methods that leave a tuple nested 2,000 deep', answers(...DEEP_TUPLE), 'refused'),
    uniform('get-methods that leave trees of 16,777,216 cells', ten(pushCell(sharedTree())), 0),
    uniform('get-methods that leave a chain of 600 cells', answers(...DEEP_CHAIN), 0),
    ...misshapen(),
    hostile('code with every method id', endlessMethodTable(), {
      // Detection can stop listing the methods at its bound.
      interfaces: [],
      verified: [],
      outcomes: { get_jetton_data: 0, get_wallet_data: 0 },
    }),
  ]
}

/**
 * A contract whose get-methods take seconds: they end out of gas (-14) or at the deadline of a run, whichever comes
 * first.
 */
export function slowContract(): HostileContract {
  const outcomes = { get_jetton_data: OUT_OF_GAS }
  const code = contractCode({ get_jetton_data: SLOW_LOOP }, ACCEPTING)
  return hostile('get-method that takes seconds', code, { interfaces: [], verified: [], outcomes })
}

/** Answers that fit but for one entry, and some that have entries to spare. */
function misshapen(): HostileContract[] {
  const none = pushAddress(null)
  const nft = nftData({ index: 1n, collection: null, owner: null, content: CONTENT })
  const of = (
    name: string,
    method: string,
    body: readonly Instruction[],
    verdict: Omit<Verdict, 'outcomes'>,
  ) => hostile(name, contractCode({ [method]: body }, ACCEPTING), { ...verdict, outcomes: { [method]: 0 } })
  return [
    of('NFT item that leaves more entries than it needs', 'get_nft_data', [...nft, pushInt(1n), PUSH_NULL], {
      interfaces: ['nft_item'],
      verified: ['nft_item'],
    }),
    of('NFT item that leaves an entry too few', 'get_nft_data', nft.slice(0, -1), {
      interfaces: ['nft_item'],
      verified: [],
    }),
    of(
      'NFT item whose owner is null in the place of an address',
      'get_nft_data',
      answers(pushInt(-1n), pushInt(1n), none, PUSH_NULL, pushCell(CONTENT)),
      { interfaces: ['nft_item'], verified: [] },
    ),
    of(
      'NFT item whose content is a tree of 16,777,216 cells',
      'get_nft_data',
      answers(pushInt(-1n), pushInt(1n), none, none, pushCell(onchainContent({ name: sharedTree() }))),
      { interfaces: ['nft_item'], verified: ['nft_item'] },
    ),
    of(
      'jetton wallet whose balance is a cell',
      'get_wallet_data',
      answers(pushCell(CONTENT), none, none, pushCell(WALLET_CODE)),
      { interfaces: ['jetton_wallet'], verified: [] },
    ),
  ]
}

function bitsOf(text: string) {
  const builder = beginCell()
  for (const bit of text) builder.storeBit(bit === '1')
  return builder.endCell().bits
}
