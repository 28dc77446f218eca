import type {
  DevnetStatus,
  FaucetAnswer,
  HeadAnswer,
  KeyBlockAnswer,
  SettingsRequest,
  Snapshot,
  TimeRequest,
} from '#shared/schema/devnet.ts'
import type { BlockIdExt } from '../../chain/blockId.ts'

/** Restore missing blocks from an index's archive, start a new chain, or serve intact blocks and make no new ones. */
export type DevnetRecovery = 'archive' | 'reset' | 'read-only'

/** Settings of a start. The stored state of a directory takes precedence over `seed` and `genesisTime`. */
export type DevnetSettings = {
  /** Folder of all files of the devnet: blocks, state, snapshots, settings. Created if missing. */
  readonly dir: string
  /**
   * If given, everything is the same on every machine, and time advances by steps. Default: a fixed seed with the wall
   * clock.
   */
  readonly seed?: string | undefined
  /** Unix seconds of the zero state; only for a new chain. */
  readonly genesisTime?: number | undefined
  /** Shards of the basechain: 1 (default), 2, 4, 8, 16. */
  readonly shards?: number | undefined
  /** Seconds of a validation round, 120 to 31,536,000; 0 (default): no elections, one validator forever. */
  readonly elections?: number | undefined
  /** Seconds between blocks without messages; default 5, 0: only on demand. */
  readonly blockInterval?: number | undefined
  /** Occasional messages between the scenario's users; default true if there is a scenario. */
  readonly traffic?: boolean | undefined
  /** False: a chain without the scenario. Only for a new one. */
  readonly scenario?: boolean | undefined
  /** The recovery of damaged files; default: the start is refused. */
  readonly recover?: DevnetRecovery | undefined
  /** The archive of an index of this devnet, for `recover`. */
  readonly archiveDir?: string | undefined
  /**
   * The newest block of that index: a chain that ends earlier has lost blocks, unless it was replaced since then.
   * `chain` is the root hash of its zero state, hexadecimal.
   */
  readonly indexed?: { readonly chain: string; readonly seqno: number } | undefined
  /** Port of its liteserver, on 127.0.0.1; default any free one. */
  readonly port?: number | undefined
}

/** Address and trust anchors of the liteserver, which change with a reset. */
export type DevnetEndpoint = {
  readonly host: string
  readonly port: number
  /** Ed25519, 32 bytes. */
  readonly publicKey: Buffer
  readonly zeroState: BlockIdExt
  /** A key block that no restore can remove, or the zero state if there is none. Only a reset changes it. */
  readonly initBlock: BlockIdExt
}

export type ExampleMessages = {
  /** Raw address. */
  readonly receiver: string
  /** Bags of cells in base64. */
  readonly messages: readonly [string, string, string, string]
}

/** Commands of a running devnet. Each can reject with DevnetError. */
export type DevnetControl = {
  status(): Promise<DevnetStatus>
  /** Sends coins and resolves when the account has them. `amount` in nanoton. */
  faucet(request: {
    readonly address: string
    readonly amount: bigint
    readonly comment?: string | undefined
  }): Promise<FaucetAnswer>
  step(blocks: number): Promise<HeadAnswer>
  /** Makes a key block: a signed message to the configuration contract changes a parameter without other effects. */
  keyBlock(): Promise<KeyBlockAnswer>
  setTime(request: TimeRequest): Promise<HeadAnswer>
  settings(change: SettingsRequest): Promise<HeadAnswer>
  /** Four external messages that are accepted now, each once; undefined without a scenario. */
  exampleMessages(): Promise<ExampleMessages | undefined>
  saveSnapshot(name: string): Promise<Snapshot>
  restoreSnapshot(name: string): Promise<HeadAnswer>
  deleteSnapshot(name: string): Promise<void>
  /** Starts a new chain with the same seed. */
  reset(): Promise<HeadAnswer>
}

/** A devnet in its own thread. */
export type RunningDevnet = DevnetControl & {
  endpoint(): DevnetEndpoint
  /** Returns the reasons why it makes no blocks or does not answer, a sentence each. */
  problems(): readonly string[]
  /** Returns why it is open read-only, a sentence; undefined if it makes blocks. */
  readOnlyReason(): string | undefined
  /**
   * Called before a restore or reset. The old chain answers until the listener's promise settles, so that no request
   * about the old chain reaches the new one.
   */
  onReplacing(listener: () => Promise<void>): () => void
  /** Called after a restore or reset: the chain is another one, and its liteserver can have another address. */
  onReplaced(listener: () => void): () => void
  /** Called with the seqno of each new masterchain block, before the request that made it is answered. */
  onHead(listener: (seqno: number) => void): () => void
  /** Resolves when the devnet has ended: with an error if that was not requested. Never rejects. */
  readonly stopped: Promise<Error | undefined>
  close(): Promise<void>
}
