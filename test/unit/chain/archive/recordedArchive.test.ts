import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { shardToHex } from '#shared/ton/shard.ts'
import type { ArchiveContents } from '../../../../src-main/chain/archive/archiveContents.ts'
import { ArchiveStore } from '../../../../src-main/chain/archive/archiveStore.ts'
import { readRecordedArchive } from '../../../../src-main/chain/archive/recordedArchive.ts'
import type { SignatureSet } from '../../../../src-main/chain/proof/signatures.ts'
import { liteApi } from '../../../../src-main/liteserver/tl/liteApi.ts'
import { sampleStart, withDirectory } from './sampleNetwork.ts'

const start = sampleStart(12)
const masterchain = start.blocks.filter(({ id }) => id.workchain === -1).map(({ id }) => id)

const blockLines = start.blocks.map(({ id, read }) => ({
  workchain: id.workchain,
  shard: shardToHex(id.shard),
  seqno: id.seqno,
  root_hash: id.rootHash.toString('hex').toUpperCase(),
  file_hash: id.fileHash.toString('hex').toUpperCase(),
  boc: read().toString('base64'),
}))

function proofLine(seqno: number) {
  const empty = Buffer.alloc(0)
  const from = start.zeroStates.find(({ id }) => id.workchain === -1)!.id
  const to = masterchain[seqno - 1]!
  const set = start.signatures(seqno) as Extract<SignatureSet, { kind: 'simplex' }>
  const { validatorSetHash, signatures, ...rest } = set
  const answer = liteApi.getBlockProof.encodeResponse({
    complete: true,
    from,
    to,
    steps: [
      {
        kind: 'forward',
        toKeyBlock: false,
        from,
        to,
        destProof: empty,
        configProof: empty,
        signatures: {
          ...rest,
          validatorSetHash: validatorSetHash | 0,
          signatures: [...signatures],
        },
      },
    ],
  })
  return { seqno, answer: answer.toString('base64') }
}

function write(
  directory: string,
  {
    blocks = blockLines as unknown[],
    proofs = masterchain.map(({ seqno }) => proofLine(seqno)) as unknown[],
  } = {},
): void {
  const lines = (values: unknown[]) =>
    gzipSync(values.map((value) => `${typeof value === 'string' ? value : JSON.stringify(value)}\n`).join(''))
  for (const { id, data } of start.zeroStates) {
    writeFileSync(join(directory, id.workchain === -1 ? 'zerostate.boc' : 'basestate0.boc'), data)
  }
  writeFileSync(join(directory, 'blocks.ndjson.gz'), lines(blocks))
  writeFileSync(join(directory, 'block-proofs.ndjson.gz'), lines(proofs))
}

describe('readRecordedArchive', () => {
  it('reads blocks, zero states and the signatures in recorded answers', () =>
    withDirectory((directory) => {
      write(directory)
      const contents: ArchiveContents = readRecordedArchive(directory)
      expect(new ArchiveStore(contents).head()).toEqual(masterchain.at(-1))
      expect(contents.blocks.map(({ id }) => id)).toEqual(start.blocks.map(({ id }) => id))
      expect(contents.signatures(7)).toEqual(start.signatures(7))
    }))

  it('names the file and line of unusable data', () =>
    withDirectory((directory) => {
      const [first, ...rest] = blockLines
      const attempt = (blocks: unknown[]) => {
        write(directory, { blocks })
        return () => readRecordedArchive(directory)
      }
      expect(attempt(['{'])).toThrow(/blocks\.ndjson\.gz:1: is not JSON/)
      expect(attempt([...rest, '[]'])).toThrow(/is not an integer|is not a string/)
      expect(attempt([{ ...first, shard: 8 }])).toThrow(/:1: shard is not a string/)
      expect(attempt([{ ...first, shard: '8' }])).toThrow(/:1: shard is not 16 hexadecimal digits/)
      expect(attempt([{ ...first, seqno: 1.5 }])).toThrow(/:1: seqno is not an integer/)
      expect(attempt([{ ...first, root_hash: 'ab' }])).toThrow(/:1: root_hash is not 32 bytes in hex/)
      expect(attempt([first, { ...first, boc: blockLines[1]!.boc }])).toThrow(/:2: file hash of the block/)
      expect(attempt([{ ...first, seqno: 3 }])).toThrow(/:1: \(-1,8000000000000000,3\) is in fact block/)
      writeFileSync(join(directory, 'blocks.ndjson.gz'), 'plain')
      expect(() => readRecordedArchive(directory)).toThrow(/cannot be unpacked/)
    }))

  it('rejects proofs of other blocks and a config of another network', () =>
    withDirectory((directory) => {
      write(directory, { proofs: [{ ...proofLine(3), seqno: 4 }] })
      expect(() => readRecordedArchive(directory)).toThrow(/:1: proof of block 3, not 4/)
      write(directory)
      writeFileSync(join(directory, 'network.json'), '{"validator":{"zero_state":{"root_hash":"AA=="}}}')
      expect(() => readRecordedArchive(directory)).toThrow(/network\.json: names another zero state/)
    }))
})
