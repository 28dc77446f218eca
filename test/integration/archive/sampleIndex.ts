import type { ArchiveContents, ZeroState } from '../../../src-main/chain/archive/archiveContents.ts'
import { ArchiveStore } from '../../../src-main/chain/archive/archiveStore.ts'
import { parentIds } from '../../../src-main/chain/archive/blockHead.ts'
import { readShardTops } from '../../../src-main/chain/archive/masterchainHead.ts'
import { readArchive } from '../../../src-main/chain/archive/openArchive.ts'
import { type BlockIdExt, formatBlockId, MASTERCHAIN } from '../../../src-main/chain/blockId.ts'
import type { MasterchainFiles } from '../../../src-main/indexer/parse/parseJobs.ts'
import { createParsePool } from '../../../src-main/indexer/parse/parsePool.ts'
import { serveAdnl } from '../../../src-main/liteserver/adnl/server.ts'
import { liteserver } from '../../../src-main/liteserver/server/liteserver.ts'
import { keepFile } from '../../../src-main/store/archive/keptFiles.ts'
import { archiveFolder } from '../../../src-main/store/archive/segments.ts'
import { openIndexStore } from '../../../src-main/store/openIndexStore.ts'

export const SAMPLE = new URL('../../../src-main/networks/sample', import.meta.url).pathname

export type SampleRange = { readonly first: number; readonly last: number }

/** The sample network's masterchain zero state. */
export function sampleZeroState(contents: ArchiveContents): ZeroState {
  const zero = contents.zeroStates.find(({ id }) => id.workchain === MASTERCHAIN)
  if (!zero) throw new Error('the sample has no zero state')
  return zero
}

/** The sample network as it was when its masterchain ended with a block. */
export function sampleUntil(last: number): ArchiveContents {
  const contents = readArchive(SAMPLE)
  const steps = stepsOf(contents)
  const seqnos = Array.from({ length: last }, (_, index) => index + 1)
  const ids = new Set(seqnos.flatMap((seqno) => steps(seqno).files.map(({ id }) => formatBlockId(id))))
  return { ...contents, blocks: contents.blocks.filter(({ id }) => ids.has(formatBlockId(id))) }
}

/** Serves recorded blocks over ADNL. */
export async function serveContents(contents: ArchiveContents) {
  const store = new ArchiveStore(contents)
  const onQuery = liteserver({ store, now: () => Math.floor(Date.now() / 1000) })
  const server = await serveAdnl({ host: '127.0.0.1', port: 0, privateKeySeed: Buffer.alloc(32, 1), onQuery })
  const liteservers = [{ host: '127.0.0.1', port: server.port, publicKey: server.publicKey }]
  return { config: { liteservers, zeroState: store.zeroState }, close: () => server.close() }
}

/** Indexes ranges of a recorded masterchain as the follower does: parse threads, then the writer. */
export async function indexContents(
  dir: string,
  contents: ArchiveContents,
  ranges: readonly SampleRange[],
): Promise<void> {
  const steps = stepsOf(contents)
  const { id } = sampleZeroState(contents)
  const store = await openIndexStore({ dir, zeroState: id.rootHash })
  const parser = createParsePool({ threads: 2 })
  try {
    for (const zero of contents.zeroStates) await keepFile(archiveFolder(dir), zero.id, zero.data)
    if (ranges[0]?.first === 1) await store.writeHistory(await parser.zeroStates(contents.zeroStates))
    for (const { first, last } of ranges) {
      const seqnos = Array.from({ length: last - first + 1 }, (_, index) => first + index)
      for (let at = 0; at < seqnos.length; at += 40) {
        const facts = await Promise.all(
          seqnos.slice(at, at + 40).map((seqno) => parser.masterchainBlock(steps(seqno))),
        )
        for (const each of facts) await store.writeBlocks([each])
      }
    }
  } finally {
    await parser.close()
    await store.close()
  }
}

/** A masterchain block with its newly committed shard blocks. */
export function stepsOf(contents: ArchiveContents): (seqno: number) => MasterchainFiles {
  const blocks = new Map(contents.blocks.map((block) => [formatBlockId(block.id), block]))
  const blockOf = (id: Omit<BlockIdExt, 'rootHash' | 'fileHash'>) => {
    const found = blocks.get(formatBlockId(id))
    if (!found) throw new Error(`the sample lacks ${formatBlockId(id)}`)
    return found
  }
  const masterchain = (seqno: number) => blockOf({ workchain: MASTERCHAIN, shard: 1n << 63n, seqno })
  return (seqno) => {
    const block = masterchain(seqno)
    const data = block.read()
    const shardTops = readShardTops(data)
    const seen = new Set((seqno > 1 ? readShardTops(masterchain(seqno - 1).read()) : []).map(formatBlockId))
    const found = []
    let frontier: readonly BlockIdExt[] = shardTops
    while (frontier.length > 0) {
      const news = frontier.filter((id) => id.seqno > 0 && !seen.has(formatBlockId(id)))
      for (const id of news) seen.add(formatBlockId(id))
      const opened = news.map(blockOf)
      found.push(...opened)
      frontier = opened.flatMap(({ head }) => parentIds(head))
    }
    found.sort((a, b) => a.id.seqno - b.id.seqno)
    const files = [block, ...found].map((each) => ({ id: each.id, data: each.read() }))
    return { files, shardTops }
  }
}
