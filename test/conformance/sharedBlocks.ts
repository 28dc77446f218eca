import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { FULL_SHARD } from '#shared/ton/shard.ts'
import type { BlockIdExt } from '../../src-main/chain/blockId.ts'
import { parseBocRoot } from '../../src-main/chain/cells/parseBoc.ts'
import { readMaybeZipped, readRealnet, readRealnetLines } from '../fixtures/recorded.ts'
import { SHARED } from './sharedData.ts'

/** Returns a file of ../shared, unpacked if it is gzip. */
export function readShared(path: string): Buffer {
  return readMaybeZipped(join(SHARED, path))
}

/** A recorded whole block and its entry in the data set's manifest. */
export type FixtureBlock = {
  readonly file: string
  readonly boc: Buffer
  readonly id: Omit<BlockIdExt, 'fileHash'>
  /** The first eight bytes. */
  readonly fileHashStart: string
  readonly genUtime: number
  readonly isKeyBlock: boolean
  readonly globalId: number
  readonly globalVersion: number | undefined
  readonly transactions: number
}

const DESCRIPTION =
  /: block \((-?\d+),([0-9a-f]{16}),(\d+)\) gid=(-?\d+) (\S+) (KEY )?gv=(\S+) tx=(\d+) root=([0-9a-f]{64}) file=([0-9a-f]{16})$/

/** Every file of fixtures/ that is a whole block; packages and pruned blocks are not among them. */
export function fixtureBlocks(): FixtureBlock[] {
  const manifest: { file: string; what: string }[] = JSON.parse(
    readShared('fixtures/manifest.json').toString(),
  )
  const blocks: FixtureBlock[] = []
  for (const { file, what } of manifest) {
    const found = DESCRIPTION.exec(what)
    if (!found) continue
    const [, workchain, shard, seqno, globalId, time, key, version, transactions, root, fileHashStart] =
      found as unknown as string[]
    blocks.push({
      file,
      boc: readShared(`fixtures/${file}`),
      id: {
        workchain: Number(workchain),
        shard: BigInt(`0x${shard}`),
        seqno: Number(seqno),
        rootHash: Buffer.from(root!, 'hex'),
      },
      fileHashStart: fileHashStart!,
      genUtime: Date.parse(time!) / 1000,
      isKeyBlock: key !== undefined,
      globalId: Number(globalId),
      globalVersion: version === '-' ? undefined : Number(version),
      transactions: Number(transactions),
    })
  }
  return blocks
}

export const GENESIS = 'fixtures/rsquad-ton-rust-node/genesis'

/** An entry of a node's archive package; `id` is read from its name. */
export type PackageFile = {
  readonly kind: 'block' | 'proof' | 'prooflink'
  readonly id: BlockIdExt
  readonly data: Buffer
}

/** `block_(wc,shard,seqno):ROOT:FILE`, the package format of fixtures/README.md. */
export function readPackage(path: string): PackageFile[] {
  const data = readShared(path)
  const files: PackageFile[] = []
  for (let at = 4; at < data.length; ) {
    const nameLength = data.readUInt16LE(at + 2)
    const length = data.readUInt32LE(at + 4)
    const name = data.toString('latin1', at + 8, at + 8 + nameLength)
    const found = /^(block|proof|prooflink)_\((-?\d+),([0-9a-f]+),(\d+)\):(\w{64}):(\w{64})$/.exec(name)
    if (!found) throw new Error(`an archive package with ${name}`)
    const [, kind, workchain, shard, seqno, root, file] = found as unknown as string[]
    files.push({
      kind: kind as PackageFile['kind'],
      id: {
        workchain: Number(workchain),
        shard: BigInt(`0x${shard}`),
        seqno: Number(seqno),
        rootHash: Buffer.from(root!, 'hex'),
        fileHash: Buffer.from(file!, 'hex'),
      },
      data: data.subarray(at + 8 + nameLength, at + 8 + nameLength + length),
    })
    at += 8 + nameLength + length
  }
  return files
}

/** All blocks of realnet/, parents before children. */
export function* realnetBlocks(): Generator<{ readonly id: BlockIdExt; readonly boc: Buffer }> {
  type Line = Record<'shard' | 'root_hash' | 'file_hash' | 'boc', string> &
    Record<'workchain' | 'seqno', number>
  for (const line of readRealnetLines<Line>('blocks.ndjson.gz')) {
    const id = {
      workchain: line.workchain,
      shard: BigInt(`0x${line.shard}`),
      seqno: line.seqno,
      rootHash: Buffer.from(line.root_hash, 'hex'),
      fileHash: Buffer.from(line.file_hash, 'hex'),
    }
    yield { id, boc: Buffer.from(line.boc, 'base64') }
  }
}

/** The zero states of the chain in realnet/ as the blocks before the first ones. */
export function realnetZeroBlocks(): BlockIdExt[] {
  return [
    [-1, 'zerostate.boc'],
    [0, 'basestate0.boc'],
  ].map(([workchain, name]) => {
    const boc = readRealnet(String(name))
    return {
      workchain: Number(workchain),
      shard: FULL_SHARD,
      seqno: 0,
      rootHash: parseBocRoot(boc).hash(),
      fileHash: createHash('sha256').update(boc).digest(),
    }
  })
}
