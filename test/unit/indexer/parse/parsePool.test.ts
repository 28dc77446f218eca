import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { readShardTops } from '../../../../src-main/chain/archive/masterchainHead.ts'
import { parseBlock } from '../../../../src-main/indexer/parse/parseBlock.ts'
import type { MasterchainFiles } from '../../../../src-main/indexer/parse/parseJobs.ts'
import { createParsePool, type ParsePool } from '../../../../src-main/indexer/parse/parsePool.ts'
import { startParseThread } from '../../../../src-main/indexer/parse/parseThread.ts'
import { runJob } from '../../../../src-main/indexer/parse/runJob.ts'
import { expandBlock } from '../../../../src-main/store/archive/blockFile.ts'
import { unpackMcBlock } from '../../../../src-main/store/unpackParsed.ts'
import { sampleContents } from '../../chain/archive/sampleNetwork.ts'

const masterchain = sampleContents().blocks.filter(({ id }) => id.workchain === -1)

function filesOf(index: number): MasterchainFiles {
  const block = masterchain[index]!
  const data = block.read()
  return { files: [{ id: block.id, data }], shardTops: readShardTops(data) }
}

/** A thread in which every job is a disaster. */
const FAILING = new URL(
  `data:text/javascript,${encodeURIComponent(
    "import { parentPort } from 'node:worker_threads'; parentPort.on('message', () => { throw new Error('out of luck') })",
  )}`,
)

describe('createParsePool', () => {
  const shared = createParsePool({ threads: 2 })
  afterAll(() => shared.close())
  const pools: ParsePool[] = []
  const open = (options: Parameters<typeof createParsePool>[0]) => {
    const pool = createParsePool(options)
    pools.push(pool)
    return pool
  }
  afterEach(() => Promise.all(pools.splice(0).map((pool) => pool.close())))

  test('packs blocks with their files for the archive in as many threads as allowed', async () => {
    const jobs = [0, 1, 2, 29, 30].map(filesOf)
    const packed = await Promise.all(jobs.map((job) => shared.masterchainBlock(job)))
    for (const [i, { files, shardTops }] of jobs.entries()) {
      const [file] = files
      const { blocks, shardTops: tops } = unpackMcBlock(packed[i]!)
      expect(blocks).toEqual([{ ...parseBlock(file!.id, file!.data), archived: expect.any(Buffer) }])
      expect(expandBlock(blocks[0]!.archived!).equals(file!.data)).toBe(true)
      expect(tops).toEqual(
        [file!.id, ...shardTops].map(({ workchain, shard, seqno }) => ({ workchain, shard, seqno })),
      )
    }
  })

  test('does not change the given bytes', async () => {
    const { files, shardTops } = filesOf(5)
    const before = Buffer.from(files[0]!.data)
    await shared.masterchainBlock({ files, shardTops })
    expect(before.equals(files[0]!.data)).toBe(true)
  })

  test('rejects a file that is not the block of its id, and continues', async () => {
    const good = filesOf(3)
    const other = { ...good, files: [{ id: masterchain[4]!.id, data: good.files[0]!.data }] }
    const cut = { ...good, files: [{ ...good.files[0]!, data: good.files[0]!.data.subarray(0, 500) }] }
    for (const bad of [other, cut]) {
      await expect(shared.masterchainBlock(bad)).rejects.toMatchObject({
        name: 'ParseError',
        code: 'malformed',
      })
    }
    await expect(shared.masterchainBlock(good)).resolves.toBeInstanceOf(Uint8Array)
  })

  test('rejects the running job of a thread that ends, and moves its queued job to another thread', async () => {
    let started = 0
    const pool = open({
      threads: 1,
      startThread: () => (started++ === 0 ? startParseThread(FAILING) : startParseThread()),
    })
    const [first, second, third] = [0, 1, 2].map((i) => pool.masterchainBlock(filesOf(i)))
    await expect(first).rejects.toMatchObject({
      code: 'crashed',
      message: expect.stringContaining('out of luck'),
    })
    await expect(second).resolves.toBeInstanceOf(Uint8Array)
    await expect(third).resolves.toBeInstanceOf(Uint8Array)
    expect(started).toBe(2)
  })

  test('rejects jobs beyond the limit, and all jobs after it was closed', async () => {
    const pool = open({ threads: 1, queued: 1 })
    const jobs = [0, 1, 2, 3].map((i) => pool.masterchainBlock(filesOf(i)))
    const settled = Promise.allSettled(jobs)
    await expect(jobs[3]).rejects.toMatchObject({ code: 'busy' })
    await pool.close()
    expect((await settled).map(({ status }) => status)).toEqual(Array(4).fill('rejected'))
    await expect(pool.masterchainBlock(filesOf(0))).rejects.toMatchObject({ code: 'closed' })
  })

  test('parses single jobs in a lent thread, others and large ones in its own, and ends those without jobs', async () => {
    const threads: string[] = []
    const ended = Promise.withResolvers<void>()
    const pool = open({
      threads: 1,
      idleMs: 1,
      startThread() {
        threads.push('started')
        const thread = startParseThread()
        void thread.ended.then(() => ended.resolve())
        return thread
      },
    })
    let isIdle = true
    const results: (() => void)[] = []
    const takeBack = pool.lend({
      get isIdle() {
        return isIdle
      },
      async run(job) {
        isIdle = false
        await new Promise<void>((resolve) => results.push(resolve))
        isIdle = true
        return runJob(job)
      },
    })
    const alone = pool.masterchainBlock(filesOf(0))
    expect(threads).toEqual([])
    const beside = pool.masterchainBlock(filesOf(1))
    expect(threads).toEqual(['started'])
    results[0]?.()
    for (const packed of [await alone, await beside]) expect(unpackMcBlock(packed).blocks).toHaveLength(1)
    await ended.promise
    const { files, shardTops } = filesOf(2)
    const large = [...files, ...Array.from({ length: 600 }, () => files[0]!)]
    const before = results.length
    await pool.masterchainBlock({ files: large, shardTops })
    expect([threads.length, results.length]).toEqual([2, before])
    takeBack()
    await pool.masterchainBlock(filesOf(3))
    expect(results).toHaveLength(before)
  })

  test('parses in its own threads what a lent thread did not', async () => {
    const pool = open({ threads: 1 })
    pool.lend({ isIdle: true, run: () => Promise.reject(new Error('its other work ended the thread')) })
    expect(unpackMcBlock(await pool.masterchainBlock(filesOf(0))).blocks).toHaveLength(1)
    const good = filesOf(3)
    const other = { ...good, files: [{ id: masterchain[4]!.id, data: good.files[0]!.data }] }
    await expect(pool.masterchainBlock(other)).rejects.toMatchObject({ code: 'malformed' })
  })
})
