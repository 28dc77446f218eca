import { describe, expect, it } from 'vitest'
import { EVENT_OPCODES, KEPT, PRIORITY } from '../../../src-main/store/detectedTokens.ts'
import type { Connection } from '../../../src-main/store/sqlite/driver.ts'
import { createDetectionQueue } from '../../../src-main/store/write/detectionQueue.ts'
import { MAX_ABSENT, MAX_DENIED, MAX_DENIED_BY_ONE } from '../../../src-main/store/write/keptContracts.ts'
import { createRechecks } from '../../../src-main/store/write/rechecks.ts'
import { withWriter } from '../../fixtures/store/openWriter.ts'

const MASTER = 1_000_000n
const OTHER = 1_000_001n
const CODE = 7
const SEQNO = 40

const kept = (account: bigint, waitsFor: bigint, mcSeqno = SEQNO) => ({
  account,
  waitsFor,
  mcSeqno,
  queued: undefined,
})

/** Accounts that are looked at, and those that are kept, as numbers. */
function queueOf(connection: Connection) {
  const rows = connection
    .prepare<[], { account: number; waits_for: number | null; priority: number }>(
      'SELECT account, waits_for, priority FROM detection_queue ORDER BY account',
    )
    .all()
  return {
    ready: rows.filter(({ waits_for }) => waits_for === null).map(({ account }) => account),
    kept: rows.filter(({ priority }) => priority >= KEPT).map(({ account }) => account),
  }
}

function withQueue(
  work: (tools: {
    readonly connection: Connection
    readonly queue: ReturnType<typeof createDetectionQueue>
    readonly rechecks: ReturnType<typeof createRechecks>
    /** Writes that an account has code, or none. */
    setCode(
      account: bigint,
      before: number | null | undefined,
      code: number | null,
      isDataChanged?: boolean,
    ): void
  }) => void,
): void {
  withWriter(({ connection }) => {
    const queue = createDetectionQueue(connection)
    const save = connection.prepare(
      'INSERT INTO accounts (id, address, code) VALUES (?, ?, ?) ON CONFLICT (id) DO UPDATE SET code = excluded.code',
    )
    const setCode = (
      account: bigint,
      before: number | null | undefined,
      code: number | null,
      isDataChanged = false,
    ) => {
      queue.stateChanged(account, { before, code, isDataChanged }, SEQNO)
      save.run(account, Buffer.from(`account ${account}`), code ?? 0)
    }
    work({ connection, queue, rechecks: createRechecks(connection), setCode })
  })
}

describe('accounts that named a missing contract', () => {
  it('are inspected again, page by page, when it is deployed, and no others', () => {
    withQueue(({ connection, queue, rechecks, setCode }) => {
      for (const account of [1n, 2n, 3n]) queue.keepUntilDeployed(kept(account, MASTER))
      queue.keepUntilDeployed(kept(4n, OTHER))
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
      queue.keepUntilDeployed(kept(1n, MASTER))
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
      queue.keepUntilDeployed(kept(1n, MASTER))
      queue.keepUntilDeployed(kept(2n, MASTER))
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
      for (let account = 1n; account <= MAX_ABSENT; account++) queue.keepUntilDeployed(kept(account, MASTER))
      connection.exec('COMMIT')
      const dropped = BigInt(MAX_ABSENT) + 1n
      queue.keepUntilDeployed(kept(dropped, MASTER))
      createDetectionQueue(connection).keepUntilDeployed(kept(dropped, MASTER))
      expect(queueOf(connection).kept).toHaveLength(MAX_ABSENT)
      connection.exec('DELETE FROM detection_queue WHERE account = 5')
      queue.keepUntilDeployed(kept(dropped, MASTER))
      expect(queueOf(connection).kept.at(-1)).toBe(Number(dropped))
    })
  })
})

describe('accounts that a contract does not acknowledge', () => {
  it('are inspected again when its code or data change, and not when only its coins do', () => {
    withQueue(({ connection, queue, setCode }) => {
      queue.keepUntilChanged(kept(1n, MASTER))
      queue.keepUntilChanged(kept(2n, OTHER))
      setCode(MASTER, CODE, CODE)
      queue.stateRead(MASTER)
      expect(queueOf(connection)).toEqual({ ready: [], kept: [1, 2] })
      setCode(MASTER, CODE, CODE, true)
      expect(queueOf(connection)).toEqual({ ready: [1], kept: [2] })
      setCode(OTHER, CODE, CODE + 1)
      expect(queueOf(connection)).toEqual({ ready: [1, 2], kept: [] })
    })
  })

  it('keep the range of their transactions', () => {
    withQueue(({ connection, queue, setCode }) => {
      const rowOf = () => connection.prepare('SELECT * FROM detection_queue WHERE account = 1').get()
      setCode(1n, null, CODE)
      queue.transaction(1n, 500n, EVENT_OPCODES[0], SEQNO)
      queue.flush(SEQNO)
      const queued = { priority: PRIORITY.newBlock, mcSeqno: SEQNO, firstLt: 500n, lastLt: 500n }
      queue.keepUntilChanged({ ...kept(1n, MASTER), queued })
      setCode(1n, CODE, CODE)
      queue.transaction(1n, 900n, EVENT_OPCODES[0], SEQNO + 1)
      queue.flush(SEQNO)
      expect(rowOf()).toMatchObject({ first_lt: 500, last_lt: 900, waits_for: null })
    })
  })

  it('give way to newer ones beyond a limit of one contract, and of all', () => {
    withQueue(({ connection, queue }) => {
      const keepMany = (first: number, count: number, counterpart: bigint) => {
        for (let account = first; account < first + count; account++)
          queue.keepUntilChanged(kept(BigInt(account), counterpart, account))
      }
      connection.exec('BEGIN')
      keepMany(1, MAX_DENIED_BY_ONE + 1, MASTER)
      const left = queueOf(connection).kept
      expect(left.length).toBeGreaterThan(MAX_DENIED_BY_ONE / 2)
      expect(left.length).toBeLessThanOrEqual(MAX_DENIED_BY_ONE)
      expect([left.includes(1), left.at(-1)]).toEqual([false, MAX_DENIED_BY_ONE + 1])
      for (let one = 1; one <= MAX_DENIED / MAX_DENIED_BY_ONE; one++)
        keepMany(one * 10_000, MAX_DENIED_BY_ONE, MASTER + BigInt(one))
      connection.exec('COMMIT')
      const all = queueOf(connection).kept
      expect(all.length).toBeLessThanOrEqual(MAX_DENIED)
      expect(all.length).toBeGreaterThan(MAX_DENIED / 2)
      expect([all.includes(MAX_DENIED_BY_ONE + 1), all.at(-1)]).toEqual([false, 100_999])
    })
  })
})
