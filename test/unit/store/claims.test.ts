import { describe, expect, it } from 'vitest'
import { accountId } from '../../../src-main/store/accountId.ts'
import { DNS_ROOT_PARAMETER, EVENT_OPCODES, KEPT, PRIORITY } from '../../../src-main/store/detectedTokens.ts'
import { SQLITE_TYPES } from '../../../src-main/store/dialect.ts'
import { migration0007 } from '../../../src-main/store/migrations/0007.ts'
import { findUnverified } from '../../../src-main/store/queries/detectionBacklog.ts'
import { countDueClaims, nextDueClaims, withDueClaims } from '../../../src-main/store/queries/dueClaims.ts'
import { type Reader, readerOf } from '../../../src-main/store/queries/reader.ts'
import { countUnverified } from '../../../src-main/store/queries/unverified.ts'
import type { Connection } from '../../../src-main/store/sqlite/driver.ts'
import { type Claims, createClaims } from '../../../src-main/store/write/claims.ts'
import { createDetectionQueue, type DetectionQueue } from '../../../src-main/store/write/detectionQueue.ts'
import { createDnsRootRow } from '../../../src-main/store/write/dnsRootRow.ts'
import { createRechecks, type Rechecks } from '../../../src-main/store/write/rechecks.ts'
import { withWriter } from '../../fixtures/store/openWriter.ts'

const MASTER = 1_000_000n
const OTHER = 1_000_001n
const CODE = 7
const SEQNO = 40
const FIRST = -(1n << 63n)
const ALL = 100_000

type Tools = {
  readonly connection: Connection
  readonly reader: Reader
  readonly queue: DetectionQueue
  readonly claims: Claims
  /** Keeps an account whose counterparts do not acknowledge it as of their newest state. */
  keep(account: number, ...counterparts: readonly bigint[]): void
  /** Writes a state of a contract with the next lt: `code` before and after it. */
  write(
    account: bigint,
    before: number | null | undefined,
    code: number | null,
    isDataChanged?: boolean,
  ): void
  due(): number[]
  lts: Map<bigint, bigint>
}

function withClaims(work: (tools: Tools) => void): void {
  withWriter(({ connection }) => {
    const lts = new Map<bigint, bigint>()
    const claims = createClaims(connection, (account) => lts.get(account))
    const queue = createDetectionQueue(connection, claims)
    const reader = readerOf(connection)
    let lt = 0n
    work({
      connection,
      reader,
      queue,
      claims,
      lts,
      keep: (account, ...counterparts) =>
        claims.keep({
          account: BigInt(account),
          claims: counterparts.map((counterpart) => ({ counterpart, seenLt: lts.get(counterpart) ?? 0n })),
          mcSeqno: SEQNO,
          queued: undefined,
        }),
      write(account, before, code, isDataChanged = false) {
        lts.set(account, ++lt)
        queue.stateChanged(account, { before, code, isDataChanged, lt }, SEQNO)
      },
      due: () => nextDueClaims(reader, ALL, FIRST).map(({ account }) => Number(account)),
    })
  })
}

function rowOf(connection: Connection, account: number) {
  return connection.prepare('SELECT * FROM detection_queue WHERE account = ?').get(account)
}

const rows = (connection: Connection, table: string) =>
  connection.prepare<[], number>(`SELECT count(*) FROM ${table}`).pluck().get()

