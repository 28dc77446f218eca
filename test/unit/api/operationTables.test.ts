import { describe, expect, it } from 'vitest'
import { v2Operations } from '#shared/schema/v2/operations.ts'
import type { StreamOperations } from '../../../src-main/api/streaming/wsSession.ts'
import type { V2Handlers } from '../../../src-main/api/v2/context.ts'
import { v2Handlers } from '../../../src-main/api/v2/handlers.ts'
import type { LegacyHandlers } from '../../../src-main/api/v3/legacy.ts'
import type { Reads } from '../../../src-main/api/v3/read/answer.ts'

/** `npm run typecheck` fails if one of these tables compiles although an operation has no function in it. */
export function incompleteTables(
  v2: Omit<V2Handlers, 'getMasterchainInfo'>,
  legacy: Omit<LegacyHandlers, 'message'>,
  reads: Omit<Reads, 'nft/items'>,
  stream: Omit<StreamOperations, 'ping'>,
): unknown[] {
  // @ts-expect-error: an operation of v2 without a handler
  const v2Table: V2Handlers = v2
  // @ts-expect-error: an operation of v3 that v2 answers, without a handler
  const legacyTable: LegacyHandlers = legacy
  // @ts-expect-error: an operation of v3 without a reader
  const readTable: Reads = reads
  // @ts-expect-error: an operation of a WebSocket without a handler
  const streamTable: StreamOperations = stream
  return [v2Table, legacyTable, readTable, streamTable]
}

describe('tables of operations', () => {
  it('have one handler for each v2 operation', () => {
    expect(Object.keys(v2Handlers).sort()).toEqual(Object.keys(v2Operations).sort())
  })
})
