import { type Address, beginCell, type Cell } from '@ton/core'
import { MASTERCHAIN } from '../../chain/blockId.ts'
import { ton } from './amounts.ts'
import { guestbookCode } from './code/guestbook.ts'
import { librarianCode } from './code/librarian.ts'
import type { ScenarioStep } from './scenarioContext.ts'
import { addressOf, initOf, sendFrom, usersOf } from './users.ts'

const PUBLISH = 0x5a3e1c07
const SIGN = 0x27d5a91b
const LIBRARY_REFERENCE = 2

/** Returns an exotic cell that refers to a public library: tag 2 and its hash. */
export function libraryReference(library: Cell): Cell {
  return beginCell().storeUint(LIBRARY_REFERENCE, 8).storeBuffer(library.hash()).endCell({ exotic: true })
}

/** Code and data of a librarian; it accepts orders from its owner alone. */
export function librarianInit(owner: Address) {
  return initOf(librarianCode(), beginCell().storeAddress(owner).storeBit(0).endCell())
}

function guestbookInit(id: number) {
  const data = beginCell().storeUint(id, 64).storeUint(0, 32).storeAddress(null).endCell()
  return initOf(libraryReference(guestbookCode()), data)
}

/** Body of an order to a librarian, from its owner: publish the library. */
export function publishBody(queryId: number, code: Cell): Cell {
  return beginCell().storeUint(PUBLISH, 32).storeUint(queryId, 64).storeRef(code).endCell()
}

/** Body of a message to a guest book. */
export function signBody(queryId: number): Cell {
  return beginCell().storeUint(SIGN, 32).storeUint(queryId, 64).endCell()
}

/** A librarian in the masterchain publishes a contract's code, and accounts of the basechain run it by reference. */
export const library: ScenarioStep = async (context) => {
  const { alice, bob, carol, victor } = usersOf(context)
  const librarian = librarianInit(victor.address)
  // Storage is expensive in the masterchain: enough for years.
  await sendFrom(context, victor, [
    {
      to: addressOf(librarian, MASTERCHAIN),
      amount: ton(100),
      init: librarian,
      body: publishBody(1, guestbookCode()),
    },
  ])
  await context.settle()

  const init = guestbookInit(1)
  const guestbook = addressOf(init)
  for (const [queryId, guest] of [alice, bob, carol].entries()) {
    // The first message deploys the contract.
    await sendFrom(context, guest, [
      { to: guestbook, amount: ton(0.2), bounce: true, init, body: signBody(queryId) },
    ])
  }
  await context.settle()

  context.addAccount({
    name: 'Librarian',
    kind: 'librarian',
    address: addressOf(librarian, MASTERCHAIN),
  })
  context.addAccount({
    name: 'Guest book (code in a library)',
    kind: 'contract of library code',
    address: guestbook,
  })
}
