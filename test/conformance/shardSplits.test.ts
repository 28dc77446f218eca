import { beforeAll, describe, expect, it } from 'vitest'
import { FULL_SHARD, shardParent } from '#shared/ton/shard.ts'
import type { ArchiveStore } from '../../src-main/chain/archive/archiveStore.ts'
import type { StoredBlock } from '../../src-main/chain/archive/chainStore.ts'
import { openArchive } from '../../src-main/chain/archive/openArchive.ts'
import { loadBlock } from '../../src-main/chain/block/block.ts'
import { type BlockInfo, prevBlocks } from '../../src-main/chain/block/blockInfo.ts'
import { allShards, shardBlockId } from '../../src-main/chain/block/shardHashes.ts'
import { MASTERCHAIN } from '../../src-main/chain/blockId.ts'
import { readConfigParam } from '../../src-main/chain/config/configCodecs.ts'
import { parseCell } from '../../src-main/chain/tlb.ts'
import { openMasterchain, openState } from '../../src-main/devnet/collator/openedState.ts'
import { isProcessed } from '../../src-main/devnet/collator/processed.ts'
import { baseAfterSplit, shardCatchainSeqno } from '../../src-main/devnet/collator/shardBase.ts'
import { decidedShards, registeredShard } from '../../src-main/devnet/collator/shardConfig.ts'
import { shardDescrOf, zeroShardDescr } from '../../src-main/devnet/collator/shardDescr.ts'
import { REALNET } from '../fixtures/recorded.ts'
import { hasShared, NEEDS_SHARED, SHARED } from './sharedData.ts'

/**
 * Both networks of the reference node that begin with splits: mainnet (from one shard to four, several shard blocks in
 * a masterchain block, halves that split at different times) and the one of realnet/.
 */
const CHAINS = [
  {
    name: `mainnet's first blocks (${NEEDS_SHARED})`,
    isHere: hasShared,
    path: `${SHARED}fixtures/rsquad-ton-rust-node/genesis`,
    splits: 6,
    last: 99,
  },
  { name: 'the simplex network', isHere: true, path: REALNET, splits: 2, last: 60 },
] as const

for (const { name, isHere, path, splits, last } of CHAINS) {
  describe.skipIf(!isHere)(`shard splits of ${name}`, () => {
    let store: ArchiveStore
    beforeAll(() => {
      store = openArchive(path)
    })

    const block = (seqno: number, workchain = MASTERCHAIN, shard = FULL_SHARD): StoredBlock => {
      const found = store.findBySeqno({ workchain, shard, seqno })
      if (!found) throw new Error(`no block ${workchain}:${shard}:${seqno}`)
      return found
    }
    const masterchain = async (seqno: number) => openMasterchain(await store.state(block(seqno)))
    const infoOf = (stored: StoredBlock): BlockInfo => parseCell(store.root(stored), 'Block', loadBlock).info

    it('are announced, carried out and followed by new sessions as our masterchain does it', async () => {
      let announced = 0
      for (let seqno = 1; seqno <= last; seqno++) {
        const before = await masterchain(seqno - 1)
        const after = await masterchain(seqno)
        const known = allShards(before.extra.shardHashes)
        const { config } = after.extra.config
        const lifetime = readConfigParam(config, 28)?.shardCatchainLifetime ?? 0
        const session = (utime: number) => Math.floor(utime / lifetime)
        const shards = allShards(after.extra.shardHashes).map((entry) => {
          const { workchain, shard, descr } = entry
          const old = known.find((other) => other.shard === shard)
          if (old?.descr.seqno === descr.seqno) return old
          const top = block(descr.seqno, workchain, shard)
          const own = top.head ? shardDescrOf(top.id, store.root(top)) : zeroShardDescr(top.id)
          return registeredShard({ workchain, shard, descr: own }, seqno, known)
        })
        const decided = decidedShards(shards, {
          config,
          utime: after.state.genUtime,
          startsSession: session(after.state.genUtime) > session(before.state.genUtime),
        })
        for (const [index, { descr }] of allShards(after.extra.shardHashes).entries()) {
          const ours = decided[index]?.descr
          // Amounts are summed up over all blocks of a shard that are new, and were inline once.
          const { feesCollected, fundsCreated, amountsInline } = descr
          expect({ ...ours, feesCollected, fundsCreated, amountsInline }, `at ${seqno}`).toEqual(descr)
          if (descr.splitMergeAt.kind === 'split') announced++
        }
      }
      expect(announced).toBeGreaterThan(10)
    })

    it('divide accounts, queue, claims and fees as we do', async () => {
      const halves: StoredBlock[] = []
      for (let seqno = 1; seqno <= last; seqno++) {
        for (const top of allShards((await masterchain(seqno)).extra.shardHashes)) {
          // A shard can have several blocks between two masterchain blocks.
          for (let id = shardBlockId(top); id.seqno > 0; ) {
            const stored = block(id.seqno, id.workchain, id.shard)
            if (halves.some((known) => known.id.rootHash.equals(id.rootHash))) break
            const info = infoOf(stored)
            if (info.afterSplit) {
              halves.push(stored)
              break
            }
            const [prev] = prevBlocks(info)
            if (!prev || (info.masterRef?.seqno ?? 0) < seqno - 3) break
            id = prev
          }
        }
      }
      expect(halves).toHaveLength(splits)
      for (const half of halves) {
        const info = infoOf(half)
        const { valueFlow } = parseCell(store.root(half), 'Block', loadBlock)
        const [ref] = info.prevRef
        const { shard } = info.shard
        const parent = openState(await store.state(block(ref.seqno, 0, shardParent(shard))))
        expect(parent.state.beforeSplit).toBe(true)
        const base = baseAfterSplit({ ref, state: parent }, shard < shardParent(shard) ? 'left' : 'right')
        const after = openState(await store.state(half))
        // No account changed in these blocks.
        expect(base.accounts.root?.hash()).toEqual(after.accounts.root?.hash())
        expect(base.queue.root?.hash()).toEqual(after.queue.root?.hash())
        expect(base.details.totalBalance.coins).toBe(valueFlow.fromPrevBlk.coins)
        expect(base.details.totalValidatorFees.coins + valueFlow.feesCollected.coins).toBe(
          after.details.totalValidatorFees.coins,
        )
        expect(after.details.overloadHistory | after.details.underloadHistory).toBeLessThanOrEqual(1n)
        expect(after.claims.map((claim) => claim.shard)).toEqual(after.claims.map(() => shard))
        // The half keeps all messages that it had processed before.
        for (const { lastMsgLt, lastMsgHash } of base.claims) {
          const place = { workchain: 0, prefix: shard }
          const message = { lt: lastMsgLt, hash: lastMsgHash, enqueuedLt: 0n, current: place, next: place }
          expect(isProcessed(after.claims, 0, message, () => 1n)).toBe(true)
        }
        const knew = await masterchain(info.masterRef?.seqno ?? 0)
        expect(shardCatchainSeqno(knew.extra.shardHashes, info.shard)).toBe(info.genCatchainSeqno)
      }
    })
  })
}
