import { type ActionKind, type Block, factsOf } from '../block.ts'
import type { Join } from '../joinBlocks.ts'
import { dedustDeposit, dedustDepositHalf } from './dedustDeposit.ts'
import type { DexDeposit } from './dexLiquidity.ts'

/**
 * Joins the halves of deposits on DeDust in one trace (docs/actions §12.2). If a deposit contract occurs more than
 * twice, the pairs are unknown and the halves stay separate.
 */
export const joinDedustDeposits: Join = (blocks) => {
  const halves = blocks.filter((block) => deposit(block) !== undefined)
  const byContract = Map.groupBy(halves, (block) => deposit(block)?.depositContract)
  return [...byContract.values()].flatMap((pair) => {
    const first = pair.find((block) => factsOf(block, dedustDepositHalf))
    const final = pair.find((block) => factsOf(block, dedustDeposit))
    if (pair.length !== 2 || !first || !final) return []
    const facts = bothHalves(deposit(first), deposit(final))
    if (!facts) return []
    const content = { kind: dedustDeposit as ActionKind<never>, facts }
    return [{ blocks: [first, final], content, failed: final.failed }]
  })
}

function deposit(block: Block): DexDeposit | undefined {
  return factsOf(block, dedustDepositHalf) ?? factsOf(block, dedustDeposit)
}

/** Returns the whole deposit; undefined for halves that contradict each other. */
function bothHalves(first: DexDeposit | undefined, final: DexDeposit | undefined): DexDeposit | undefined {
  if (!first || !final || first.source !== final.source) return undefined
  const [asset1 = null, asset2 = null] = [first.asset1, final.asset1]
  const targets = [final.targetAsset1 ?? null, final.targetAsset2 ?? null]
  const isSame = (assets: readonly (string | null | undefined)[]) =>
    asset1 !== asset2 && assets.includes(asset1) && assets.includes(asset2)
  if (!isSame(targets) || !isSame([first.targetAsset1 ?? null, first.targetAsset2 ?? null])) return undefined
  return {
    ...final,
    asset1,
    amount1: first.amount1 ?? null,
    userWallet1: first.userWallet1 ?? null,
    asset2,
    amount2: final.amount1 ?? null,
    userWallet2: final.userWallet1 ?? null,
    // As in the reference, the amounts keep their order.
    targetAsset1: asset1,
    targetAsset2: asset2,
  }
}
