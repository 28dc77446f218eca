import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { compressBlock } from '../../../src-main/store/archive/blockFile.ts'
import type { IndexStore, JobRow, Written } from '../../../src-main/store/indexStore.ts'
import { SCHEMA_VERSION } from '../../../src-main/store/migrations/migrate.ts'
import { databaseFile, openReader } from '../../../src-main/store/openDatabase.ts'
import { type IndexStoreOptions, openIndexStore } from '../../../src-main/store/openIndexStore.ts'
import { packHistory, packMcBlock } from '../../../src-main/store/packParsed.ts'
import type { ParsedHistory, ParsedMcBlock } from '../../../src-main/store/parsedBlock.ts'
import { sqlite } from '../../../src-main/store/sqlite/driver.ts'
import { generatedChain, hashOf } from '../../fixtures/store/generatedChain.ts'
import { withWriter } from '../../fixtures/store/openWriter.ts'
import { storedContent } from '../../fixtures/store/storedRows.ts'
import { canMount, mountSmallDisk, NEEDS_MOUNT, unmount } from '../indexer/smallDisk.ts'

const ZERO_STATE = hashOf('zero state')
const chain = [...generatedChain({ seed: 3, blocks: 6, externals: 3, accounts: 30 })]
const isRoot = process.getuid?.() === 0

let dir: string
const open: IndexStore[] = []
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'tonscope-index-'))
})
afterEach(async () => {
  for (const store of open.splice(0)) await store.close()
  rmSync(dir, { recursive: true })
})

async function openStore(options: Partial<IndexStoreOptions> = {}): Promise<IndexStore> {
  const store = await openIndexStore({ dir, zeroState: ZERO_STATE, ...options })
  open.push(store)
  return store
}

async function write(store: IndexStore, block: ParsedMcBlock | undefined): Promise<Written> {
  if (!block) throw new Error('the chain has no such block')
  const written: Written[] = []
  await store.writeBlocks([packMcBlock(block)], (each) => written.push(each))
  return written[0] as Written
}

