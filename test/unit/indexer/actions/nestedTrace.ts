import { createHash } from 'node:crypto'
import { Cell } from '@ton/core'
import type { FactsSource } from '../../../../src-main/indexer/actions/factsSource.ts'
import type {
  AccountStatus,
  ClassifierTrace,
  TraceMessage,
  TraceTransaction,
} from '../../../../src-main/indexer/actions/trace.ts'

/** A message with the messages that its transaction sends; the first one is external. */
export type Sent = {
  /** Name of the receiver; the same name is the same account. Null for a message to the outside. */
  readonly to: string | null
  /** Nanoton. */
  readonly value?: bigint
  readonly body?: Cell
  readonly stateInit?: Cell
  readonly bounce?: boolean
  readonly aborted?: boolean
  /** Status of the receiver before and after; default active. */
  readonly status?: readonly [AccountStatus, AccountStatus]
  readonly sends?: readonly Sent[]
}

/** A contract without detected facts. */
export const NO_FACTS: FactsSource = {
  jettonWallet: () => undefined,
  nftItem: () => undefined,
  nftSale: () => undefined,
  nftAuction: () => undefined,
  multisigOrder: () => undefined,
  dedustPool: () => undefined,
  codeHash: () => undefined,
  data: () => undefined,
}

/** Facts of named contracts, by kind. */
export type NamedFacts = {
  readonly [Kind in keyof FactsSource]?: {
    readonly [name: string]: NonNullable<ReturnType<FactsSource[Kind]>>
  }
}

/** Facts of these contracts; nothing is known of all others. */
export function factsOf(named: NamedFacts): FactsSource {
  const lookups = Object.entries(named).map(([kind, byName]) => {
    const byAddress = new Map(Object.entries(byName).map(([name, facts]) => [accountOf(name), facts]))
    return [kind, (address: string) => byAddress.get(address)]
  })
  return { ...NO_FACTS, ...Object.fromEntries(lookups) }
}

/** The raw address of a named account. */
export function accountOf(name: string): string {
  return `0:${createHash('sha256').update(name).digest('hex').toUpperCase()}`
}

/** Builds a trace of a message from outside: hashes, lts and times follow from the order of sending. */
export function traceOf(first: Sent): ClassifierTrace {
  const transactions: TraceTransaction[] = []
  const waiting = [{ sent: first, message: messageOf(first, undefined, 0n) }]
  let lt = 1_000n
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const { sent, message } = next
    const { to } = sent
    if (to === null) continue
    const own = lt
    lt += 1_000n
    const [origStatus, endStatus] = sent.status ?? ['active', 'active']
    const outMessages = (sent.sends ?? []).map((child, i) => {
      const out = messageOf(child, to, own + BigInt(i + 1))
      waiting.push({ sent: child, message: out })
      return out
    })
    transactions.push({
      hash: hashOf(`transaction ${own}`),
      account: accountOf(to),
      lt: own,
      now: Number(own),
      mcSeqno: 1,
      origStatus,
      endStatus,
      isTickTock: false,
      aborted: sent.aborted ?? false,
      skipReason: undefined,
      exitCode: 0,
      inMessage: message,
      outMessages,
    })
  }
  const [root] = transactions
  return {
    traceId: root?.hash ?? null,
    externalHash: root?.inMessage?.hash ?? null,
    externalHashNorm: null,
    transactions,
  }
}

function messageOf(
  { to, value, body = Cell.EMPTY, stateInit, bounce }: Sent,
  from: string | undefined,
  lt: bigint,
) {
  return {
    hash: hashOf(`message ${lt} ${to}`),
    source: from === undefined ? null : accountOf(from),
    destination: to === null ? null : accountOf(to),
    value: from === undefined ? null : (value ?? 0n),
    extraCurrencies: {},
    createdLt: from === undefined ? null : lt,
    createdAt: from === undefined ? null : Number(lt),
    opcode: body.bits.length < 32 ? undefined : body.beginParse().preloadUint(32),
    bounce: bounce ?? false,
    body,
    stateInit,
  } satisfies TraceMessage
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64')
}
