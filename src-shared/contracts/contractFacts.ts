import { type Fields, type RecordLayout, record, u64 } from './layout.ts'

/** All that Tonscope knows of a contract or protocol: one file each, listed in `allContracts.ts`. */
export type ContractFacts = {
  /** Subject of the file: `jetton`, `STON.fi`. */
  readonly name: string
  readonly interfaces?: readonly InterfaceFacts[]
  /** Codes to which v3 gives no interface name. */
  readonly codes?: readonly CodeFacts[]
  readonly methods?: readonly MethodFacts[]
  readonly messages?: readonly MessageFacts[]
  /** External messages that begin with a signature instead of an opcode, in the order in which they are tried. */
  readonly signedBodies?: readonly SignedBodyFacts[]
  readonly accounts?: readonly AccountFacts[]
}

/** A kind of contract that v3 names in `interfaces` (v3-contract §12.2). */
export type InterfaceFacts = {
  readonly name: string
  /** Codes that are known by hash to be of this interface. */
  readonly codes?: readonly CodeFacts[]
  /** Names of get-methods: code of an unknown hash that has all of them is of this interface. */
  readonly methods?: readonly string[]
}

export type CodeFacts = {
  /** Representation hash of the code cell as accounts store it (a library reference is not resolved), base64. */
  readonly hash: string
  /** Name shown to people: `wallet v4 r2`. */
  readonly title?: string
  /** Get-methods, for code from whose selector they cannot be read. */
  readonly methods?: readonly string[]
  readonly storage?: RecordLayout
  readonly wallet?: WalletFacts
  readonly tonlib?: TonlibFacts
}

/** How the wallet operations of v2 and v3 present a code (compatibility-v2 §3.3, v3-contract §6.11). */
export type WalletFacts = {
  /** `wallet_type`. */
  readonly type: string
  /** Fields with which storage begins, as these operations read it. */
  readonly layout: WalletLayout
}
export type WalletLayout = 'seqno' | 'seqno-id' | 'v5'

/** How getExtendedAddressInformation presents a code; revision -1 is tonlib's own compilation. */
export type TonlibFacts = { readonly kind: TonlibKind; readonly revision: number }
export type TonlibKind =
  | 'wallet.v3.accountState'
  | 'wallet.v4.accountState'
  | 'wallet.highload.v1.accountState'
  | 'wallet.highload.v2.accountState'
  | 'dns.accountState'
  | 'rwallet.accountState'
  | 'pchan.accountState'

/** A message body that begins with a 32-bit opcode. */
export type MessageFacts = {
  /** Constructor name in v3: `jetton_transfer`. */
  readonly name: string
  readonly opcode: number
  /** Name shown to people: `jetton transfer`. */
  readonly title?: string
  /** Fields after the opcode; absent where only the name is known. */
  readonly layout?: RecordLayout
  /** v3's opcode table has no name for it: `decoded_opcode` is null although the body is decoded. */
  readonly isUnlisted?: true
}

/** The body of an external message that begins with a signature. */
export type SignedBodyFacts = {
  readonly layout: RecordLayout
  /** Sizes that the root cell can have. */
  readonly sizes: readonly BodySize[]
}

/** Bits and references of a body's root cell. */
export type BodySize = {
  /** Exact number of bits, apart from `bitsPerReference`. */
  readonly bits?: number
  readonly minBits?: number
  readonly bitsPerReference?: number
  readonly minReferences?: number
  readonly maxReferences?: number
}

/** A value on the stack; `?` allows addr_none for an address and null otherwise. */
export type StackType = PlainStackType | `${PlainStackType}?`
export type PlainStackType = 'number' | 'bool' | 'address' | 'slice' | 'cell' | 'tuple' | 'list' | 'any'
export type StackEntry = { readonly name: string; readonly type: StackType }

/** A get-method. Contracts can return more than `result` lists. */
export type MethodFacts = {
  readonly name: string
  readonly params: readonly StackEntry[]
  /** From the bottom of the stack; undefined where it differs between contracts. */
  readonly result: readonly StackEntry[] | undefined
}

/** An account that the protocol fixes by its address. */
export type AccountFacts = {
  readonly network: 'mainnet' | 'testnet'
  /** Raw form, lower case. */
  readonly address: string
  readonly title: string
}

type StackEntries = { readonly [name: string]: StackType }
const entriesOf = (entries: StackEntries): readonly StackEntry[] =>
  Object.entries(entries).map(([name, type]) => ({ name, type }))

/** A get-method with its parameters and results by name, in order. */
export function method(name: string, params: StackEntries = {}, result?: StackEntries): MethodFacts {
  return { name, params: entriesOf(params), result: result && entriesOf(result) }
}

/** A body with these fields after the opcode. */
export function body(name: string, opcode: number, fields: Fields = {}): MessageFacts {
  return { name, opcode, layout: record(name, fields) }
}

/** A body whose first field is a query id, as most bodies have it. */
export function query(name: string, opcode: number, fields: Fields = {}): MessageFacts {
  return body(name, opcode, { query_id: u64, ...fields })
}

/** Codes of which only the hashes are known. */
export function codes(...hashes: readonly string[]): readonly CodeFacts[] {
  return hashes.map((hash) => ({ hash }))
}

/** Returns the opcode of a contract's message by its v3 name. Throws an Error if the contract has no such message. */
export function opcodeOf(contract: ContractFacts, name: string): number {
  return factOf(contract, contract.messages, name).opcode
}

/** Returns a contract's get-method by its name. Throws an Error if the contract has no such method. */
export function methodOf(contract: ContractFacts, name: string): MethodFacts {
  return factOf(contract, contract.methods, name)
}

function factOf<T extends { readonly name: string }>(
  contract: ContractFacts,
  facts: readonly T[] | undefined,
  name: string,
): T {
  const fact = facts?.find((candidate) => candidate.name === name)
  if (!fact) throw new Error(`The facts of ${contract.name} have no ${name}`)
  return fact
}