describe('an index', () => {
  it('returns the written rows and its coverage', async () => {
    const store = await openStore()
    const written = [await write(store, chain[3]), await write(store, chain[1]), await write(store, chain[2])]
    expect(written.map(({ mcSeqno, coverage }) => [mcSeqno, coverage])).toEqual([
      [4, [{ first: 4, last: 4 }]],
      [
        2,
        [
          { first: 2, last: 2 },
          { first: 4, last: 4 },
        ],
      ],
      [3, [{ first: 2, last: 4 }]],
    ])
    const transactions = chain[1]!.blocks.flatMap((block) => block.transactions)
    expect(written[1]?.transactions).toBe(transactions.length)
    expect(written[1]?.externals).toEqual(
      chain[1]!.blocks.flatMap((block) =>
        block.transactions.flatMap(({ inMsg }) => (inMsg?.kind === 'external-in' ? [inMsg.hashNorm] : [])),
      ),
    )
    expect(await write(store, chain[1])).toMatchObject({ transactions: 0, coverage: [{ first: 2, last: 4 }] })
    expect(await store.masterchainBlock(3)).toEqual({
      rootHash: chain[2]!.blocks[0]!.id.rootHash,
      fileHash: chain[2]!.blocks[0]!.id.fileHash,
    })
    expect(await store.masterchainBlock(5)).toBeUndefined()
  })

  it('is unchanged when it is opened again, also read-only, and is one file after it was closed', async () => {
    const job: JobRow = {
      id: 1,
      kind: 'account',
      first: undefined,
      last: undefined,
      account: Buffer.alloc(33, 1),
      newestFirst: true,
      next: 7,
      state: 'paused',
      detail: undefined,
      createdAt: 1_700_000_000,
    }
    const store = await openStore()
    await write(store, chain[0])
    await store.saveJob(job)
    await store.saveJob({ ...job, state: 'done', detail: 'all of it' })
    await store.saveSetting('follow', 'on')
    await store.close()
    expect(existsSync(`${store.file}-wal`)).toBe(false)
    for (const readOnly of [false, true]) {
      const again = await openStore({ readOnly })
      expect(again.coverage()).toEqual([{ first: 1, last: 1 }])
      expect(await again.jobs()).toEqual([{ ...job, state: 'done', detail: 'all of it' }])
      expect([await again.setting('follow'), await again.setting('chain')]).toEqual(['on', undefined])
      await again.close()
    }
  })

  it('returns the part of a history that read-through fetched', async () => {
    const [transaction] = chain[0]!.blocks.flatMap((block) => block.transactions)
    const { account, lt, hash, prevLt, prevHash, now } = transaction!
    const history: ParsedHistory = {
      transactions: [{ ...transaction!, block: chain[0]!.blocks[1]!.id, mcSeqno: 1 }],
      states: [],
      histories: [{ account, mcSeqno: 9, newestLt: lt, oldestLt: lt, isComplete: false, searchedSeqno: 0 }],
    }
    const store = await openStore()
    expect(await store.accountHistory(account)).toBeUndefined()
    expect(await store.writeHistory(packHistory(history))).toMatchObject({ transactions: 1, coverage: [] })
    expect(await store.transactionRef(hash)).toEqual({ account, lt })
    expect(await store.transactionRef(hashOf('none'))).toBeUndefined()
    expect(await store.accountHistory(account)).toEqual({
      ...history.histories[0],
      before: { lt: prevLt, hash: prevHash },
      oldest: { mcSeqno: 1, now, origStatus: transaction!.origStatus },
      newest: { mcSeqno: 1, lt, now },
    })
    expect(await write(store, chain[0])).toMatchObject({ coverage: [{ first: 1, last: 1 }] })
  })

  it('stores until when an account without transactions was seen unchanged', async () => {
    const state = chain[0]!.blocks.flatMap((block) => block.states)[0]!
    const store = await openStore()
    const seenAt = async (utime: number, lastTransLt = state.lastTransLt) => {
      const states = [{ ...state, lastTransLt, mcSeqno: 9, utime }]
      await store.writeHistory(packHistory({ transactions: [], states, histories: [] }))
      const reader = openReader(store.file)
      try {
        return reader.prepare('SELECT utime FROM latest_states').pluck().all()
      } finally {
        reader.close()
      }
    }
    expect(await seenAt(1_000)).toEqual([1_000])
    expect(await seenAt(1_060)).toEqual([1_060])
    // From a server that is behind, and with a state from before.
    expect(await seenAt(1_030)).toEqual([1_060])
    expect(await seenAt(1_090, state.lastTransLt - 1n)).toEqual([1_060])
  })

  it("stores the blocks' files in the archive", async () => {
    const [mcBlock, ...shardBlocks] = chain[0]!.blocks
    const file = Buffer.concat([hashOf('a block'), Buffer.alloc(500)])
    const store = await openStore()
    await write(store, {
      ...chain[0]!,
      blocks: [{ ...mcBlock!, archived: compressBlock(file) }, ...shardBlocks],
    })
    const reader = openReader(store.file)
    expect(reader.prepare('SELECT segment, unpacked FROM archived').all()).toEqual([
      { segment: 1, unpacked: file.length },
    ])
    reader.close()
    expect((await store.sizes()).archive).toBeGreaterThan(30)
  })

  it('completes pending writes before it closes, and rejects later ones', async () => {
    const store = await openStore()
    const writing = chain.map((block) => write(store, block))
    const closing = store.close()
    await expect(write(store, chain[0])).rejects.toMatchObject({ code: 'closed' })
    expect((await Promise.all(writing)).at(-1)?.coverage).toEqual([{ first: 1, last: 6 }])
    await closing
  })

  it('rejects calls beyond its limit', async () => {
    const store = await openStore()
    const calls = Array.from({ length: 65 }, () => store.setting('any'))
    await expect(calls.at(-1)).rejects.toMatchObject({
      code: 'failed',
      message: '64 calls already wait for the index',
    })
    await Promise.all(calls.slice(0, -1))
  })

  it('rejects bytes that are not packed blocks, and continues', async () => {
    const store = await openStore()
    await expect(store.writeBlocks([new Uint8Array(20)])).rejects.toMatchObject({ code: 'failed' })
    await expect(store.writeBlocks([packMcBlock({ blocks: [], shardTops: [] })])).rejects.toMatchObject({
      code: 'failed',
    })
    await write(store, chain[0])
  })
})

describe('blocks that are written together', () => {
  it('are committed up to the first that cannot be written', async () => {
    const store = await openStore()
    const bad = () => new Uint8Array(20)
    const [one, two, three] = chain.map(packMcBlock)
    const written: Written[] = []
    const four = store.writeBlocks([one!, two!, bad(), three!], (each) => written.push(each))
    await expect(four).rejects.toMatchObject({ code: 'failed' })
    expect(written.map(({ mcSeqno, coverage }) => [mcSeqno, coverage])).toEqual([
      [1, [{ first: 1, last: 1 }]],
      [2, [{ first: 1, last: 2 }]],
    ])
    const alone = store.writeBlocks([bad(), packMcBlock(chain[2]!)], (each) => written.push(each))
    await expect(alone).rejects.toMatchObject({ code: 'failed' })
    expect(written).toHaveLength(2)
    expect(store.coverage()).toEqual([{ first: 1, last: 2 }])
  })
})

