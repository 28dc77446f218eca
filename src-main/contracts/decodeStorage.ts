import type { Cell } from '@ton/core'
import type { WalletLayout } from '#shared/contracts/contractDefinition.ts'
import { bits256, bool, hashmapE, type RecordLayout, record, rest, u32 } from '#shared/contracts/layout.ts'
import { CONTRACTS, type KnownCode } from '#shared/contracts/lookups.ts'
import type { StorageJson } from '#shared/schema/disassembly.ts'
import { LayoutCompiler } from './messages/compileLayout.ts'
import type { Walk } from './messages/valueReader.ts'

/** Maximum of fields and cells that are printed. */
const BUDGET = 32_768

/** The storage of wallets, whose facts have the first fields only. */
const WALLETS: { readonly [L in WalletLayout]: RecordLayout } = {
  seqno: record(undefined, { seqno: u32, public_key: bits256 }),
  'seqno-id': record(undefined, { seqno: u32, wallet_id: u32, public_key: bits256, plugins: rest }),
  v5: record(undefined, {
    is_signature_allowed: bool,
    seqno: u32,
    wallet_id: u32,
    public_key: bits256,
    extensions: hashmapE(256, rest),
  }),
}

const compiler = new LayoutCompiler()

/**
 * Returns the fields of a contract's storage by the layout of its code; undefined for a code without a known layout, and
 * for storage that does not match it.
 */
export function decodeStorage(code: Cell, data: Cell): StorageJson | undefined {
  const known = CONTRACTS.codes.get(code.hash().toString('base64'))
  const layout = known && layoutOf(known)
  if (!layout || data.isExotic) return undefined
  const walk: Walk = { budget: BUDGET, depth: 0, decode: () => undefined }
  try {
    const value = compiler.compile(layout)(data.beginParse(), walk)
    return { contract: known.title ?? known.interfaceName ?? '', value }
  } catch {
    // Readers throw errors of many classes where the storage is another.
    return undefined
  }
}

function layoutOf({ storage, wallet }: KnownCode): RecordLayout | undefined {
  return storage ?? (wallet && WALLETS[wallet.layout])
}
