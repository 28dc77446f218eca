import type { Address, Cell } from '@ton/core'
import { isMadeByBlock } from '#shared/ton/systemMessage.ts'
import { loadMessage } from '../../chain/block/message.ts'
import { accountOf } from '../../chain/block/msgAddress.ts'
import { loadTransaction } from '../../chain/block/transaction.ts'
import type { BlockIdExt } from '../../chain/blockId.ts'
import { parseCell } from '../../chain/tlb.ts'

/** An internal message as a link between two transactions. */
export type Link = {
  /** Hash of the message's cell, hexadecimal. */
  readonly hash: string
  readonly source: Address
  readonly destination: Address
  readonly createdLt: bigint
}

/** The links of a transaction; `hash` is hexadecimal. */
export type TransactionLinks = {
  readonly hash: string
  /** The received message, if another transaction sent it. */
  readonly received: Link | undefined
  readonly sent: readonly Link[]
}

/** A transaction with its links. */
export type FoundCell = {
  readonly cell: Cell
  readonly address: Address
  readonly lt: bigint
  readonly links: TransactionLinks
  /** See FoundTransaction; undefined if its block is known. */
  readonly claimedBlock?: BlockIdExt | undefined
}

/** Reads the links of an account's transaction. Throws TlbError. */
export function openedCell(address: Address, cell: Cell): FoundCell {
  const { inMsg, outMsgs, lt } = parseCell(cell, 'Transaction', loadTransaction)
  return { cell, address, lt, links: linksOf(cell, inMsg, outMsgs) }
}

function linksOf(cell: Cell, inMsg: Cell | undefined, outMsgs: readonly Cell[]): TransactionLinks {
  const received = inMsg && linkOf(inMsg)
  return {
    hash: cell.hash().toString('hex'),
    received: received && isSent(received) ? received : undefined,
    sent: outMsgs.flatMap((message) => linkOf(message) ?? []),
  }
}

function isSent({ source, createdLt }: Link): boolean {
  return !isMadeByBlock({ workchain: source.workChain, hash: source.hash, createdLt })
}

function linkOf(cell: Cell): Link | undefined {
  const { info } = parseCell(cell, 'Message', loadMessage)
  if (info.type !== 'internal') return undefined
  const source = accountOf(info.src)
  const destination = accountOf(info.dest)
  if (!source || !destination) return undefined
  return { hash: cell.hash().toString('hex'), source, destination, createdLt: info.createdLt }
}