describe('claims on a contract', () => {
  it('that does not exist are due when it is deployed, and no others', () => {
    withClaims(({ keep, write, due }) => {
      for (const account of [1, 2, 3]) keep(account, MASTER)
      keep(4, OTHER)
      expect(due()).toEqual([])
      write(MASTER, null, CODE)
      expect(due()).toEqual([1, 2, 3])
    })
  })

  it('that does not exist are not due when it gets coins, or is deployed and deleted again', () => {
    withClaims(({ queue, keep, write, due }) => {
      keep(1, MASTER)
      write(MASTER, undefined, null)
      queue.stateRead(MASTER)
      expect(due()).toEqual([])
      write(MASTER, null, CODE)
      write(MASTER, CODE, null)
      expect(due()).toEqual([])
      write(MASTER, null, CODE)
      expect(due()).toEqual([1])
    })
  })

  it('that does not acknowledge them are due when its code or data change, and not when only its coins do', () => {
    withClaims(({ queue, keep, write, due }) => {
      keep(1, MASTER)
      keep(2, OTHER)
      write(MASTER, CODE, CODE)
      queue.stateRead(MASTER)
      expect(due()).toEqual([])
      write(MASTER, CODE, CODE, true)
      expect(due()).toEqual([1])
      write(OTHER, CODE, CODE + 1)
      expect(due()).toEqual([1, 2])
    })
  })

  it('that has changed since it was read are due at once', () => {
    withClaims(({ claims, write, due }) => {
      write(MASTER, null, CODE)
      claims.keep({
        account: 1n,
        claims: [{ counterpart: MASTER, seenLt: 0n }],
        mcSeqno: SEQNO,
        queued: undefined,
      })
      expect(due()).toEqual([1])
    })
  })

  it('and on another one are due when any of them changes, until they are looked at', () => {
    withClaims(({ connection, keep, write, due }) => {
      for (const changed of [MASTER, OTHER]) {
        keep(1, MASTER, OTHER)
        expect(due()).toEqual([])
        write(changed, CODE, CODE, true)
        expect(due()).toEqual([1])
      }
      write(MASTER, CODE, CODE, true)
      expect(due()).toEqual([1])
      keep(1, OTHER)
      expect(due()).toEqual([])
      expect([rows(connection, 'detection_claims'), rows(connection, 'detection_changes')]).toEqual([1, 0])
    })
  })

  it('are looked at after a newer state of the account, which can then wait for another account', () => {
    withClaims(({ connection, queue, keep, write }) => {
      keep(1, MASTER)
      keep(2, MASTER)
      write(1n, CODE, CODE)
      queue.flush(SEQNO)
      expect(rowOf(connection, 1)).toMatchObject({ priority: PRIORITY.newBlock, waits_for: null })
      queue.wait(2n, OTHER, SEQNO)
      expect(rowOf(connection, 2)).toMatchObject({ priority: PRIORITY.backfill, waits_for: Number(OTHER) })
      queue.stateRead(OTHER)
      expect(rowOf(connection, 2)).toMatchObject({ waits_for: null })
    })
  })

  it('keep the range of the account’s transactions', () => {
    withClaims(({ connection, queue, claims, write }) => {
      write(1n, null, CODE)
      queue.transaction(1n, 500n, EVENT_OPCODES[0], SEQNO)
      queue.flush(SEQNO)
      const queued = { priority: PRIORITY.newBlock, mcSeqno: SEQNO, firstLt: 500n, lastLt: 500n }
      const named = [{ counterpart: MASTER, seenLt: 0n }]
      claims.keep({ account: 1n, claims: named, mcSeqno: SEQNO, queued })
      expect(rowOf(connection, 1)).toMatchObject({ priority: KEPT, first_lt: 500, last_lt: 500 })
      write(1n, CODE, CODE)
      queue.transaction(1n, 900n, EVENT_OPCODES[0], SEQNO + 1)
      queue.flush(SEQNO)
      expect(rowOf(connection, 1)).toMatchObject({ first_lt: 500, last_lt: 900, waits_for: null })
    })
  })

  it('are all kept, and a change of it writes one row, however many they are', () => {
    withClaims(({ connection, reader, keep, write }) => {
      const many = 20_000
      connection.exec('BEGIN')
      for (let account = 1; account <= many; account++) keep(account, MASTER)
      const before = connection.prepare<[], number>('SELECT total_changes()').pluck()
      const changes = before.get() ?? 0
      write(MASTER, CODE, CODE, true)
      expect((before.get() ?? 0) - changes).toBe(1)
      connection.exec('COMMIT')
      expect(countDueClaims(reader, ALL)).toBe(many)
      expect(countDueClaims(reader, 500)).toBe(500)
      expect(withDueClaims(reader, [1n, BigInt(many), MASTER])).toEqual(new Set([1n, BigInt(many)]))
    })
  })

  it('come in turns with those on others, and in the order in which they were looked at', () => {
    withClaims(({ reader, keep, write }) => {
      const [busy, quiet] = [MASTER, OTHER]
      for (let account = 1; account <= 100; account++) keep(account, busy)
      keep(500, quiet)
      write(busy, CODE, CODE, true)
      keep(101, busy)
      write(busy, CODE, CODE, true)
      write(quiet, CODE, CODE, true)
      const next = (after: bigint) => nextDueClaims(reader, 8, after).map(({ account }) => Number(account))
      expect(next(FIRST).slice(0, 2)).toEqual([1, 500])
      expect(next(busy)[0]).toBe(500)
      for (let account = 1; account <= 100; account++) keep(account, busy)
      expect(next(quiet)).toEqual([101, 500])
    })
  })

  it('are found again by the next writer', () => {
    withClaims(({ connection, keep, due }) => {
      keep(1, MASTER)
      createClaims(connection, () => undefined).changed(MASTER, 9n, true)
      expect(due()).toEqual([1])
    })
  })
})

