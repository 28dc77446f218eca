import type { Cell } from '@ton/core'

/** How a wallet's storage begins. */
type Layout = 'seqno' | 'seqno-id' | 'v5'
export type WalletKind = { readonly type: string; readonly layout: Layout }

/** What getWalletInformation says of a wallet; numbers are signed, as the reference reads them. */
export type WalletFacts = {
  readonly type: string
  readonly seqno: number
  readonly walletId: number | undefined
  readonly isSignatureAllowed: boolean | undefined
}

/** Wallets by representation hash of the code cell (base64). Highload wallets are not among them. */
export const WALLETS: ReadonlyMap<string, WalletKind> = new Map<string, WalletKind>([
  ['oM/CxIruFqJx8s/AtzgtgXVs7LEBfQd/qqs7tgL2how=', { type: 'wallet v1 r1', layout: 'seqno' }],
  ['1JAvzJ+tdGmPqONTIgpo2g3PcuMryy657gQhfBfTBiw=', { type: 'wallet v1 r2', layout: 'seqno' }],
  ['WHzHie/xyE9G7DeX5F/ICaFP9a4k8eDHpqmcydyQYf8=', { type: 'wallet v1 r3', layout: 'seqno' }],
  ['XJpeaMEI4YchoHxC+ZVr+zmtd+xtYktgxXbsiO7mUyk=', { type: 'wallet v2 r1', layout: 'seqno' }],
  ['/pUw0yQ4Uwg+8u8LTCkIwKv2+hwx6iQ6rKpb+MfXU/E=', { type: 'wallet v2 r2', layout: 'seqno' }],
  ['thBBpYp5gLlG6PueGY48kE0keZ/6NldOpCUcQaVm9YE=', { type: 'wallet v3 r1', layout: 'seqno-id' }],
  ['hNr6RJ+Ypph3ibojI1gHK8D3bcRSQAKl0JGLmnXS1Zk=', { type: 'wallet v3 r2', layout: 'seqno-id' }],
  ['ZN1UgFUixb6KnbWc6gEFzPDQh4bKeb64y3nogKjXMi0=', { type: 'wallet v4 r1', layout: 'seqno-id' }],
  ['/rX/aCDi/w2Ug+fg1iyBfYRniftK5YDIeIZtlZ2r1cA=', { type: 'wallet v4 r2', layout: 'seqno-id' }],
  // Read with the layout of v5 r1, which is not its own: v2-contract §5.3. Its code is a library reference.
  ['89fKU0k97trCizgZhqhJQDy6w9LFhHea8IEGWvCsS5M=', { type: 'wallet v5 beta', layout: 'v5' }],
  ['IINLe3KxEhR+Gy+0V7hOdNGjDwT3N9T2KmaOlVLSty8=', { type: 'wallet v5 r1', layout: 'v5' }],
])

const BITS: { readonly [L in Layout]: number } = { seqno: 32, 'seqno-id': 64, v5: 65 }

/** What kind of wallet a contract is and what its storage says; undefined for none, or for unreadable storage. */
export function readWallet(code: Cell, data: Cell): WalletFacts | undefined {
  return readWalletStorage(code.hash().toString('base64'), data)
}

/** The same by the code's hash (base64). */
export function readWalletStorage(codeHash: string, data: Cell): WalletFacts | undefined {
  const kind = WALLETS.get(codeHash)
  if (!kind || data.isExotic || data.bits.length < BITS[kind.layout]) return undefined
  const slice = data.beginParse()
  const isSignatureAllowed = kind.layout === 'v5' ? slice.loadBit() : undefined
  const seqno = slice.loadInt(32)
  const walletId = kind.layout === 'seqno' ? undefined : slice.loadInt(32)
  return { type: kind.type, seqno, walletId, isSignatureAllowed }
}
