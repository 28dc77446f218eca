import { type Address, beginCell } from '@ton/core'
import { MASTERCHAIN } from '../../../src-main/chain/blockId.ts'
import { ton } from '../../../src-main/devnet/scenario/amounts.ts'
import { librarianInit, libraryReference, publishBody } from '../../../src-main/devnet/scenario/library.ts'
import { onchainContent } from '../../../src-main/devnet/scenario/tokenContent.ts'
import { addressOf, type User } from '../../../src-main/devnet/scenario/users.ts'
import type { Transfer } from '../../../src-main/devnet/scenario/walletContract.ts'
import { contractCode, pushAddress, pushInt, REPLACEABLE } from './hostileCode.ts'
import {
  answering,
  answers,
  type HostileContract,
  hostile,
  jettonData,
  type Verdict,
  type Victims,
  walletData,
} from './hostileContracts.ts'
import { replace } from './replaceableMaster.ts'
import { withdrawBody } from './withdrawBody.ts'

/** A state of a contract, and the message after which it is in it. */
export type HostileState = {
  readonly name: string
  readonly message: Transfer
  /** Undefined where the account does not exist any more. */
  readonly expected: Verdict | undefined
}

/** A contract that changes; its states follow in this order, each after the block of the one before. */
export type ChangingContract = {
  readonly name: string
  readonly address: Address
  /** The master that acknowledges it. */
  readonly master: HostileContract
  readonly states: readonly HostileState[]
}

const NO_METHODS: Verdict = { interfaces: [], verified: [], outcomes: { get_wallet_data: 11 } }
const WALLET: Verdict = {
  interfaces: ['jetton_wallet'],
  verified: ['jetton_wallet'],
  outcomes: { get_wallet_data: 0 },
}
const CONTENT = onchainContent({ name: 'Chameleon', symbol: 'CHM', decimals: '9' })

/** A jetton wallet that becomes another contract and a jetton wallet again. Rows of its first time are kept. */
export function chameleon(victims: Victims): ChangingContract {
  const { shell, master, wallet } = acknowledged(victims, 1)
  const other = contractCode({ get_total: answers(pushInt(1n)) }, REPLACEABLE)
  return {
    name: 'jetton wallet that changes its code',
    address: shell.address,
    master,
    states: [
      { name: 'deployed without get-methods', message: shell.deploy, expected: NO_METHODS },
      { name: 'a jetton wallet', message: replace(shell.address, wallet), expected: WALLET },
      {
        name: 'another contract',
        message: replace(shell.address, other),
        expected: { ...NO_METHODS, outcomes: { get_wallet_data: 11, get_total: 0 } },
      },
      { name: 'a jetton wallet again', message: replace(shell.address, wallet), expected: WALLET },
    ],
  }
}

/** A jetton wallet whose account is deleted, and deployed once more. */
export function mayfly(victims: Victims): ChangingContract {
  const { shell, master, wallet } = acknowledged(victims, 2)
  return {
    name: 'jetton wallet that deletes itself',
    address: shell.address,
    master,
    states: [
      { name: 'deployed without get-methods', message: shell.deploy, expected: NO_METHODS },
      { name: 'a jetton wallet', message: replace(shell.address, wallet), expected: WALLET },
      { name: 'deleted', message: remove(shell.address), expected: undefined },
      { name: 'deployed once more', message: shell.deploy, expected: NO_METHODS },
    ],
  }
}

/**
 * A contract whose code can be replaced, a master that acknowledges it, and the code that makes it the master's wallet:
 * the addresses follow from the first code, so that they can name each other.
 */
function acknowledged({ alice }: Victims, id: number) {
  const shell = hostile('shell', contractCode({}, REPLACEABLE), NO_METHODS, id)
  const methods = {
    get_jetton_data: jettonData(CONTENT),
    get_wallet_address: answers(pushAddress(shell.address)),
  }
  const master = hostile(`jetton master of changing contract ${id}`, answering(methods), {
    interfaces: ['jetton_master'],
    verified: ['jetton_master'],
    outcomes: { get_jetton_data: 0, get_wallet_address: 0 },
  })
  const wallet = contractCode({ get_wallet_data: walletData(alice.address, master.address) }, REPLACEABLE)
  return { shell, master, wallet }
}

/** Deletes the account of a contract that REPLACEABLE serves. */
function remove(to: Address): Transfer {
  return { to, amount: ton(0.5), bounce: true, body: beginCell().storeUint(1, 32).endCell() }
}

/** An account whose code is a reference to a public library, and the library's publisher in the masterchain. */
export type LibraryContract = {
  readonly contract: HostileContract
  /** Base16 hash of the library. */
  readonly library: string
  /** From the owner. The library is there after the block. */
  readonly publish: Transfer
  /** From the owner: the library is withdrawn, and the account's code cannot be had. */
  readonly withdraw: Transfer
  /** After `withdraw`. */
  readonly expectedWithout: Verdict
}

/**
 * A jetton master of library code.
 * @param owner of the publisher: a publisher has one library at a time
 */
export function libraryMaster(owner: User): LibraryContract {
  const methods = {
    get_jetton_data: jettonData(onchainContent({ name: `Library of ${owner.name}`, symbol: 'LIB' })),
    get_wallet_address: answers(pushAddress(owner.address)),
  }
  const code = answering(methods)
  const init = librarianInit(owner.address)
  const librarian = addressOf(init, MASTERCHAIN)
  return {
    contract: hostile(`jetton master of library code, published by ${owner.name}`, libraryReference(code), {
      interfaces: ['jetton_master'],
      verified: ['jetton_master'],
      outcomes: { get_jetton_data: 0, get_wallet_address: 0 },
    }),
    library: code.hash().toString('hex'),
    // Storage in the masterchain is dear.
    publish: { to: librarian, amount: ton(100), init, body: publishBody(1, code) },
    withdraw: { to: librarian, amount: ton(1), bounce: true, body: withdrawBody(2) },
    expectedWithout: {
      interfaces: [],
      verified: [],
      // The TVM cannot open the cell that stands for the library: cell underflow.
      outcomes: { get_jetton_data: 9, get_wallet_address: 9 },
    },
  }
}

/** Makes the account of forgedContracts' uninitialized master: coins without code. */
export function uninitDeposit(to: Address): Transfer {
  return { to, amount: ton(1) }
}
