import { describe, expect, it } from 'vitest'
import { PRIORITY } from '../../../src-main/store/detectedTokens.ts'
import type { Connection } from '../../../src-main/store/sqlite/driver.ts'
import { createDetectionQueue, MAX_ABSENT } from '../../../src-main/store/write/detectionQueue.ts'
import { createRechecks } from '../../../src-main/store/write/rechecks.ts'
import { withWriter } from '../../fixtures/store/openWriter.ts'

const MASTER = 1_000_000n
const OTHER = 1_000_001n
const CODE = 7
const SEQNO = 40
const NOT_QUEUED = undefined

/** Accounts that are looked at, and those that are kept, as numbers. */
function queueOf(connection: Connection) {
  const rows = connection
    .prepare<[], { account: number; waits_for: number | null; priority: number }>(
      'SELECT account, waits_for, priority FROM detection_queue ORDER BY account',
    )
    .all()
  return {
    ready: rows.filter(({ waits_for }) => waits_for === null).map(({ account }) => account),
    kept: rows.filter(({ priority }) => priority === PRIORITY.absent).map(({ account }) => account),
  }
}

function withQueue(
  work: (tools: {
    readonly connection: Connection
    readonly queue: ReturnType<typeof createDetectionQueue>
    readonly rechecks: ReturnType<typeof createRechecks>
    /** Writes that an account has code, or none. */
    setCode(account: bigint, before: number | null | undefined, code: number | null): void
  }) => void,
): void {
  withWriter(({ connection }) => {
    const queue = createDetectionQueue(connection)
    const save = connection.prepare(
      'INSERT INTO accounts (id, address, code) VALUES (?, ?, ?) ON CONFLICT (id) DO UPDATE SET code = excluded.code',
    )
    const setCode = (account: bigint, before: number | null | undefined, code: number | null) => {
      queue.stateChanged(account, before, code, SEQNO)
      save.run(account, Buffer.from(`account ${account}`), code ?? 0)
    }
    work({ connection, queue, rechecks: createRechecks(connection), setCode })
  })
}

describe('accounts that named a missing contract', () => {
  it('are inspected again, page by page, when it is deployed, and no others', () => {
    withQueue(({ connection, queue, rechecks, setCode }) => {
      for (const account of [1n, 2n, 3n]) queue.keepUntilDeployed(account, MASTER, SEQNO, NOT_QUEUED)
      queue.keepUntilDeployed(4n, OTHER, SEQNO, NOT_QUEUED)
      expect(queueOf(connection)).toEqual({ ready: [], kept: [1, 2, 3, 4] })
      setCode(MASTER, null, CODE)
      expect(rechecks.queueNext(2)).toBe(true)
      expect(queueOf(connection)).toEqual({ ready: [1, 2], kept: [3, 4] })
      expect(rechecks.queueNext(2)).toBe(false)
      expect(queueOf(connection)).toEqual({ ready: [1, 2, 3], kept: [4] })
    })
  })

  it('are not inspected when it gets coins, or is deployed and deleted again', () => {
    withQueue(({ connection, queue, rechecks, setCode }) => {
      queue.keepUntilDeployed(1n, MASTER, SEQNO, NOT_QUEUED)
      setCode(MASTER, undefined, null)
      queue.stateRead(MASTER)
      expect(rechecks.queueNext(9)).toBe(false)
      setCode(MASTER, null, CODE)
      setCode(MASTER, CODE, null)
      expect(rechecks.queueNext(9)).toBe(false)
      expect(queueOf(connection)).toEqual({ ready: [], kept: [1] })
      setCode(MASTER, null, CODE)
      rechecks.queueNext(9)
      expect(queueOf(connection)).toEqual({ ready: [1], kept: [] })
    })
  })

  it('are inspected again after a newer state of their own, and can then wait for another account', () => {
    withQueue(({ connection, queue, setCode }) => {
      queue.keepUntilDeployed(1n, MASTER, SEQNO, NOT_QUEUED)
      queue.keepUntilDeployed(2n, MASTER, SEQNO, NOT_QUEUED)
      setCode(1n, CODE, CODE)
      queue.flush(SEQNO)
      expect(queueOf(connection)).toEqual({ ready: [1], kept: [2] })
      queue.wait(2n, OTHER, SEQNO)
      expect(queueOf(connection)).toEqual({ ready: [1], kept: [] })
      queue.stateRead(OTHER)
      expect(queueOf(connection)).toEqual({ ready: [1, 2], kept: [] })
    })
  })

  it('are dropped beyond a limit, and counted again by the next writer', () => {
    withQueue(({ connection, queue }) => {
      connection.exec('BEGIN')
      for (let account = 1n; account <= MAX_ABSENT; account++)
        queue.keepUntilDeployed(account, MASTER, SEQNO, NOT_QUEUED)
      connection.exec('COMMIT')
      const dropped = BigInt(MAX_ABSENT) + 1n
      queue.keepUntilDeployed(dropped, MASTER, SEQNO, NOT_QUEUED)
      createDetectionQueue(connection).keepUntilDeployed(dropped, MASTER, SEQNO, NOT_QUEUED)
      expect(queueOf(connection).kept).toHaveLength(MAX_ABSENT)
      connection.exec('DELETE FROM detection_queue WHERE account = 5')
      queue.keepUntilDeployed(dropped, MASTER, SEQNO, NOT_QUEUED)
      expect(queueOf(connection).kept.at(-1)).toBe(Number(dropped))
    })
  })
})
