import { hash } from 'node:crypto'
import type { Cell } from '@ton/core'
import { shardToHex } from '#shared/ton/shard.ts'
import { loadBlock } from '../chain/block/block.ts'
import { loadBlockExtra } from '../chain/block/blockExtra.ts'
import { isAfterMerge, masterBlock, prevBlocks } from '../chain/block/blockInfo.ts'
import { blockTransactions } from '../chain/block/blockTransactions.ts'
import { loadMessage } from '../chain/block/message.ts'
import { loadTransaction } from '../chain/block/transaction.ts'
import type { BlockIdExt } from '../chain/blockId.ts'
import { parseCell } from '../chain/tlb.ts'
import { type BocFile, otherKind, readBocFile } from './bocFile.ts'
import { type Json, toJson } from './json.ts'
import { printJson } from './print.ts'
import { UsageError } from './usageError.ts'

export const DECODE_USAGE = `tonscope decode block|transaction|message FILE

  prints the BOC in FILE (binary; hex or base64 in any text) as JSON
`

const DECODERS: Readonly<Record<string, (file: BocFile) => Json>> = {
  block: decodeBlock,
  transaction: ({ root }) => decodeTransaction(root),
  message: ({ root }) => decodeMessage(root),
}

export async function decodeCommand(args: readonly string[]): Promise<number> {
  const [kind, path, ...rest] = args
  if (kind === undefined || !Object.hasOwn(DECODERS, kind) || path === undefined || rest.length > 0) {
    throw new UsageError('decode takes block, transaction or message, and one file')
  }
  printJson(decodeAs(kind, await readBocFile(path), path))
  return 0
}

/** Throws BocFileError that says what the file is instead. */
function decodeAs(kind: string, file: BocFile, path: string): Json | undefined {
  try {
    return DECODERS[kind]?.(file)
  } catch (error) {
    throw otherKind(path, kind, file.root, { cause: error })
  }
}

/** Returns a block's identity, header, totals and transactions; hashes in hex, lt and amounts as decimal strings. */
export function decodeBlock({ data, root }: BocFile): Json {
  const { globalId, info, valueFlow, extra } = parseCell(root, 'Block', loadBlock)
  const { createdBy, randSeed } = parseCell(extra, 'BlockExtra', loadBlockExtra)
  const { workchain, shard } = info.shard
  const master = masterBlock(info)
  return {
    id: blockIdJson({
      workchain,
      shard,
      seqno: info.seqno,
      rootHash: root.hash(),
      fileHash: hash('sha256', data, 'buffer'),
    }),
    global_id: globalId,
    version: info.version,
    gen_utime: info.genUtime,
    start_lt: info.startLt.toString(),
    end_lt: info.endLt.toString(),
    key_block: info.keyBlock,
    after_merge: isAfterMerge(info),
    before_split: info.beforeSplit,
    after_split: info.afterSplit,
    want_split: info.wantSplit,
    want_merge: info.wantMerge,
    vert_seqno: info.vertSeqno,
    gen_validator_list_hash_short: info.genValidatorListHashShort,
    gen_catchain_seqno: info.genCatchainSeqno,
    min_ref_mc_seqno: info.minRefMcSeqno,
    prev_key_block_seqno: info.prevKeyBlockSeqno,
    gen_software: toJson(info.genSoftware ?? null),
    master_ref: master ? blockIdJson(master) : null,
    prev: prevBlocks(info).map(blockIdJson),
    created_by: createdBy.toString('hex'),
    rand_seed: randSeed.toString('hex'),
    value_flow: toJson(valueFlow),
    transactions: [...blockTransactions(root)].map(({ account, lt, cell }) => ({
      account: `${workchain}:${account.toString('hex')}`,
      lt: lt.toString(),
      hash: cell.hash().toString('hex'),
    })),
  }
}

/** Returns a transaction with its messages and phases. */
export function decodeTransaction(root: Cell): Json {
  const { inMsg, outMsgs, ...transaction } = parseCell(root, 'Transaction', loadTransaction)
  return {
    hash: root.hash().toString('hex'),
    ...(toJson(transaction) as { [key: string]: Json }),
    in_msg: inMsg ? decodeMessage(inMsg) : null,
    out_msgs: outMsgs.map(decodeMessage),
  }
}

/** Returns a message; its body as a BOC in base64 and by hash. */
export function decodeMessage(root: Cell): Json {
  const { body, info, init } = parseCell(root, 'Message', loadMessage)
  return {
    hash: root.hash().toString('hex'),
    info: toJson(info),
    init: toJson(init ?? null),
    body_hash: body.hash().toString('hex'),
    body: toJson(body),
  }
}

function blockIdJson(id: BlockIdExt): Json {
  return {
    workchain: id.workchain,
    shard: shardToHex(id.shard),
    seqno: id.seqno,
    root_hash: id.rootHash.toString('hex'),
    file_hash: id.fileHash.toString('hex'),
  }
}
