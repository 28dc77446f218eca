import { opcodeOf } from '#shared/contracts/contractDefinition.ts'
import { STONFI } from '#shared/contracts/stonfi.ts'
import { type ActionKind, type Block, factsOf } from '../block.ts'
import { fieldsOf, readAddress } from '../bodyReader.ts'
import type { Join } from '../joinBlocks.ts'
import { call, either } from '../pattern.ts'
import { built, type Rule } from '../rule.ts'
import { type DexDeposit, dexDeposit } from './dexLiquidity.ts'
import { payment, paymentOf } from './dexTransfers.ts'
import { INTERNAL_TRANSFER, readInternalTransfer } from './jettons.ts'

/** Deposits on STON.fi v2 (docs/actions §12.2): a pool collects both sides in an account of the user. */

const PROVIDE = opcodeOf(STONFI, 'stonfi_provide_lp_v2')
const ADD = opcodeOf(STONFI, 'stonfi_add_liquidity_v2')
const COMPLETE = opcodeOf(STONFI, 'stonfi_cb_add_liquidity_v2')

export const stonfiV2DepositRule: Rule = {
  name: 'STON.fi v2 deposit',
  pattern: call(PROVIDE, {
    parent: payment,
    child: call(ADD, {
      child: call(COMPLETE, {
        optional: true,
        child: either([
          call(INTERNAL_TRANSFER, { name: 'minted' }),
          // One side is too small: both go back to the account.
          call(ADD, { name: 'refund' }),
        ]),
      }),
    }),
  }),
  build(match) {
    const message = match.anchor.ownMessage
    const paid = paymentOf(match, message.source)
    if (!paid) return undefined
    const slice = fieldsOf(message).skip(64)
    const source = readAddress(slice)
    const [amount1, amount2] = [slice.loadCoins(), slice.loadCoins()]
    const minted = match.get('minted')?.ownMessage
    return built(
      dexDeposit,
      {
        dex: 'stonfi_v2',
        source,
        pool: message.destination,
        asset1: paid.asset,
        amount1: amount1 > 0n ? amount1 : amount2,
        userWallet1: paid.sourceWallet,
        minted: minted ? readInternalTransfer(minted).amount : null,
      },
      { failed: match.get('refund') !== undefined },
    )
  },
}

/** Joins two payments of one sender for the same pool, of which one completed the deposit. */
export const joinStonfiV2Deposits: Join = (blocks) => {
  const halves = blocks.filter((block) => factsOf(block, dexDeposit)?.dex === 'stonfi_v2')
  const waiting = new Set(halves)
  return halves.flatMap((completing) => {
    const deposit = factsOf(completing, dexDeposit)
    if (!deposit || deposit.minted === null || !waiting.has(completing)) return []
    const first = [...waiting].find((other) => isOtherHalf(other, completing, deposit))
    if (!first) return []
    waiting.delete(first)
    waiting.delete(completing)
    const content = { kind: dexDeposit as ActionKind<never>, facts: bothSides(first, completing, deposit) }
    return [{ blocks: [first, completing], content, failed: completing.failed }]
  })
}

function isOtherHalf(other: Block, { parent }: Block, { source, pool }: DexDeposit): boolean {
  const half = factsOf(other, dexDeposit)
  return half?.minted === null && other.parent === parent && half.source === source && half.pool === pool
}

/** Joins two sides. As in the reference, the payment that was sent first is side 2. */
function bothSides(first: Block, completing: Block, { minted }: DexDeposit): DexDeposit | undefined {
  const [later, earlier] = first.first.lt < completing.first.lt ? [completing, first] : [first, completing]
  const [side1, side2] = [factsOf(later, dexDeposit), factsOf(earlier, dexDeposit)]
  return (
    side1 &&
    side2 && {
      ...side1,
      asset2: side2.asset1 ?? null,
      amount2: side2.amount1 ?? null,
      userWallet2: side2.userWallet1 ?? null,
      minted,
    }
  )
}
