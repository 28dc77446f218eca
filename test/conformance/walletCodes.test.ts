import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beginCell } from '@ton/core'
import { describe, expect, it } from 'vitest'
import { CONTRACTS } from '#shared/contracts/lookups.ts'
import { parseBocRoot } from '../../src-main/chain/cells/parseBoc.ts'
import { readWallet } from '../../src-main/contracts/walletStorage.ts'
import { hasShared, NEEDS_SHARED, SHARED } from './sharedData.ts'

type Entry = {
  readonly name: string
  readonly code_hash_base64: string
  readonly v2_wallet_type: string | null
  readonly v2_decoder: 'seqno32' | 'seqno32+walletid32' | 'v5' | null
  readonly recognised_by: {
    readonly http_api_cpp_getWalletInformation: boolean
    readonly tonlib_getExtendedAddressInformation: string | null
    readonly tonlib_revision: number | null
  }
  readonly code_boc_base64?: string
}

const LAYOUTS = { seqno32: 'seqno', 'seqno32+walletid32': 'seqno-id', v5: 'v5' } as const

/** Codes of revision -1, for which the document gives no hashes: compiled from the FunC sources beside tonlib. */
const COMPILED = 4

describe.skipIf(!hasShared)(`codes of wallets (${NEEDS_SHARED})`, () => {
  const { entries }: { readonly entries: readonly Entry[] } = hasShared
    ? JSON.parse(readFileSync(join(SHARED, 'reference', 'wallet-code-hashes.json'), 'utf8'))
    : { entries: [] }

  it('are those that getWalletInformation knows', () => {
    const known = entries.flatMap(({ code_hash_base64, v2_wallet_type, v2_decoder, recognised_by }) =>
      recognised_by.http_api_cpp_getWalletInformation && v2_decoder
        ? [[code_hash_base64, { type: v2_wallet_type, layout: LAYOUTS[v2_decoder] }] as const]
        : [],
    )
    expect(known).toHaveLength(11)
    expect(new Map(known)).toEqual(CONTRACTS.wallets)
  })

  it('are those that tonlib knows', () => {
    const known = entries.flatMap(({ code_hash_base64, recognised_by }) => {
      const { tonlib_getExtendedAddressInformation: kind, tonlib_revision: revision } = recognised_by
      return kind === null ? [] : [[code_hash_base64, { kind, revision }] as const]
    })
    expect(known).toHaveLength(9)
    const compiled = [...CONTRACTS.tonlib].filter(([, { revision }]) => revision === -1)
    expect(compiled).toHaveLength(COMPILED)
    expect(new Map([...known, ...compiled])).toEqual(CONTRACTS.tonlib)
    // tonlib's own compilation of the second highload wallet is published beside it.
    const published = entries.find(({ name }) => name === 'highload v2')?.code_hash_base64
    expect(compiled.map(([hash]) => hash)).toContain(published)
  })

  it('of v5 beta is a library reference, read with the places of v5 r1', () => {
    const beta = entries.find(({ name }) => name === 'wallet v5 beta')
    const code = parseBocRoot(Buffer.from(beta?.code_boc_base64 ?? '', 'base64'))
    expect(code.isExotic).toBe(true)
    // seqno:uint33 network:int32 workchain:int8 version:uint8 subwallet:uint32 public_key:bits256
    const data = beginCell().storeUint(5, 33).storeInt(-239, 32).storeUint(0, 48).storeUint(1, 256).endCell()
    expect(readWallet(code, data)).toEqual({
      type: 'wallet v5 beta',
      seqno: 5,
      walletId: -239,
      isSignatureAllowed: false,
    })
  })
})
