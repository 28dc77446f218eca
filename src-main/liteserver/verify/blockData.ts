import { hash as digest } from 'node:crypto'
import type { Cell } from '@ton/core'
import type { BlockIdExt } from '../../chain/blockId.ts'
import { parseBocRoot } from '../../chain/cells/parseBoc.ts'
import type { BlockData, BlockState } from '../tl/blocks.ts'
import { expectAnswerTo, provedHeader } from './header.ts'
import { expect, proving } from './proving.ts'
import { provedZeroState } from './state.ts'

/**
 * Verifies liteServer.getBlock: the file hash and root hash of the whole block are those of the id.
 * @throws ProofError
 */
export function verifyBlockData(request: { readonly id: BlockIdExt }, answer: BlockData): Cell {
  const check = 'block'
  return proving(check, () => {
    expectAnswerTo(request.id, answer.id, check)
    expectFile(answer.data, request.id, check)
    // The file hash matches the id, so the hashes inside the file need not be recomputed.
    const root = parseBocRoot(answer.data, { trusted: true })
    provedHeader(root, request.id)
    return root
  })
}

/**
 * Verifies liteServer.getBlock of a block that a verified block names: its file hash is that of the id. Does
 * not parse the file.
 * @throws ProofError
 */
export function verifyLinkedBlock(request: { readonly id: BlockIdExt }, answer: BlockData): Buffer {
  const check = 'block'
  return proving(check, () => {
    expectAnswerTo(request.id, answer.id, check)
    expectFile(answer.data, request.id, check)
    return answer.data
  })
}

/**
 * Verifies liteServer.getState of a zero state, the only kind of state whose file and root hash its id
 * contains.
 * @throws ProofError
 */
export function verifyZeroState(request: { readonly id: BlockIdExt }, answer: BlockState): Cell {
  const check = 'zero state'
  return proving(check, () => {
    const { id } = request
    expect(id.seqno === 0, check, 'the state of a block is not in its id')
    expectAnswerTo(id, answer.id, check)
    const isSame = answer.rootHash.equals(id.rootHash) && answer.fileHash.equals(id.fileHash)
    expect(isSame, check, 'its hashes are not those of its id')
    expectFile(answer.data, id, check)
    const root = parseBocRoot(answer.data)
    provedZeroState(id, root)
    return root
  })
}

function expectFile(data: Buffer, id: BlockIdExt, check: string): void {
  expect(digest('sha256', data, 'buffer').equals(id.fileHash), check, 'the file hash is not that of the id')
}
