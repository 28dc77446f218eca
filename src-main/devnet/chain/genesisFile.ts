import { hash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Cell } from '@ton/core'
import { readZeroState } from '../../chain/archive/zeroState.ts'
import { loadBlock } from '../../chain/block/block.ts'
import { prevBlocks } from '../../chain/block/blockInfo.ts'
import { sameBlock } from '../../chain/blockId.ts'
import { parseBocRoot } from '../../chain/cells/parseBoc.ts'
import { parseCell } from '../../chain/tlb.ts'
import { writeAtomically } from '../../platform/atomicFile.ts'
import type { ZeroStateFile, ZeroStates } from '../zeroState/zeroStates.ts'
import { DevnetDirectoryError } from './directoryError.ts'
import { frame, readFrames } from './frameLog.ts'

/** The parameters of a chain's start. */
export type Genesis = {
  readonly seed: string
  /** Unix seconds. */
  readonly genesisTime: number
  readonly globalId: number
}

const FORMAT = 1

/** Reads the genesis of the directory's chain; undefined if there is no chain yet. @throws DevnetDirectoryError */
export function readGenesis(dir: string): (Genesis & { readonly zeroStates: ZeroStates }) | undefined {
  const path = genesisPath(dir)
  if (!existsSync(path)) return undefined
  const [facts, masterchain, basechain] = [...readFrames(readFileSync(path), path)].map(
    ({ payload }) => payload,
  )
  if (!facts || !masterchain || !basechain) throw damaged(path)
  const { format, seed, genesisTime, globalId } = parseFacts(facts, path)
  if (format !== FORMAT) {
    throw new DevnetDirectoryError('other-chain', path, `format ${format} is not one that this version reads`)
  }
  return {
    seed,
    genesisTime,
    globalId,
    zeroStates: { masterchain: zeroStateFile(path, masterchain), basechain: zeroStateFile(path, basechain) },
  }
}

/** Records the genesis of a chain, with its zero states, because a later version can make different ones. */
export function writeGenesis(dir: string, genesis: Genesis, { masterchain, basechain }: ZeroStates): void {
  const path = genesisPath(dir)
  const { seed, genesisTime, globalId } = genesis
  const facts = Buffer.from(JSON.stringify({ format: FORMAT, seed, genesisTime, globalId }))
  const file = Buffer.concat([facts, masterchain.data, basechain.data].map(frame))
  writeAtomically(path, file)
}

/** @throws DevnetDirectoryError if the directory's chain has another genesis */
export function checkGenesis(dir: string, found: Genesis, wanted: Genesis): void {
  for (const name of ['seed', 'genesisTime', 'globalId'] as const) {
    if (found[name] === wanted[name]) continue
    throw new DevnetDirectoryError(
      'other-chain',
      genesisPath(dir),
      `the chain here has ${name} ${found[name]}, not ${wanted[name]}`,
    )
  }
}

/**
 * Checks that a chain, whose recorded genesis is lost, begins with these zero states.
 * @param first the first masterchain block
 * @throws DevnetDirectoryError if an earlier version made other ones
 */
export function checkFollows(dir: string, first: Cell, { masterchain }: ZeroStates): void {
  const [before] = prevBlocks(parseCell(first, 'Block', loadBlock).info)
  if (before && sameBlock(before, masterchain.id)) return
  const reason = 'is missing, and this version would make other zero states than those of the chain'
  throw new DevnetDirectoryError('corrupt', genesisPath(dir), reason)
}

function genesisPath(dir: string): string {
  return join(dir, 'genesis')
}

function parseFacts(data: Buffer, path: string): Genesis & { readonly format: number } {
  try {
    return JSON.parse(data.toString())
  } catch {
    throw damaged(path)
  }
}

function zeroStateFile(path: string, bytes: Buffer): ZeroStateFile {
  // A copy: a view would retain the whole file.
  const data = Buffer.from(bytes)
  const { id } = readZeroState(path, data)
  if (!hash('sha256', data, 'buffer').equals(id.fileHash)) throw damaged(path)
  return { id, root: parseBocRoot(data), data }
}

function damaged(path: string): DevnetDirectoryError {
  return new DevnetDirectoryError('corrupt', path, 'the zero states are damaged')
}
