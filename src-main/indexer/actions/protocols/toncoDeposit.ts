import type { Cell } from '@ton/core'
import { opcodeOf } from '#shared/contracts/contractDefinition.ts'
import { TONCO } from '#shared/contracts/tonco.ts'
import type { Block } from '../block.ts'
import { fieldsOf, opcodeIn, readAddress } from '../bodyReader.ts'
import { blockWhere, call } from '../pattern.ts'
import { built, type Rule } from '../rule.ts'
import type { TraceMessage } from '../trace.ts'
import { depositKind, type Position } from './dexLiquidity.ts'
import { assetOfWallet, payment, paymentOf, payout, payoutOf } from './dexTransfers.ts'
import { PAY_TO } from './toncoSwap.ts'

/**
 * Deposits on TONCO (docs/actions §12.2). A pool collects both sides in an account of the user; the second side
 * completes the position, which is an NFT, and excess amounts are paid back.
 */

const FUND = opcodeOf(TONCO, 'tonco_pool_fund_account')
const ADD = opcodeOf(TONCO, 'tonco_account_add_liquidity')
const COMPLETE = opcodeOf(TONCO, 'tonco_pool_mint_and_refund')
const NEW_POSITION = opcodeOf(TONCO, 'tonco_position_nft_init')

const toncoDeposit = depositKind('tonco_deposit_liquidity')

const refund = payout('refund', { optional: true })

export const toncoDepositRule: Rule = {
  name: 'TONCO deposit',
  pattern: call(ADD, {
    parent: call(FUND, { name: 'fund', parent: payment }),
    child: call(COMPLETE, {
      optional: true,
      children: [
        call(PAY_TO, { optional: true, children: [refund, refund] }),
        // A call, or an nft_mint if the NFT is known.
        blockWhere(({ first }) => first.message?.opcode === NEW_POSITION, { name: 'position' }),
      ],
    }),
  }),
  build(match, { facts }) {
    const message = match.anchor.ownMessage
    const paid = paymentOf(match, match.get('fund')?.ownMessage.source ?? null)
    if (!paid) return undefined
    const added = readAdded(message)
    const other = assetOfWallet(otherWallet(paid.payload), facts)
    // Null would mean TON.
    if (other === undefined) return undefined
    const isFirst = added.amount0 > 0n
    const minted = match.get('position')
    return built(toncoDeposit, {
      dex: 'tonco',
      source: paid.source,
      sourceWallet: paid.sourceWallet,
      pool: message.source,
      depositContract: message.destination,
      // As in the reference, on side 1 for either side of the pool, unlike the wallet.
      asset1: paid.asset,
      amount1: paid.amount,
      ...(isFirst ? { userWallet1: paid.sourceWallet } : { userWallet2: paid.sourceWallet }),
      targetAsset1: isFirst ? paid.asset : other,
      targetAsset2: isFirst ? other : paid.asset,
      targetAmount1: added.enough0,
      targetAmount2: added.enough1,
      minted: minted ? added.liquidity : null,
      excesses: match
        .all('refund')
        .map(payoutOf)
        .map(({ asset, amount }) => ({ asset, amount })),
      position: { ...added.ticks, ...mintedNft(minted) },
    })
  },
}

function readAdded(message: TraceMessage) {
  const slice = fieldsOf(message).skip(64)
  const [amount0, amount1] = [slice.loadCoins(), slice.loadCoins()]
  const [enough0, enough1] = [slice.loadCoins(), slice.loadCoins()]
  const liquidity = slice.loadUintBig(128)
  const ticks = { tickLower: slice.loadInt(24), tickUpper: slice.loadInt(24) }
  return { amount0, amount1, enough0, enough1, liquidity, ticks }
}

/** Reads the router's wallet of the other side from the payload of the payment. */
function otherWallet(payload: Cell | undefined): string | null {
  if (!payload || opcodeIn(payload) !== FUND) return null
  return readAddress(payload.beginParse().skip(32))
}

function mintedNft(block: Block | undefined): Pick<Position, 'nft' | 'nftIndex'> {
  const message = block?.first.message
  if (!message) return { nft: null, nftIndex: null }
  const slice = fieldsOf(message).skip(64)
  readAddress(slice)
  const nftIndex = slice
    .loadRef()
    .beginParse()
    .skip(256 + 256)
    .loadUintBig(64)
  return { nft: message.destination, nftIndex }
}
