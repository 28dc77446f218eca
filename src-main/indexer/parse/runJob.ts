import { BocError } from '#shared/ton/cells/bocError.ts'
import { parseBocRoot } from '../../chain/cells/parseBoc.ts'
import { PrunedBranchError, TlbError } from '../../chain/tlb.ts'
import { compressBlock } from '../../store/archive/blockFile.ts'
import { packHistory, packMcBlock } from '../../store/packParsed.ts'
import type { ParsedMcBlock } from '../../store/parsedBlock.ts'
import { parseBlock } from './parseBlock.ts'
import { ParseError } from './parseError.ts'
import { parseFoundState, parseFoundTransaction } from './parseFound.ts'
import type { BlockFile, FoundHistory, MasterchainFiles, ParseJob } from './parseJobs.ts'
import { parseZeroState } from './parseZeroState.ts'

/**
 * Runs a parse job.
 * @returns packed ParsedMcBlock, or ParsedHistory
 * @throws {ParseError} malformed
 */
export function runJob(job: ParseJob): Uint8Array {
  try {
    if (job.kind === 'masterchain-block') return packMcBlock(parseMcBlock(job))
    if (job.kind === 'zero-states') {
      return packHistory({ transactions: [], states: job.files.flatMap(readZeroState), histories: [] })
    }
    return packHistory(parseHistory(job))
  } catch (error) {
    // RangeError: a length in a bag of cells exceeds the bag.
    const isBadData =
      error instanceof TlbError ||
      error instanceof PrunedBranchError ||
      error instanceof BocError ||
      error instanceof RangeError
    throw isBadData ? new ParseError('malformed', error.message, { cause: error }) : error
  }
}

/** Parses a masterchain block with its shard blocks. The masterchain block itself is added to the newest blocks. */
export function parseMcBlock({ files, shardTops }: MasterchainFiles): ParsedMcBlock {
  const blocks = files.map(({ id, data }) => ({ ...parseBlock(id, data), archived: compressBlock(data) }))
  const own = files.slice(0, 1).map(({ id }) => id)
  const tops = [...own, ...shardTops].map(({ workchain, shard, seqno }) => ({ workchain, shard, seqno }))
  return { blocks, shardTops: tops }
}

function parseHistory({ transactions, states, pastStates = [], histories }: FoundHistory) {
  return {
    transactions: transactions.map(parseFoundTransaction),
    states: states.flatMap(parseFoundState),
    pastStates: pastStates.flatMap(parseFoundState),
    histories,
  }
}

function readZeroState({ id, data }: BlockFile) {
  return parseZeroState(id, parseBocRoot(data, { trusted: true }))
}
