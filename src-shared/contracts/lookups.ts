import { methodIdOf } from '../ton/methodId.ts'
import { ALL_CONTRACTS } from './allContracts.ts'
import type {
  CodeFacts,
  ContractDefinition,
  MessageFacts,
  MethodFacts,
  TonlibFacts,
  WalletFacts,
} from './contractDefinition.ts'

/** A known code and the name of its interface. */
export type KnownCode = CodeFacts & { readonly interfaceName: string | undefined }

/** The facts of a list of contracts, indexed by on-chain values. */
export type ContractLookups = {
  /** By hash of the code cell (base64). */
  readonly codes: ReadonlyMap<string, KnownCode>
  readonly wallets: ReadonlyMap<string, WalletFacts>
  readonly tonlib: ReadonlyMap<string, TonlibFacts>
  /** Interfaces that have get-methods, in alphabetical order, with the ids of these methods. */
  readonly interfacesByMethods: readonly { readonly name: string; readonly methodIds: readonly number[] }[]
  /** By name and by id; without parameters and results if only the name is known. */
  readonly methods: ReadonlyMap<string, MethodFacts>
  readonly methodsById: ReadonlyMap<number, MethodFacts>
  /** The names of opcodes in v3, and the displayed ones. */
  readonly opcodeNames: ReadonlyMap<number, string>
  readonly opcodeTitles: ReadonlyMap<number, string>
  /** By v3 name of a message. */
  readonly opcodes: ReadonlyMap<string, number>
  /** By v3 name of a message, the interfaces of the contracts that have it. */
  readonly interfacesOfMessages: ReadonlyMap<string, ReadonlySet<string>>
  /** Opcodes of bodies whose fields are known, so that a body with one of them can be checked. */
  readonly checkedOpcodes: ReadonlySet<number>
}

/** Indexes the facts of contracts. Among several facts with the same key the first one counts. */
export function lookupsOf(contracts: readonly ContractDefinition[]): ContractLookups {
  const interfaces = contracts.flatMap(({ interfaces = [] }) => interfaces)
  const codes = [
    ...interfaces.flatMap(({ name, codes = [] }) =>
      codes.map((code): KnownCode => ({ ...code, interfaceName: name })),
    ),
    ...contracts.flatMap(({ codes = [] }) =>
      codes.map((code): KnownCode => ({ ...code, interfaceName: undefined })),
    ),
  ]
  const named = interfaces.flatMap(({ methods = [] }) => methods)
  const methods = [
    ...contracts.flatMap(({ methods: described = [] }) => described),
    ...named.map((name): MethodFacts => ({ name, params: [], result: undefined })),
  ]
  const messages = contracts.flatMap(({ messages: list = [] }) => list)
  return {
    codes: firstBy(codes, ({ hash }) => hash),
    wallets: new Map(codes.flatMap(({ hash, wallet }) => (wallet ? [[hash, wallet] as const] : []))),
    tonlib: new Map(codes.flatMap(({ hash, tonlib }) => (tonlib ? [[hash, tonlib] as const] : []))),
    interfacesByMethods: interfaces
      .flatMap(({ name, methods: names }) => (names ? [{ name, methodIds: names.map(methodIdOf) }] : []))
      .sort((a, b) => (a.name < b.name ? -1 : 1)),
    methods: firstBy(methods, ({ name }) => name),
    methodsById: firstBy(methods, ({ name }) => methodIdOf(name)),
    opcodeNames: opcodeMap(messages, ({ isUnlisted, name }) => (isUnlisted ? undefined : name)),
    opcodeTitles: opcodeMap(messages, ({ title }) => title),
    opcodes: new Map(messages.map(({ name, opcode }) => [name, opcode])),
    interfacesOfMessages: interfacesOfMessages(contracts),
    checkedOpcodes: new Set(messages.flatMap(({ opcode, layout }) => (layout ? [opcode] : []))),
  }
}

function interfacesOfMessages(
  contracts: readonly ContractDefinition[],
): ReadonlyMap<string, ReadonlySet<string>> {
  const byMessage = new Map<string, Set<string>>()
  for (const { messages = [], interfaces = [] } of contracts) {
    for (const { name } of messages) {
      const known = byMessage.get(name) ?? new Set()
      for (const one of interfaces) known.add(one.name)
      byMessage.set(name, known)
    }
  }
  return byMessage
}

function opcodeMap(
  messages: readonly MessageFacts[],
  textOf: (message: MessageFacts) => string | undefined,
): ReadonlyMap<number, string> {
  const texts = messages.flatMap((message) => {
    const text = textOf(message)
    return text === undefined ? [] : [[message.opcode, text] as const]
  })
  // A Map keeps the last of several entries with the same key.
  return new Map(texts.reverse())
}

/** Returns a map that keeps the first of several values with the same key. */
function firstBy<K, V>(values: readonly V[], keyOf: (value: V) => K): ReadonlyMap<K, V> {
  const byKey = new Map<K, V>()
  for (const value of values) {
    const key = keyOf(value)
    if (!byKey.has(key)) byKey.set(key, value)
  }
  return byKey
}

/** Lookups over every contract of `ALL_CONTRACTS`. */
export const CONTRACTS: ContractLookups = lookupsOf(ALL_CONTRACTS)

/**
 * Returns v3's name of the first 32 bits of a body (`decoded_opcode`), or undefined for an unknown opcode.
 */
export function opcodeName(opcode: number): string | undefined {
  return CONTRACTS.opcodeNames.get(opcode >>> 0)
}
