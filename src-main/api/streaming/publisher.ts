import type { PendingTrace } from '../v3/pending/pendingTrace.ts'
import type { ClientIndex } from './clients.ts'
import { accountStateMessage, detailsText, jettonsMessage } from './compose.ts'
import { StreamMessage } from './message.ts'
import { publishTrace } from './publishTrace.ts'
import type {
  BlockChanges,
  ChangedTrace,
  Details,
  JettonChange,
  RequestedTrace,
  StreamAnswer,
  StreamQuery,
  StreamRequest,
} from './streamReading.ts'

/** The parts of a chain that the hub needs. */
export type StreamSource = {
  /** Sends a query to a reader thread. Rejects as ReadPool.query does. */
  query(query: StreamQuery): Promise<StreamAnswer>
  readonly options: StreamQuery['options']
  /** The emulation of a message by its normalized hash in base64. */
  emulation(hash: string): EmulatedMessage | undefined
  /** Resolves when the contracts of indexed blocks are detected, or after a time limit. */
  detected(): Promise<void>
  /** Resolves when the actions of traces up to a masterchain block are derived, or after a time limit. */
  classified(mcSeqno: number): Promise<void>
  /** Fetches the content of a token in the background. */
  requestContent(url: string): void
}

/** An emulated message, with the raw addresses of the accounts that it touches; digits in any case. */
export type EmulatedMessage = { readonly trace: PendingTrace; readonly accounts: Iterable<string> }

export type PublisherOptions = {
  /** The served chain; undefined while there is none. */
  source(): StreamSource | undefined
  /** Called when an event could not be read; the event is lost. */
  onTrouble(error: unknown): void
}

/** Maximum number of traces that one query renders. */
const TRACES_AT_ONCE = 32
/**
 * Maximum number of traces and accounts that wait for detection and classification; further ones are sent without the
 * wait.
 */
const MAX_LATE = 16_384

/** Data of a block that is sent after detection and classification. */
type Late = { readonly traces: Map<bigint, ChangedTrace>; readonly accounts: Set<string>; mcSeqno: number }

/** Reads events of the chain, and sends them to the clients that subscribed to them. */
export class Publisher {
  readonly #clients: ClientIndex
  readonly #options: PublisherOptions
  /** Changes with the chain: data of an earlier chain is not sent. */
  #chain = 0
  #isClosed = false
  #late: Late = noneLate()
  #isLateRunning = false

  constructor(clients: ClientIndex, options: PublisherOptions) {
    this.#clients = clients
    this.#options = options
  }