describe('opening an index', () => {
  async function made(): Promise<string> {
    const store = await openStore()
    await write(store, chain[0])
    await store.close()
    return databaseFile(dir)
  }

  it('of another chain is refused', async () => {
    await made()
    const refusal = { code: 'other-chain', hint: 'choose another folder' }
    await expect(openStore({ zeroState: hashOf('another') })).rejects.toMatchObject(refusal)
    await expect(openStore({ zeroState: hashOf('another'), readOnly: true })).rejects.toMatchObject(refusal)
  })

  it('of another running Tonscope is refused with its process number, until that has ended', async () => {
    await made()
    const script = `import { lockIndex } from '${new URL('../../../src-main/store/indexLock.ts', import.meta.url)}'
      globalThis.lock = lockIndex(process.argv[1]); console.log('held'); setTimeout(() => {}, 30_000)`
    const holder = spawn(
      process.execPath,
      ['--experimental-strip-types', '--input-type=module', '-e', script, dir],
      {
        stdio: ['ignore', 'pipe', 'ignore'],
      },
    )
    const exit = once(holder, 'exit')
    await once(holder.stdout, 'data', { signal: AbortSignal.timeout(20_000) })
    await expect(openStore()).rejects.toMatchObject({
      code: 'locked',
      message: `the index at ${dir} is in use by process ${holder.pid}`,
    })
    expect((await openStore({ readOnly: true })).coverage()).toHaveLength(1)
    holder.kill('SIGKILL')
    await exit
    await openStore()
  })

  it('with a newer schema is refused without a change', async () => {
    const file = await made()
    const connection = new (sqlite())(file)
    connection.pragma(`user_version = ${SCHEMA_VERSION + 1}`)
    connection.close()
    const before = readFileSync(file)
    for (const readOnly of [false, true]) {
      await expect(openStore({ readOnly })).rejects.toMatchObject({
        code: 'newer-schema',
        message: expect.stringContaining(
          `schema is ${SCHEMA_VERSION + 1}, this program knows ${SCHEMA_VERSION})`,
        ),
        hint: 'update Tonscope or choose another folder',
      })
    }
    expect(readFileSync(file).equals(before)).toBe(true)
  })

  it('is refused if the file is not a database or missing', async () => {
    await expect(openStore({ readOnly: true })).rejects.toMatchObject({ code: 'read-only' })
    writeFileSync(databaseFile(dir), 'something else that is long enough to be looked at')
    await expect(openStore()).rejects.toMatchObject({ code: 'corrupt' })
  })

  it('is refused if its folder cannot be created', async () => {
    writeFileSync(join(dir, 'file'), '')
    await expect(openStore({ dir: join(dir, 'file', 'index') })).rejects.toMatchObject({ code: 'read-only' })
  })

  it.skipIf(!canMount)(`is refused if the disk has no space for its folder (${NEEDS_MOUNT})`, async () => {
    // The file system's own folder is its one file.
    expect(mountSmallDisk(dir, 1 << 20, 1)).toBe(true)
    try {
      await expect(openStore({ dir: join(dir, 'index') })).rejects.toMatchObject({ code: 'disk-full' })
    } finally {
      unmount(dir)
    }
  })

  // Nothing is forbidden to root.
  it.skipIf(isRoot)(
    'for writing is refused in a folder that cannot be written, but it can be read',
    async () => {
      await made()
      chmodSync(dir, 0o555)
      try {
        await expect(openStore()).rejects.toMatchObject({ code: 'read-only' })
        expect((await openStore({ readOnly: true })).coverage()).toHaveLength(1)
        await open.pop()?.close()
      } finally {
        chmodSync(dir, 0o755)
      }
    },
  )
})

describe('a transaction that fails', () => {
  // SQLite's own limit of pages causes the error of a full disk: SQLITE_FULL during a transaction.
  it('changes nothing on a full disk, and can be repeated when there is space', () => {
    const large = [...generatedChain({ seed: 4, blocks: 4, externals: 25, accounts: 60 })]
    const expected = withWriter(({ connection, writer }) => {
      for (const block of large) writer.writeBlocks([packMcBlock(block)])
      return storedContent(connection)
    })
    withWriter(({ connection, writer }) => {
      let refused = 0
      for (const block of large) {
        const before = storedContent(connection)
        const pages = Number(connection.pragma('page_count', { simple: true }))
        for (const more of [0, 1, 5, 10]) {
          connection.pragma(`max_page_count = ${pages + more}`)
          try {
            writer.writeBlocks([packMcBlock(block)])
            break
          } catch (error) {
            expect(error).toMatchObject({ code: 'SQLITE_FULL' })
            expect(storedContent(connection)).toEqual(before)
            refused++
          }
        }
        connection.pragma('max_page_count = 1000000')
        writer.writeBlocks([packMcBlock(block)])
      }
      expect(refused).toBeGreaterThan(large.length)
      expect(storedContent(connection)).toEqual(expected)
    })
  })

  it('because another process locks the database is reported, and can be repeated', async () => {
    const store = await openStore()
    const other = new (sqlite())(store.file)
    other.exec('BEGIN IMMEDIATE')
    await expect(write(store, chain[0])).rejects.toMatchObject({ code: 'locked' })
    other.exec('ROLLBACK')
    other.close()
    expect(await write(store, chain[0])).toMatchObject({ coverage: [{ first: 1, last: 1 }] })
  })
})