describe('claims of an older index', () => {
  it('are due once', () => {
    withClaims(({ connection, keep, due }) => {
      connection.exec('DROP TABLE detection_claims; DROP TABLE detection_changes')
      connection.exec(
        `INSERT INTO detection_queue (account, priority, mc_seqno, first_lt, last_lt, waits_for)
        VALUES (1, 3, 5, 0, 0, ${MASTER}), (2, 4, 5, 0, 0, ${OTHER}), (3, 2, 5, 0, 0, ${OTHER}), (4, 2, 5, 0, 0, NULL)`,
      )
      for (const statement of migration0007(SQLITE_TYPES)) connection.exec(statement)
      expect(due()).toEqual([1, 2])
      expect(rowOf(connection, 2)).toMatchObject({ priority: KEPT })
      keep(1, MASTER)
      keep(2, OTHER)
      expect(due()).toEqual([])
    })
  })
})

describe('verified contracts whose counterpart has changed its answers', () => {
  function withRechecks(
    work: (tools: Tools & { recheck(...masters: readonly bigint[]): void; rechecks: Rechecks }) => void,
  ) {
    withClaims((tools) => {
      const { connection, claims } = tools
      const wallet = connection.prepare(
        `INSERT INTO jetton_wallets (account, balance, owner, jetton, last_tx_lt, mc_seqno) VALUES (?, x'00', 1, ?, 1, 1)`,
      )
      for (let account = 1; account <= 300; account++) wallet.run(account, MASTER)
      wallet.run(500, OTHER)
      const row = connection.prepare(
        `INSERT OR REPLACE INTO detection_rechecks (account, mc_seqno, last_wallet, last_item, last_order) VALUES (?, 1, 0, x'', 0)`,
      )
      work({
        ...tools,
        rechecks: createRechecks(connection, claims),
        recheck(...masters) {
          for (const master of masters) row.run(master)
        },
      })
    })
  }

  it('are due in turns with those of others, however often one counterpart changes', () => {
    withRechecks(({ connection, reader, write, recheck, rechecks }) => {
      for (const master of [MASTER, OTHER]) write(master, CODE, CODE, true)
      recheck(MASTER, OTHER)
      expect(rechecks.queueNext(8)).toBe(true)
      expect(
        nextDueClaims(reader, 4, FIRST)
          .map(({ account }) => Number(account))
          .slice(0, 2),
      ).toEqual([1, 500])
      expect(rows(connection, 'detection_queue')).toBe(0)
      while (rechecks.queueNext(64));
      expect(countDueClaims(reader, ALL)).toBe(301)
    })
  })

  it('come back behind those that have not been looked at', () => {
    withRechecks(({ claims, write, recheck, rechecks, due }) => {
      const change = () => {
        write(MASTER, CODE, CODE, true)
        recheck(MASTER)
        while (rechecks.queueNext(64));
      }
      change()
      for (let account = 1; account <= 10; account++) claims.forget(BigInt(account))
      expect(due()[0]).toBe(11)
      change()
      expect(due().slice(0, 290)).not.toContain(1)
      expect(due()).toHaveLength(300)
    })
  })

  it('are due when their counterpart is deleted', () => {
    withRechecks(({ write, rechecks, due }) => {
      write(OTHER, CODE, null)
      while (rechecks.queueNext(64));
      expect(due()).toEqual([500])
    })
  })

  it('count as not verified until they are looked at', () => {
    withRechecks(({ connection, reader, claims, write, recheck, rechecks }) => {
      const address = Buffer.alloc(33, 5)
      connection.prepare('INSERT INTO accounts (id, address) VALUES (?, ?)').run(accountId(address), address)
      connection.prepare('UPDATE jetton_wallets SET account = ? WHERE account = 500').run(accountId(address))
      write(OTHER, CODE, CODE, true)
      recheck(OTHER)
      while (rechecks.queueNext(64));
      expect([findUnverified(reader, [address]), countUnverified(reader)]).toEqual([[address], 1])
      claims.forget(accountId(address))
      expect([findUnverified(reader, [address]), countUnverified(reader)]).toEqual([[], 0])
    })
  })
})