  /** Sends the changes of an indexed masterchain block. Resolves before the data that waits for detection is sent. */
  block(mcSeqno: number): Promise<void> {
    return this.#guarded(async (source) => {
      const block = await this.#query(source, { kind: 'block', mcSeqno })
      if (!block) return
      const traces = block.traces.flatMap((trace) => {
        const emulation = emulationOf(source, trace)
        const accounts = this.#subscribed(trace, emulation)
        return accounts.length > 0 ? [requested(trace, emulation, { accounts })] : []
      })
      await this.#send(source, traces, { transactions: 'all', states: this.#wantedStates(block) })
      this.#noteLate(block, mcSeqno)
    })
  }

  /** Sends the trace of an emulated message. */
  emulated({ trace, accounts }: EmulatedMessage): Promise<void> {
    return this.#guarded(async (source) => {
      const key = Buffer.from(trace.externalHash).toString('base64')
      const begun = { id: undefined, key, isComplete: false, accounts: [], changed: [] }
      const subscribed = this.#subscribed(begun, { trace, accounts })
      const isClassified = this.#wantsClassified(key)
      if (!isClassified && subscribed.length === 0) return
      const isWhole = this.#clients.ofTrace(key).size > 0
      const one = requested(
        begun,
        { trace, accounts },
        { accounts: isWhole ? undefined : subscribed, isClassified },
      )
      await this.#send(source, [one], { transactions: 'pending', isClassified })
    })
  }

  replaced(): void {
    this.#chain++
    this.#late = noneLate()
  }

  close(): void {
    this.#isClosed = true
  }

  /** Runs work with the present chain; reports its errors unless the chain was replaced. */
  async #guarded(work: (source: StreamSource) => Promise<void>): Promise<void> {
    const source = this.#options.source()
    if (!source || this.#isClosed) return
    try {
      await work(source)
    } catch (error) {
      if (!this.#isClosed && source === this.#options.source()) this.#options.onTrouble(error)
    }
  }

  /** Returns undefined if the chain was replaced meanwhile. */
  async #query<Kind extends StreamAnswer['kind']>(
    source: StreamSource,
    stream: StreamRequest & { readonly kind: Kind },
  ): Promise<Extract<StreamAnswer, { readonly kind: Kind }> | undefined> {
    const chain = this.#chain
    const answer = await source.query({ stream, options: source.options })
    if (chain !== this.#chain || this.#isClosed) return undefined
    return answer as Extract<StreamAnswer, { readonly kind: Kind }>
  }

  async #send(
    source: StreamSource,
    traces: readonly RequestedTrace[],
    parts: {
      readonly transactions?: 'all' | 'pending'
      readonly isClassified?: boolean
      readonly states?: readonly bigint[]
    },
  ): Promise<void> {
    const { states = [] } = parts
    for (let at = 0; at < traces.length || (at === 0 && states.length > 0); at += TRACES_AT_ONCE) {
      const answer = await this.#query(source, {
        kind: 'snapshots',
        traces: traces.slice(at, at + TRACES_AT_ONCE),
        states: at === 0 ? states : [],
        ...this.#wantedDetails(),
      })
      if (!answer) return
      for (const snapshot of answer.snapshots) publishTrace(this.#clients, snapshot, answer.details, parts)
      for (const change of answer.states) {
        const message = new StreamMessage(accountStateMessage(change))
        for (const client of this.#clients.of('account_state_change', [change.account])) {
          this.#clients.send(client, message)
        }
      }
      fetchContent(source, answer.details)
    }
  }

  /** Returns the accounts of a trace whose transactions are in a client's subscription. */
  #subscribed(
    { accounts }: Pick<ChangedTrace, 'accounts'>,
    emulation: EmulatedMessage | undefined,
  ): string[] {
    const emulated = [...(emulation?.accounts ?? [])].map((account) => account.toUpperCase())
    return [...new Set([...accounts, ...emulated])].filter(
      (account) => this.#clients.of('transactions', [account]).size > 0,
    )
  }

  /**
   * Actions name accounts without a transaction in the trace, such as owners of jetton wallets: any subscription can
   * match.
   */
  #wantsClassified(key: string): boolean {
    return this.#clients.has('actions') || this.#clients.ofTrace(key).size > 0
  }

  #wantedStates({ touched }: BlockChanges): bigint[] {
    if (!this.#clients.has('account_state_change')) return []
    return touched
      .filter(({ account }) => this.#clients.of('account_state_change', [account]).size > 0)
      .map(({ transaction }) => transaction)
  }

  #wantedDetails(): { readonly addressBook: boolean; readonly metadata: boolean } {
    const subscriptions = [...this.#clients.all].flatMap(({ subscription }) => subscription ?? [])
    return {
      addressBook: subscriptions.some(({ addressBook }) => addressBook),
      metadata: subscriptions.some(({ metadata }) => metadata),
    }
  }

  #noteLate({ traces, touched }: BlockChanges, mcSeqno: number): void {
    const late = this.#late
    late.mcSeqno = mcSeqno
    for (const trace of traces) {
      if (late.traces.size < MAX_LATE && this.#wantsClassified(trace.key)) late.traces.set(trace.id, trace)
    }
    if (this.#clients.has('jettons_change')) {
      for (const { account } of touched) if (late.accounts.size < MAX_LATE) late.accounts.add(account)
    }
    if (!this.#isLateRunning && late.traces.size + late.accounts.size > 0) void this.#runLate()
  }

  async #runLate(): Promise<void> {
    this.#isLateRunning = true
    while (this.#late.traces.size + this.#late.accounts.size > 0 && !this.#isClosed) {
      const { traces, accounts, mcSeqno } = this.#late
      this.#late = noneLate()
      if (accounts.size > 0) await this.#guarded((source) => this.#sendJettons(source, [...accounts]))
      if (traces.size === 0) continue
      await this.#guarded(async (source) => {
        await source.classified(mcSeqno)
        const changed = [...traces.values()].map((trace) => {
          const whole = this.#clients.ofTrace(trace.key).size > 0
          return requested(trace, emulationOf(source, trace), {
            accounts: whole ? undefined : [],
            isClassified: true,
          })
        })
        await this.#send(source, changed, { isClassified: true })
      })
    }
    this.#isLateRunning = false
  }

  /** Sends balances, which are known after detection of the wallets. */
  async #sendJettons(source: StreamSource, accounts: readonly string[]): Promise<void> {
    await source.detected()
    const answer = await this.#query(source, { kind: 'jettons', accounts, ...this.#wantedDetails() })
    if (!answer) return
    for (const change of answer.jettons) this.#sendJetton(change, answer.details)
    fetchContent(source, answer.details)
  }

  #sendJetton(change: JettonChange, details: Details): void {
    const { address, owner, jetton } = change
    const messages = new Map<string, StreamMessage>()
    for (const client of this.#clients.of('jettons_change', [address, owner])) {
      const { subscription } = client
      if (!subscription) continue
      const end = detailsText(subscription, details, [address, owner, jetton], [owner, jetton])
      const message = messages.get(end) ?? new StreamMessage(jettonsMessage(change, end))
      messages.set(end, message)
      this.#clients.send(client, message)
    }
  }
}

function noneLate(): Late {
  return { traces: new Map(), accounts: new Set(), mcSeqno: 0 }
}

function emulationOf(source: StreamSource, { key, isComplete }: ChangedTrace): EmulatedMessage | undefined {
  return isComplete ? undefined : source.emulation(key)
}

function requested(
  { id, changed }: Pick<RequestedTrace, 'id' | 'changed'>,
  emulation: EmulatedMessage | undefined,
  {
    accounts,
    isClassified = false,
  }: { readonly accounts: readonly string[] | undefined; readonly isClassified?: boolean },
): RequestedTrace {
  return { id, pending: emulation?.trace, accounts, changed, actions: isClassified }
}

function fetchContent(source: StreamSource, { missingContent: urls }: Details): void {
  for (const url of urls) source.requestContent(url)
}
