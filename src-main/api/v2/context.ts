import type { Cell } from '@ton/core'
import type { V2Name, V2Result, V2Values } from '#shared/schema/v2/operations.ts'
import type { Message } from '../../chain/block/message.ts'
import type { LiteNetwork, LiteSession, SessionOptions } from '../../liteserver/session.ts'
import type { ContractRuns } from './contractRuns.ts'
import type { SuspendedAddresses } from './suspendedAddresses.ts'

/** The context of a handler, created for one request. */
export type V2Context = {
  readonly network: Pick<LiteNetwork, 'consensusSeqno'>
  /** The request's session, opened at the first call; later options are ignored. */
  session(options?: Pick<SessionOptions, 'archival'>): LiteSession
  readonly suspendedAddresses: SuspendedAddresses
  readonly contracts: ContractRuns
  /** Aborted when the client no longer waits for the answer. */
  readonly signal: AbortSignal | undefined
  /** Unix time in seconds. */
  now(): number
  /** Called with every external message that a liteserver accepted. */
  sent(message: SentMessage): void
}

/** An external message that was sent. */
export type SentMessage = {
  readonly cell: Cell
  readonly message: Message
  /** Normalized (compatibility-v3 §4.6). */
  readonly hashNorm: Buffer
}

/** Answers one operation. The parameters are already checked; errors are thrown, never formatted. */
export type V2Handler<Name extends V2Name> = (
  values: V2Values<Name>,
  context: V2Context,
) => V2Result<Name> | Promise<V2Result<Name>>

export type V2Handlers = { readonly [Name in V2Name]: V2Handler<Name> }
