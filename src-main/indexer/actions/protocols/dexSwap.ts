import type { ActionType } from '../actionType.ts'
import type { ActionKind } from '../block.ts'
import { dataOf, decimal } from '../details.ts'
import type { JettonTransfer } from './jettons.ts'

/** Swaps of jettons and TON (jetton_swap) of all exchanges (docs/actions §12.1). */

/** A payment into or out of an exchange; the asset is null for TON. */
export type SwapTransfer = {
  readonly asset: string | null
  readonly source: string | null
  readonly destination: string | null
  readonly sourceWallet: string | null
  readonly destinationWallet: string | null
  readonly amount: bigint | null
}

/** Converts a jetton transfer to a payment into or out of an exchange. */
export function swapTransferOf(transfer: JettonTransfer): SwapTransfer {
  return {
    asset: transfer.asset,
    source: transfer.sender,
    destination: transfer.receiver,
    sourceWallet: transfer.senderWallet,
    destinationWallet: transfer.receiverWallet,
    amount: transfer.amount,
  }
}

/** One pool of a route. */
export type PeerSwap = {
  readonly assetIn: string | null
  readonly amountIn: bigint | null
  readonly assetOut: string | null
  readonly amountOut: bigint | null
}

/** A swap with its payments. */
export type DexSwap = {
  readonly dex: 'stonfi' | 'stonfi_v2' | 'dedust' | 'tonco' | 'coffee'
  readonly incoming: SwapTransfer
  readonly outgoing: SwapTransfer
  /** The paid asset; default: that of `incoming`. */
  readonly assetIn?: string | null
  /** The requested asset, even if another was paid back; default: that of `outgoing`. */
  readonly assetOut?: string | null | undefined
  /** Wallet in which the user expects the bought jettons; default: that of `outgoing`. */
  readonly wantedWallet?: string | null
  /** The pools of a route in order; empty for a single pool. */
  readonly peers?: readonly PeerSwap[]
  /** TONCO only. */
  readonly minOut?: bigint | null
}

export const jettonSwap: ActionKind<DexSwap> = {
  block: 'jetton_swap',
  fields({ dex, incoming, outgoing, peers = [], minOut, ...wanted }) {
    const { assetIn = incoming.asset, assetOut = outgoing.asset, wantedWallet } = wanted
    return {
      source: incoming.source,
      source_secondary: incoming.sourceWallet,
      destination: outgoing.destination,
      destination_secondary: wantedWallet === undefined ? outgoing.destinationWallet : wantedWallet,
      asset: assetIn,
      asset2: assetOut,
      jetton_swap_data: {
        dex,
        sender: incoming.source,
        dex_incoming_transfer: transferJson(incoming),
        dex_outgoing_transfer: transferJson(outgoing),
        peer_swaps: peers.map(peerJson),
        min_out_amount: decimal(minOut),
      },
    }
  },
}

function transferJson({ asset, source, destination, sourceWallet, destinationWallet, amount }: SwapTransfer) {
  return {
    asset,
    source,
    destination,
    source_jetton_wallet: sourceWallet,
    destination_jetton_wallet: destinationWallet,
    amount: decimal(amount),
  }
}

function peerJson({ assetIn, amountIn, assetOut, amountOut }: PeerSwap) {
  return {
    asset_in: assetIn,
    amount_in: decimal(amountIn),
    asset_out: assetOut,
    amount_out: decimal(amountOut),
  }
}

export const DEX_SWAP_TYPES: readonly ActionType[] = [
  {
    name: 'jetton_swap',
    since: 'v1',
    details(row) {
      const data = dataOf(row.jetton_swap_data)
      const dex = data.dex ?? null
      return {
        dex,
        sender: row.source ?? null,
        asset_in: row.asset ?? null,
        asset_out: row.asset2 ?? null,
        dex_incoming_transfer: data.dex_incoming_transfer ?? null,
        dex_outgoing_transfer: data.dex_outgoing_transfer ?? null,
        peer_swaps: data.peer_swaps ?? [],
        ...(dex === 'tonco' ? { min_out_amount: data.min_out_amount ?? null } : {}),
      }
    },
  },
]
