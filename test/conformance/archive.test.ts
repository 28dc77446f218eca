import { describe, expect, it } from 'vitest'
import { ArchiveStore } from '../../src-main/chain/archive/archiveStore.ts'
import { openArchive, readArchive } from '../../src-main/chain/archive/openArchive.ts'
import { formatBlockIdExt } from '../../src-main/chain/blockId.ts'
import { SignatureVerifier } from '../../src-main/chain/proof/signatures.ts'
import { signersOf } from '../../src-main/chain/proof/signers.ts'
import { openMcStateExtra } from '../../src-main/chain/state/mcStateExtra.ts'
import { mcStateExtraCell, openShardStateUnsplit } from '../../src-main/chain/state/shardState.ts'
import { REALNET } from '../fixtures/recorded.ts'
import { headerOf } from './archiveBlocks.ts'
import { hasShared, NEEDS_SHARED, SHARED } from './sharedData.ts'

/** Two cores shared with other suites can be slow. */
const SLOW = { timeout: 180_000 }

const ARCHIVES = [
  {
    name: 'mainnet’s genesis (node archive packages)',
    path: `${SHARED}fixtures/rsquad-ton-rust-node/genesis`,
    head: 99,
    blocks: 299,
    signatures: 396,
    splits: 6,
    isOurs: false,
  },
  {
    name: 'realnet (a recording)',
    path: REALNET,
    head: 860,
    blocks: 2546,
    signatures: 860,
    splits: 2,
    isOurs: true,
  },
] as const

for (const { name, isOurs, path, head, blocks, signatures, splits } of ARCHIVES) {
  const title = `archive of ${name}${isOurs ? '' : ` (${NEEDS_SHARED})`}`
  describe.skipIf(!isOurs && !hasShared)(title, () => {
    it('opens with its head', () => {
      const store = openArchive(path)
      expect(store.head().seqno).toBe(head)
      store.close()
    })

    it(
      'rolls from the zero states through every block to the state that the block states',
      SLOW,
      async () => {
        const contents = readArchive(path)
        const store = new ArchiveStore(contents)
        expect(contents.blocks).toHaveLength(blocks)
        expect(contents.blocks.filter(({ head: { afterSplit } }) => afterSplit)).toHaveLength(splits)
        for (const { id, head: header } of contents.blocks) {
          const state = await store.state(store.find(id)!)
          if (!state.hash().equals(header.stateHash)) expect.unreachable(formatBlockIdExt(id))
        }
        store.close()
      },
    )

    it('gets the same states from a cache that keeps next to nothing', SLOW, async () => {
      const contents = readArchive(path)
      const store = new ArchiveStore(contents, { states: { window: 2, spacing: 32, maxCheckpoints: 16 } })
      const some = contents.blocks.filter((_, index) => index % 97 === 5).toReversed()
      for (const { id, head: header } of some) {
        expect((await store.state(store.find(id)!)).hash()).toEqual(header.stateHash)
      }
      store.close()
    })

    it('has signatures of every masterchain block that verify', SLOW, async () => {
      const store = openArchive(path)
      const verifier = new SignatureVerifier()
      let count = 0
      for (let seqno = 1; seqno <= head; seqno++) {
        const block = store.findBySeqno({ workchain: -1, shard: 1n << 63n, seqno })!
        const keyBlock = store.find(store.keyBlockUpTo(seqno - 1))!
        const state = openShardStateUnsplit(await store.state(keyBlock))
        const { config } = openMcStateExtra(mcStateExtraCell(state)).config
        const { genCatchainSeqno, shard } = headerOf(store.root(block))
        const set = store.signatures(seqno)!
        const { signed, total } = verifier.check(block.id, set, signersOf(config, shard, genCatchainSeqno))
        expect(signed * 3n > total * 2n).toBe(true)
        count += set.signatures.length
      }
      expect(count).toBe(signatures)
      store.close()
    })

    it('has the masterchain block of every committed shard block', SLOW, () => {
      const contents = readArchive(path)
      const store = new ArchiveStore(contents)
      const shardBlocks = contents.blocks.filter(({ id }) => id.workchain !== -1)
      for (const block of shardBlocks) {
        const committed = store.committedBy(block)
        if (committed === undefined) continue
        expect(committed).toBeGreaterThan(block.head.masterRefSeqno!)
        const parents = block.head.prev.map(({ seqno }) =>
          store.findBySeqno({ ...block.id, seqno })?.head
            ? store.committedBy(store.findBySeqno({ ...block.id, seqno })!)!
            : 0,
        )
        expect(Math.max(0, ...parents)).toBeLessThanOrEqual(committed)
      }
      expect(shardBlocks.filter((block) => store.committedBy(block) !== undefined).length).toBeGreaterThan(0)
      store.close()
    })
  })
}
