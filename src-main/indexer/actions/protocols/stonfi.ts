import { opcodeOf } from '#shared/contracts/contractDefinition.ts'
import { STONFI } from '#shared/contracts/stonfi.ts'
import { type Block, factsOf } from '../block.ts'
import { fieldsOf, opcodeIn, readAddress } from '../bodyReader.ts'
import { call, made, where } from '../pattern.ts'
import { built, type Rule } from '../rule.ts'
import type { TraceMessage } from '../trace.ts'
import { jettonSwap } from './dexSwap.ts'
import { type JettonTransfer, jettonTransfer } from './jettons.ts'

/** Swaps on STON.fi v1 (docs/actions §12.1): the router calls a pool, and the pool calls the router to pay. */

const SWAP = opcodeOf(STONFI, 'stonfi_swap')
const PAYMENT_REQUEST = opcodeOf(STONFI, 'stonfi_payment_request')
const SWAPPED = opcodeOf(STONFI, 'stonfi_swap_ok_forward_payload')
/** The referrer's share: a separate transfer. */
const REFERRAL = opcodeOf(STONFI, 'stonfi_swap_ok_ref_forward_payload')

const isSwapRequest = ({ request }: JettonTransfer) => opcodeIn(request.forwardPayload) === SWAP

export const stonfiSwapRule: Rule = {
  name: 'STON.fi swap',
  pattern: made(
    jettonTransfer,
    {
      child: call(SWAP, {
        name: 'swap',
        child: where(
          call(PAYMENT_REQUEST, { name: 'request', child: made(jettonTransfer, { name: 'payout' }) }),
          ({ ownMessage }) => readRequest(ownMessage).exitCode !== REFERRAL,
        ),
      }),
    },
    isSwapRequest,
  ),
  build(match, { facts }) {
    const paid = factsOf(match.anchor, jettonTransfer)
    const swapMessage = match.get('swap')?.ownMessage
    const paidBack = largest(match.all('request'))
    const payout = factsOf(
      paidBack?.block.children.find((child) => match.all('payout').includes(child)),
      jettonTransfer,
    )
    if (!paid || !swapMessage || !paidBack || !payout) return undefined
    const swap = readSwap(swapMessage)
    const wanted = readPayload(paid)
    const wallet = swap.wallet === null ? undefined : facts.jettonWallet(swap.wallet)
    if (!wallet) return undefined
    const { request } = paidBack
    const isSwapped = request.exitCode === SWAPPED
    const asset = (request.wallet && facts.jettonWallet(request.wallet)?.jetton) || payout.asset
    const assetOut = wanted.wallet === null ? undefined : facts.jettonWallet(wanted.wallet)?.jetton
    return built(
      jettonSwap,
      {
        dex: 'stonfi',
        // As in the reference, TON is the jetton pTON here.
        incoming: {
          asset: wallet.jetton,
          source: swap.user,
          destination: wallet.owner,
          sourceWallet: paid.senderWallet,
          destinationWallet: swap.wallet,
          amount: swap.amount,
        },
        outgoing: {
          asset,
          source: payout.sender,
          destination: payout.hasInternalTransfer ? payout.receiver : (wanted.user ?? swap.fromUser),
          sourceWallet: payout.senderWallet,
          destinationWallet: payout.receiverWallet,
          amount: request.amount,
        },
        assetOut: assetOut ?? (isSwapped ? asset : null),
        wantedWallet: wanted.wallet,
      },
      { failed: !isSwapped },
    )
  },
}

/** Reads the user's request: the router's wallet of the requested jetton, and its receiver. */
function readPayload({ request }: JettonTransfer) {
  const slice = request.forwardPayload?.beginParse().skip(32)
  if (!slice) return { wallet: null, user: null }
  const wallet = readAddress(slice)
  slice.loadCoins()
  return { wallet, user: readAddress(slice) }
}

function readSwap(message: TraceMessage) {
  const slice = fieldsOf(message).skip(64)
  const fromUser = readAddress(slice)
  const wallet = readAddress(slice)
  const amount = slice.loadCoins()
  slice.loadCoins()
  slice.loadBit()
  return { fromUser, wallet, amount, user: readAddress(slice.loadRef().beginParse()) }
}

function readRequest(message: TraceMessage) {
  const slice = fieldsOf(message).skip(64)
  readAddress(slice)
  const exitCode = slice.loadUint(32)
  const sides = slice.loadRef().beginParse()
  const [amount0, wallet0] = [sides.loadCoins(), readAddress(sides)]
  const [amount1, wallet1] = [sides.loadCoins(), readAddress(sides)]
  return amount0 > 0n
    ? { exitCode, amount: amount0, wallet: wallet0 }
    : { exitCode, amount: amount1, wallet: wallet1 }
}

function largest(blocks: readonly Block[]) {
  return blocks
    .map((block) => ({ block, request: readRequest(block.ownMessage) }))
    .reduce<{ block: Block; request: ReturnType<typeof readRequest> } | undefined>(
      (most, one) => (most && most.request.amount >= one.request.amount ? most : one),
      undefined,
    )
}
