import { interfacesOf } from '#shared/contracts/interfacesOf.ts'
import { bytesToBase64 } from '#shared/ton/base64.ts'
import type { Cell } from '#shared/ton/cells/cell.ts'
import { computeExitText, knownExitText } from './exitCodes.ts'
import { methodIds } from './methodIds.ts'

/** Errors of the reference contracts of TEP-74 (two generations), and what the later ones share. */
const JETTON: Readonly<Record<number, string>> = {
  45: 'wallet locked',
  47: 'not enough jettons',
  48: 'not enough TON for gas',
  49: 'malformed message',
  72: 'operation unknown to the contract',
  73: 'sender is not the owner',
  74: 'sender is not a wallet of this jetton',
  75: 'not enough TON for the answer',
  333: 'wrong workchain',
  705: 'sender is not the owner',
  706: 'not enough jettons',
  707: 'sender is neither the jetton nor a wallet of it',
  708: 'malformed forward payload',
  709: 'not enough TON',
}

/** Errors of the reference contracts of TEP-62. */
const NFT: Readonly<Record<number, string>> = {
  401: 'sender is not the owner',
  402: 'not enough TON, or no such item',
  403: 'sender is not the editor',
  405: 'sender is not the collection',
  708: 'malformed forward payload',
}

const TABLES: readonly (readonly [prefix: string, codes: Readonly<Record<number, string>>])[] = [
  ['jetton_', JETTON],
  ['nft_', NFT],
]

/**
 * Returns the meaning of an exit code of a contract's code: that of the TVM, that of contracts of its kind, or the general
 * one.
 */
export function contractExitText(exit: number, code: Cell | undefined): string {
  const own = code && ownText(exit, code)
  return own === undefined ? computeExitText(exit) : own
}

function ownText(exit: number, code: Cell): string | undefined {
  const interfaces = interfacesOf(bytesToBase64(code.hash()), methodIds(code)) ?? []
  const found = TABLES.find(
    ([prefix, codes]) => codes[exit] !== undefined && interfaces.some((name) => name.startsWith(prefix)),
  )
  return found?.[1][exit] ?? (exit < 32 || exit === 65535 ? knownExitText(exit) : undefined)
}
