import { BocError } from '../../chain/cells/bocError.ts'
import { parseBocRoot } from '../../chain/cells/parseBoc.ts'
import { PrunedBranchError, TlbError } from '../../chain/tlb.ts'
import { compressBlock } from '../../store/archive/blockFile.ts'
import type { McBlockFacts } from '../../store/facts.ts'
import { packFacts, packHistory } from '../../store/packFacts.ts'
import { parseBlock } from './blockFacts.ts'
import { foundState, foundTransaction } from './historyFacts.ts'
import { ParseError } from './parseError.ts'
import type { BlockFile, FoundHistory, MasterchainFiles, ParseJob } from './parseJobs.ts'
import { zeroStateFacts } from './zeroStateFacts.ts'

/**
 * What a parse thread does.
 * @returns packed McBlockFacts, or HistoryFacts
 * @throws {ParseError} malformed
 */
export function runJob(job: ParseJob): Uint8Array {
  try {
    if (job.kind === 'masterchain-block') return packFacts(mcBlockFacts(job))
    if (job.kind === 'zero-states') {
      return packHistory({ transactions: [], states: job.files.flatMap(readZeroState), histories: [] })
    }
    return packHistory(historyFacts(job))
  } catch (error) {
    // RangeError: a length inside of a bag of cells that leads out of it.
    const isBadData =
      error instanceof TlbError ||
      error instanceof PrunedBranchError ||
      error instanceof BocError ||
      error instanceof RangeError
    throw isBadData ? new ParseError('malformed', error.message, { cause: error }) : error
  }
}

/** The newest block of every shard is what the masterchain block says, and that block itself. */
export function mcBlockFacts({ files, shardTops }: MasterchainFiles): McBlockFacts {
  const blocks = files.map(({ id, data }) => ({ ...parseBlock(id, data), archived: compressBlock(data) }))
  const own = files.slice(0, 1).map(({ id }) => id)
  const tops = [...own, ...shardTops].map(({ workchain, shard, seqno }) => ({ workchain, shard, seqno }))
  return { blocks, shardTops: tops }
}

function historyFacts({ transactions, states, histories }: FoundHistory) {
  return {
    transactions: transactions.map(foundTransaction),
    states: states.flatMap(foundState),
    histories,
  }
}

function readZeroState({ id, data }: BlockFile) {
  return zeroStateFacts(id, parseBocRoot(data, { trusted: true }))
}
