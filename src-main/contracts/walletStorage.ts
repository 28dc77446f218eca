import type { Cell } from '@ton/core'
import type { WalletLayout } from '#shared/contracts/contractDefinition.ts'
import { CONTRACTS } from '#shared/contracts/lookups.ts'

/** A wallet's type and storage as getWalletInformation shows them; numbers are signed, as the reference reads them. */
export type WalletState = {
  readonly type: string
  readonly seqno: number
  readonly walletId: number | undefined
  readonly isSignatureAllowed: boolean | undefined
}

const HEADER_BITS: { readonly [L in WalletLayout]: number } = { seqno: 32, 'seqno-id': 64, v5: 65 }

/** Reads a wallet; undefined for other contracts and for storage that is too short. */
export function readWallet(code: Cell, data: Cell): WalletState | undefined {
  return readWalletStorage(code.hash().toString('base64'), data)
}

/** Reads a wallet by the hash of its code (base64); otherwise as readWallet. */
export function readWalletStorage(codeHash: string, data: Cell): WalletState | undefined {
  const wallet = CONTRACTS.wallets.get(codeHash)
  if (!wallet || data.isExotic || data.bits.length < HEADER_BITS[wallet.layout]) return undefined
  const slice = data.beginParse()
  const isSignatureAllowed = wallet.layout === 'v5' ? slice.loadBit() : undefined
  const seqno = slice.loadInt(32)
  const walletId = wallet.layout === 'seqno' ? undefined : slice.loadInt(32)
  return { type: wallet.type, seqno, walletId, isSignatureAllowed }
}
