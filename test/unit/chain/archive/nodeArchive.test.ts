import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beginCell } from '@ton/core'
import { describe, expect, it } from 'vitest'
import type { ArchiveContents } from '../../../../src-main/chain/archive/archiveContents.ts'
import { ArchiveStore } from '../../../../src-main/chain/archive/archiveStore.ts'
import { readNodeArchive } from '../../../../src-main/chain/archive/nodeArchive.ts'
import { openNodePackage } from '../../../../src-main/chain/archive/nodePackage.ts'
import { type BlockIdExt, formatBlockIdExt } from '../../../../src-main/chain/blockId.ts'
import { serializeBoc } from '../../../../src-main/chain/cells/serializeBoc.ts'
import type { SignatureSet } from '../../../../src-main/chain/proof/signatures.ts'
import { buildByteChain, storeBlockProof } from '../../../chain/blockProofCodec.ts'
import { sampleStart, withDirectory } from './sampleNetwork.ts'

type Entry = { readonly name: string; readonly data: Buffer }

/** An archive package as a node writes it. */
function packageOf(entries: readonly Entry[]): Buffer {
  const magic = Buffer.from([0x01, 0xdd, 0x8f, 0xae])
  return Buffer.concat([
    magic,
    ...entries.flatMap(({ name, data }) => {
      const header = Buffer.alloc(8)
      header.writeUInt16LE(0x1e8b, 0)
      header.writeUInt16LE(name.length, 2)
      header.writeUInt32LE(data.length, 4)
      return [header, Buffer.from(name), data]
    }),
  ])
}

function proofBoc(id: BlockIdExt, set: Extract<SignatureSet, { kind: 'simplex' }>): Buffer {
  const proof = {
    proofFor: id,
    root: beginCell().endCell(),
    signatures: {
      kind: 'simplex' as const,
      validatorListHashShort: set.validatorSetHash,
      catchainSeqno: set.ccSeqno,
      sigWeight: 1n,
      signatures: set.signatures,
      sessionId: set.sessionId,
      slot: set.slot,
      candidateData: buildByteChain(set.candidate),
    },
  }
  return serializeBoc(beginCell().store(storeBlockProof(proof)).endCell())
}

/** The sample's start as a node would have archived it: one package for each chain. */
function writeArchive(directory: string, contents: ArchiveContents): void {
  for (const { id, data } of contents.zeroStates) {
    writeFileSync(join(directory, `zerostate.${id.workchain}.boc`), data)
  }
  const entries = (workchain: number): Entry[] =>
    contents.blocks
      .filter(({ id }) => id.workchain === workchain)
      .flatMap(({ id, read }) => {
        const name = formatBlockIdExt(id)
        const set = workchain === -1 ? contents.signatures(id.seqno) : undefined
        return [
          ...(set?.kind === 'simplex' ? [{ name: `proof_${name}`, data: proofBoc(id, set) }] : []),
          { name: `block_${name}`, data: read() },
        ]
      })
  writeFileSync(join(directory, 'archive.00000.pack'), packageOf(entries(-1)))
  writeFileSync(join(directory, 'archive.00000.0_8000000000000000.pack'), packageOf(entries(0)))
}

const start = sampleStart(30)

describe('readNodeArchive', () => {
  it('reads blocks, zero states and the signatures of block proofs', () =>
    withDirectory((directory) => {
      writeArchive(directory, start)
      const contents = readNodeArchive(directory)
      const store = new ArchiveStore(contents)
      expect(store.head()).toEqual(start.blocks.findLast(({ id }) => id.workchain === -1)?.id)
      expect(contents.blocks).toHaveLength(start.blocks.length)
      expect(store.signatures(17)).toEqual(start.signatures(17))
      expect(store.signatures(31)).toBeUndefined()
      const block = store.find(start.blocks[40]!.id)!
      expect(store.data(block).equals(start.blocks[40]!.read())).toBe(true)
      store.close()
    }))

  it('names the entry whose block does not match its name', () =>
    withDirectory((directory) => {
      const [first, second] = start.blocks
      const name = `block_${formatBlockIdExt(first!.id)}`
      const write = (entries: Entry[]) => writeFileSync(join(directory, 'archive.0.pack'), packageOf(entries))
      write([{ name, data: second!.read() }])
      expect(() => readNodeArchive(directory)).toThrow(/archive\.0\.pack#block_.*file hash of the block/)
      write([{ name: `block_${formatBlockIdExt({ ...first!.id, seqno: 9 })}`, data: first!.read() }])
      expect(() => readNodeArchive(directory)).toThrow(/\(-1,8000000000000000,9\) is in fact block/)
      write([{ name: 'block_1', data: Buffer.alloc(1) }])
      expect(() => readNodeArchive(directory)).toThrow(/entry named "block_1"/)
    }))

  it('reports a corrupt proof when its signatures are requested', () =>
    withDirectory((directory) => {
      writeArchive(directory, start)
      const { id } = start.blocks[0]!
      const proof = { name: `proof_${formatBlockIdExt(id)}`, data: Buffer.from('no proof') }
      writeFileSync(join(directory, 'archive.00001.pack'), packageOf([proof]))
      const contents = readNodeArchive(directory)
      expect(() => contents.signatures(1)).toThrow(/not a block proof/)
      contents.close()
    }))
})

describe('openNodePackage', () => {
  it('lists entries without reading them, and reports a truncated package', () =>
    withDirectory((directory) => {
      const path = join(directory, 'a.pack')
      const data = packageOf([
        { name: 'one', data: Buffer.from('1') },
        { name: 'two', data: Buffer.from('22') },
      ])
      writeFileSync(path, data)
      const archive = openNodePackage(path)
      expect(archive.entries).toEqual([
        { name: 'one', offset: 15, length: 1 },
        { name: 'two', offset: 27, length: 2 },
      ])
      expect(archive.read(archive.entries[1]!).toString()).toBe('22')
      archive.close()
      writeFileSync(path, data.subarray(0, data.length - 1))
      expect(() => openNodePackage(path)).toThrow(/entry 1 is cut/)
      writeFileSync(path, Buffer.concat([data, Buffer.alloc(8)]))
      expect(() => openNodePackage(path)).toThrow(/no entry starts at offset 29/)
      writeFileSync(path, 'something')
      expect(() => openNodePackage(path)).toThrow(/not an archive package/)
    }))
})
