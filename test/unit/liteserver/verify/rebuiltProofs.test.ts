import type { Cell } from '@ton/core'
import { describe, expect, it } from 'vitest'
import type { BlockIdExt } from '../../../../src-main/chain/blockId.ts'
import { parseBocRoot } from '../../../../src-main/chain/cells/parseBoc.ts'
import { serializeBoc } from '../../../../src-main/chain/cells/serializeBoc.ts'
import { merkleProofCell } from '../../../../src-main/chain/merkle/merkleCells.ts'
import { openMerkleProof } from '../../../../src-main/chain/merkle/merkleProof.ts'
import { LinkVerifier } from '../../../../src-main/liteserver/verify/blockLink.ts'
import { rebuiltBackLink, rebuiltShardLinks } from '../../../../src-main/liteserver/verify/rebuiltProofs.ts'
import { verifyShardBlockProof } from '../../../../src-main/liteserver/verify/shardLinks.ts'
import { cellsBelow, pruneCell } from '../../../integration/liteserver/lies/cellLies.ts'
import { asker, blockId, FULL, LEFT, sampleContext } from '../server/sampleServer.ts'

const context = sampleContext()
const ask = asker(context)
const head = context.store.head()
const wholeBlock = (id: BlockIdExt): Cell => {
  const block = context.store.find(id)
  if (!block) throw new Error(`the sample has no block ${id.seqno}`)
  return context.store.root(block)
}
const wholeProof = (root: Cell): Buffer => serializeBoc(merkleProofCell(root))

async function backLink(to: BlockIdExt) {
  const { steps } = await ask('getBlockProof', { mode: 0x1001, knownBlock: head, targetBlock: to })
  const [link] = steps
  if (link?.kind !== 'back') throw new Error('a link back was expected')
  return link
}

describe('rebuilt proofs', () => {
  it('equal the reference proofs byte for byte if a liteserver sends whole blocks and states', async () => {
    const id = blockId(context, 0, LEFT, 784)
    const honest = await ask('getShardBlockProof', { id })
    const froms = [honest.masterchainId, ...honest.links.map((link) => link.id)]
    const chatty = {
      ...honest,
      links: honest.links.map((link, index) => ({
        id: link.id,
        proof: wholeProof(wholeBlock(froms[index] as BlockIdExt)),
      })),
    }
    const from = verifyShardBlockProof({ id }, chatty)
    expect(rebuiltShardLinks(from, chatty.links)).toEqual(honest.links)

    const link = await backLink(blockId(context, -1, FULL, 300))
    const state = await context.store.state(context.store.find(head) as never)
    const whole = {
      ...link,
      destProof: wholeProof(wholeBlock(link.to)),
      proof: wholeProof(wholeBlock(head)),
      stateProof: wholeProof(state),
    }
    new LinkVerifier().verify(whole)
    expect(rebuiltBackLink(whole)).toEqual(link)
  })

  it('keep the cells of the reference proofs', async () => {
    const id = blockId(context, 0, LEFT, 784)
    const honest = await ask('getShardBlockProof', { id })
    expect(rebuiltShardLinks(honest.masterchainId, honest.links)).toEqual(honest.links)
    for (const to of [blockId(context, -1, FULL, 300), context.store.zeroState]) {
      const link = await backLink(to)
      expect(rebuiltBackLink(link)).toEqual(link)
    }
  })

  it('are valid or rejected for any cell that a liteserver prunes', async () => {
    const link = await backLink(blockId(context, -1, FULL, 300))
    let held = 0
    for (const field of ['destProof', 'proof', 'stateProof'] as const) {
      const root = parseBocRoot(link[field])
      for (const cell of cellsBelow(root)) {
        const pruned = pruneCell(root, cell)
        if (!pruned) continue
        const lie = { ...link, [field]: serializeBoc(pruned) }
        let handedOn: typeof link
        try {
          new LinkVerifier().verify(lie)
          handedOn = rebuiltBackLink(lie)
        } catch {
          continue
        }
        held++
        new LinkVerifier().verify(handedOn)
        expect(rootOf(handedOn[field])).toEqual(rootOf(link[field]))
      }
    }
    expect(held).toBeGreaterThan(0)
  })
})

function rootOf(proof: Buffer): Buffer {
  return openMerkleProof(parseBocRoot(proof)).hash(0)
}
