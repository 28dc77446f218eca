import type { Slice } from '@ton/core'
import { COFFEE } from '#shared/contracts/coffee.ts'
import { opcodeOf } from '#shared/contracts/contractDefinition.ts'
import { TypedError } from '#shared/typedError.ts'
import { type Block, factsOf } from '../block.ts'
import { addressOf, fieldsOf, readAddress } from '../bodyReader.ts'
import { call, either, made, type Pattern } from '../pattern.ts'
import { type SwapTransfer, swapTransferOf } from './dexSwap.ts'
import { jettonTransfer } from './jettons.ts'

/** Assets and payouts of swap.coffee's vaults (docs/actions §12.1). */

/** The error of an extra currency, for which actions have no field. */
class ExtraCurrencyError extends TypedError {
  constructor() {
    super('extra-currency', 'an asset of swap.coffee is neither TON nor a jetton')
  }
}

/** Reads an asset: null for TON. Throws ExtraCurrencyError. */
export function readAsset(slice: Slice): string | null {
  const kind = slice.loadUint(2)
  if (kind === 0) return null
  if (kind !== 1) throw new ExtraCurrencyError()
  return addressOf(slice.loadInt(8), slice.loadBuffer(32))
}

const PAYOUT_REQUEST = opcodeOf(COFFEE, 'coffee_payout_internal')
const TON_PAYOUT = opcodeOf(COFFEE, 'coffee_payout')
const NOTIFICATION = opcodeOf(COFFEE, 'coffee_notification')

/** Matches a pool's request to a vault to pay jettons, TON, or TON with a message of the user. */
export function payoutOfVault(options: { readonly optional?: boolean } = {}): Pattern {
  return call(PAYOUT_REQUEST, {
    ...options,
    name: 'payout',
    child: either([made(jettonTransfer), call([TON_PAYOUT, NOTIFICATION])]),
  })
}

/** The payment of a vault, and its form. */
export type VaultPayout = SwapTransfer & {
  readonly form: 'jettons' | 'TON' | 'TON with a message'
  /** Amount in the pool's request. */
  readonly requested: bigint
  readonly recipient: string | null
}

/** Returns the payment of a vault for a request that `payoutOfVault` matched. Throws for a body of another layout. */
export function readPayout(request: Block): VaultPayout | undefined {
  const fields = fieldsOf(request.ownMessage).skip(64)
  const recipient = readAddress(fields)
  const requested = fields.loadCoins()
  for (const child of request.children) {
    const transfer = factsOf(child, jettonTransfer)
    if (transfer) {
      return { form: 'jettons', requested, recipient, ...swapTransferOf(transfer) }
    }
    const common = { requested, recipient, asset: null, sourceWallet: null, destinationWallet: null }
    if (child.opcode === TON_PAYOUT) {
      const { source } = request.ownMessage
      return { ...common, form: 'TON', source, destination: recipient, amount: requested }
    }
    if (child.opcode === NOTIFICATION) {
      const { source, destination, value: amount } = child.ownMessage
      return { ...common, form: 'TON with a message', source, destination, amount }
    }
  }
  return undefined
}
