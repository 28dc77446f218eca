import { type Fields, type RecordLayout, record, u64 } from './layout.ts'

/** All facts about a contract or protocol. Each has one file, listed in `allContracts.ts`. */
export type ContractDefinition = {
  /** Subject of the file: `jetton`, `STON.fi`. */
  readonly name: string
  readonly interfaces?: readonly InterfaceFacts[]
  /** Codes without an interface name in v3. */
  readonly codes?: readonly CodeFacts[]
  readonly methods?: readonly MethodFacts[]
  readonly messages?: readonly MessageFacts[]
  /** External messages that start with a signature instead of an opcode, in the order of trying them. */
  readonly signedBodies?: readonly SignedBodyFacts[]
  readonly accounts?: readonly AccountFacts[]
}

/** A kind of contract that v3 names in `interfaces` (compatibility-v3 §15.2). */
export type InterfaceFacts = {
  readonly name: string
  /** Code hashes of this interface. */
  readonly codes?: readonly CodeFacts[]
  /** Names of get-methods: code with an unknown hash that has all of them has this interface. */
  readonly methods?: readonly string[]
}

/** A known code. */
export type CodeFacts = {
  /** The representation hash of the code cell as stored (a library reference is not resolved), in base64. */
  readonly hash: string
  /** The displayed name: `wallet v4 r2`. */
  readonly title?: string
  /** Get-methods, for code whose method selector cannot be parsed. */
  readonly methods?: readonly string[]
  readonly storage?: RecordLayout
  readonly wallet?: WalletFacts
  readonly tonlib?: TonlibFacts
}

/** The presentation of a code in the wallet operations of v2 and v3 (compatibility-v2 §3.3, compatibility-v3 §6.2). */
export type WalletFacts = {
  /** `wallet_type`. */
  readonly type: string
  /** The first fields of storage, as these operations read them. */
  readonly layout: WalletLayout
}
/** The first fields of a wallet's storage: seqno, seqno and wallet id, or those of v5. */
export type WalletLayout = 'seqno' | 'seqno-id' | 'v5'

/** The presentation of a code in getExtendedAddressInformation. Revision -1 is tonlib's own compilation. */
export type TonlibFacts = { readonly kind: TonlibKind; readonly revision: number }
/** A kind of account state in tonlib. */
export type TonlibKind =
  | 'wallet.v3.accountState'
  | 'wallet.v4.accountState'
  | 'wallet.highload.v1.accountState'
  | 'wallet.highload.v2.accountState'
  | 'dns.accountState'
  | 'rwallet.accountState'
  | 'pchan.accountState'

/** A message body that starts with a 32-bit opcode. */
export type MessageFacts = {
  /** The constructor name in v3: `jetton_transfer`. */
  readonly name: string
  readonly opcode: number
  /** The displayed name: `jetton transfer`. */
  readonly title?: string
  /** The fields after the opcode; absent if only the name is known. */
  readonly layout?: RecordLayout
  /** True if v3's opcode table has no name for it: `decoded_opcode` is null although the body is decoded. */
  readonly isUnlisted?: true
}

/** The body of an external message that starts with a signature. */
export type SignedBodyFacts = {
  readonly layout: RecordLayout
  /** The possible sizes of the root cell. */
  readonly sizes: readonly BodySize[]
}

/** The size of a body's root cell in bits and references. */
export type BodySize = {
  /** The exact number of bits, without `bitsPerReference`. */
  readonly bits?: number
  readonly minBits?: number
  readonly bitsPerReference?: number
  readonly minReferences?: number
  readonly maxReferences?: number
}

/** The type of a value on the stack. `?` allows addr_none for an address and null otherwise. */
export type StackType = PlainStackType | `${PlainStackType}?`
/** The type of a value on the stack that is always present. */
export type PlainStackType = 'number' | 'bool' | 'address' | 'slice' | 'cell' | 'tuple' | 'list' | 'any'
/** A named parameter or result of a get-method. */
export type StackEntry = { readonly name: string; readonly type: StackType }

/** A get-method. Contracts can return more values than `result` lists. */
export type MethodFacts = {
  readonly name: string
  readonly params: readonly StackEntry[]
  /** From the bottom of the stack; undefined if it differs between contracts. */
  readonly result: readonly StackEntry[] | undefined
}

/** An account whose address the protocol fixes. */
export type AccountFacts = {
  readonly network: 'mainnet' | 'testnet'
  /** Raw form, lower case. */
  readonly address: string
  readonly title: string
}

type StackEntries = { readonly [name: string]: StackType }
const entriesOf = (entries: StackEntries): readonly StackEntry[] =>
  Object.entries(entries).map(([name, type]) => ({ name, type }))

/** Returns a get-method with its parameters and results by name, in order. */
export function method(name: string, params: StackEntries = {}, result?: StackEntries): MethodFacts {
  return { name, params: entriesOf(params), result: result && entriesOf(result) }
}

/** Returns a message with the given fields after the opcode. */
export function body(name: string, opcode: number, fields: Fields = {}): MessageFacts {
  return { name, opcode, layout: record(name, fields) }
}

/** Returns a message whose first field is a query id, as in most bodies. */
export function query(name: string, opcode: number, fields: Fields = {}): MessageFacts {
  return body(name, opcode, { query_id: u64, ...fields })
}

/** Returns codes of which only the hashes are known. */
export function codes(...hashes: readonly string[]): readonly CodeFacts[] {
  return hashes.map((hash) => ({ hash }))
}

/** Returns the opcode of a contract's message by its v3 name. Throws an Error if the contract has no such message. */
export function opcodeOf(contract: ContractDefinition, name: string): number {
  return factOf(contract, contract.messages, name).opcode
}

/** Returns a contract's get-method by its name. Throws an Error if the contract has no such method. */
export function methodOf(contract: ContractDefinition, name: string): MethodFacts {
  return factOf(contract, contract.methods, name)
}

function factOf<T extends { readonly name: string }>(
  contract: ContractDefinition,
  facts: readonly T[] | undefined,
  name: string,
): T {
  const fact = facts?.find((candidate) => candidate.name === name)
  if (!fact) throw new Error(`The facts of ${contract.name} have no ${name}`)
  return fact
}
