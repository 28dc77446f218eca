import { opcodeName } from '#shared/contracts/lookups.ts'
import { BOUNCE } from '#shared/contracts/receiptOpcodes.ts'
import { formatRawAddress } from '#shared/ton/address.ts'
import { CellReader, CellUnderflowError } from '#shared/ton/cells/cellReader.ts'
import { loadStdAddress } from '#shared/ton/cells/loadStdAddress.ts'
import { readBoc } from './transactionView.ts'

/** Messages of TEP-74 and TEP-62 that transfer tokens, by the names of their opcodes. */
const KINDS: ReadonlyMap<string, TokenMessage['kind']> = new Map([
  ['jetton_transfer', 'transfer'],
  ['jetton_internal_transfer', 'internal transfer'],
  ['jetton_notify', 'notification'],
  ['jetton_burn', 'burn'],
  ['jetton_burn_notification', 'burn notification'],
  ['nft_transfer', 'NFT transfer'],
])

export type TokenMessage = {
  readonly kind:
    | 'transfer'
    | 'internal transfer'
    | 'notification'
    | 'burn'
    | 'burn notification'
    | 'NFT transfer'
  /** True if the message bounced, so that its receiver did not execute it. */
  readonly isBounced: boolean
  /** Amount of jettons in the smallest unit; 0 for NFTs. */
  readonly amount: bigint
  /**
   * Raw address of the receiver of a transfer, the sender of a notification or internal transfer, or an NFT's
   * new owner.
   */
  readonly party: string | undefined
}

const STD_TAG = 0b10

function readAccount(reader: CellReader): string | undefined {
  const address = reader.loadUint(2) === STD_TAG ? loadStdAddress(reader) : undefined
  return address && formatRawAddress(address)
}

/**
 * Reads a message that transfers tokens.
 * @param boc the body in base64
 * @returns undefined for any other message and for a truncated body
 */
export function readTokenMessage(boc: string): TokenMessage | undefined {
  const cell = readBoc(boc)
  if (!cell) return undefined
  const reader = new CellReader(cell)
  try {
    const first = reader.loadUint(32)
    const isBounced = first === BOUNCE
    const kind = KINDS.get(opcodeName(isBounced ? reader.loadUint(32) : first) ?? '')
    if (kind === undefined) return undefined
    reader.loadUintBig(64)
    const amount = kind === 'NFT transfer' ? 0n : reader.loadCoins()
    // A bounced body ends after the amount.
    const party = isBounced || kind === 'burn' ? undefined : readAccount(reader)
    return { kind, isBounced, amount, party }
  } catch (error) {
    if (error instanceof CellUnderflowError) return undefined
    throw error
  }
}
