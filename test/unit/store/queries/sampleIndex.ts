import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ArchiveStore } from '../../../../src-main/chain/archive/archiveStore.ts'
import { readShardTops } from '../../../../src-main/chain/archive/masterchainHead.ts'
import { parseBocRoot } from '../../../../src-main/chain/cells/parseBoc.ts'
import { parseBlock } from '../../../../src-main/indexer/parse/parseBlock.ts'
import { parseZeroState } from '../../../../src-main/indexer/parse/parseZeroState.ts'
import { databaseFile, openReader } from '../../../../src-main/store/openDatabase.ts'
import { packHistory, packMcBlock } from '../../../../src-main/store/packParsed.ts'
import type { ParsedHistory, ParsedMcBlock } from '../../../../src-main/store/parsedBlock.ts'
import { type Reader, readerOf } from '../../../../src-main/store/queries/reader.ts'
import type { Connection } from '../../../../src-main/store/sqlite/driver.ts'
import { openIndex } from '../../../../src-main/store/writerThread.ts'
import { sampleContents } from '../../chain/archive/sampleNetwork.ts'

/** An index with the facts of its blocks, so that tests can compare both. */
export type TestIndex = {
  readonly file: string
  readonly reader: Reader
  readonly connection: Connection
  readonly facts: readonly ParsedMcBlock[]
  writeHistory(history: ParsedHistory): void
  remove(): void
}

/** The masterchain blocks `first` to `last` of the network inside the project, indexed. */
export function indexSample(first: number, last: number): TestIndex {
  return indexFacts(sampleFacts(first, last))
}

export function sampleFacts(first: number, last: number): ParsedMcBlock[] {
  const contents = sampleContents()
  const store = new ArchiveStore(contents)
  const committed = new Map<number, (typeof contents.blocks)[number][]>()
  for (const block of contents.blocks) {
    const seqno = block.id.workchain === -1 ? block.id.seqno : store.committedBy(block)
    if (seqno === undefined || seqno < first || seqno > last) continue
    const others = committed.get(seqno) ?? []
    if (block.id.workchain === -1) others.unshift(block)
    else others.push(block)
    committed.set(seqno, others)
  }
  return [...committed]
    .sort(([a], [b]) => a - b)
    .map(([, [mcBlock, ...shardBlocks]]) => {
      const data = mcBlock!.read()
      const files = [mcBlock!, ...shardBlocks].map((block) => ({ id: block.id, data: block.read() }))
      const blocks = files.map(({ id, data }) => ({ ...parseBlock(id, data), archived: undefined }))
      return { blocks, shardTops: [...readShardTops(data), mcBlock!.id] }
    })
}

/** The accounts of the sample's zero states, which an index that begins with block 1 is begun with. */
export function sampleZeroFacts(): ParsedHistory {
  const states = sampleContents().zeroStates.flatMap(({ id, data }) => parseZeroState(id, parseBocRoot(data)))
  return { transactions: [], states, histories: [] }
}

/** A writable index of these facts, and of those `before` them. */
export function indexFacts(facts: readonly ParsedMcBlock[], before?: ParsedHistory): TestIndex {
  const dir = mkdtempSync(join(tmpdir(), 'tonscope-query-'))
  const { methods } = openIndex({ dir, chain: '11'.repeat(32), isReadOnly: false })
  if (before) methods.writeHistory(packHistory(before))
  for (const block of facts) methods.writeBlocks([packMcBlock(block)])
  const file = databaseFile(dir)
  const connection = openReader(file)
  return {
    file,
    connection,
    reader: readerOf(connection),
    facts,
    writeHistory: (history) => methods.writeHistory(packHistory(history)),
    remove() {
      connection.close()
      methods.close()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}