describe('the DNS root of the configuration', () => {
  const root = (byte: number) => Buffer.concat([Buffer.from([0xff]), Buffer.alloc(32, byte)])

  it('makes claims and domains due if a newer key block has another one', () => {
    withWriter(({ connection }) => {
      const row = createDnsRootRow(connection, (address) => BigInt(address[1] ?? 0))
      const claims = createClaims(connection, () => row.keySeqno())
      const due = () => nextDueClaims(readerOf(connection), ALL, FIRST).map(({ account }) => Number(account))
      const keep = (account: number, keySeqno: bigint) =>
        claims.keep({
          account: BigInt(account),
          claims: [{ counterpart: DNS_ROOT_PARAMETER, seenLt: keySeqno }],
          mcSeqno: SEQNO,
          queued: undefined,
        })
      connection.exec(
        `INSERT INTO dns_entries (item, domain, last_tx_lt, mc_seqno)
        VALUES (-9, 'a.ton', 1, 1), (3, 'b.ton', 1, 1), (7, 'c.ton', 1, 1)`,
      )
      expect(row.save({ address: root(1), keySeqno: 10 })).toBe(false)
      keep(1, 10n)
      expect(row.save({ address: root(1), keySeqno: 20 })).toBe(false)
      expect(row.save({ address: root(2), keySeqno: 5 })).toBe(false)
      expect(due()).toEqual([])
      expect(row.save({ address: root(2), keySeqno: 30 })).toBe(true)
      claims.changed(DNS_ROOT_PARAMETER, 30n, true)
      expect(due()).toEqual([1])
      // It was inspected with the root before, and written after the change.
      keep(2, 20n)
      expect(due()).toEqual([1, 2])
      for (const account of [1, 2]) keep(account, 30n)
      expect(due()).toEqual([])
      const rechecks = createRechecks(connection, claims)
      while (rechecks.queueNext(2));
      expect(due()).toEqual([-9, 3, 7])
      expect(row.save({ address: undefined, keySeqno: 40 })).toBe(true)
    })
  })

  it('makes the items of a collection queued if the root resolves the zone to another one', () => {
    withWriter(({ connection }) => {
      const row = createDnsRootRow(connection, (address) => BigInt(address[1] ?? 0))
      const [ton, telegram, other] = [root(51), root(52), root(53)]
      const contracts = () => {
        const found = connection.prepare<[], number>('SELECT account FROM detection_rechecks').pluck().all()
        connection.exec('DELETE FROM detection_rechecks')
        return found
      }
      const save = (address: Buffer, keySeqno: number, collections?: readonly (Buffer | undefined)[]) =>
        row.save({ address, keySeqno, collections })
      save(root(1), 10, [ton, telegram])
      expect([save(root(1), 20, [ton, telegram]), save(root(1), 20), contracts()]).toEqual([false, false, []])
      expect([save(root(1), 30, [other, telegram]), contracts()]).toEqual([false, [51]])
      expect([save(root(1), 30, [other, undefined]), contracts()]).toEqual([false, [52]])
      expect([save(root(1), 30, [other, telegram]), contracts()]).toEqual([false, []])
      expect([save(root(2), 40, [other, ton]), contracts()]).toEqual([true, [52]])
      expect([save(root(1), 30, [ton, telegram]), contracts()]).toEqual([false, []])
      expect(row.keySeqno()).toBe(40n)
    })
  })
})
