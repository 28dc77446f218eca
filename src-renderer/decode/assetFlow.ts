import { accountKey } from './accountKey.ts'
import type { Identity } from './identity.ts'
import { mintedTo } from './nftMint.ts'
import { hasExecuted } from './outcome.ts'
import { tokenOf } from './tokenInfo.ts'
import { readTokenMessage } from './tokenMessages.ts'
import type { TraceModel, TraceStep } from './traceModel.ts'

/** Tokens that accounts gained and lost in a trace. Keys are account keys. */
export type AssetFlow = {
  /** Jetton masters, in the order of their first transfer. */
  readonly jettons: readonly string[]
  /** By owner, then by master; in the smallest unit. */
  readonly balances: ReadonlyMap<string, ReadonlyMap<string, bigint>>
  /** NFT items by owner. */
  readonly items: ReadonlyMap<string, readonly { readonly item: string; readonly gained: boolean }[]>
}

type Wallet = { readonly owner: string; readonly jetton: string }

function walletOf(identity: Identity | undefined): Wallet | undefined {
  const { owner, jetton } = tokenOf(identity, 'jetton_wallets')?.extra ?? {}
  return typeof owner === 'string' && typeof jetton === 'string'
    ? { owner: accountKey(owner), jetton: accountKey(jetton) }
    : undefined
}

/** Returns the master of a verified jetton wallet. */
export function jettonOfWallet(identity: Identity | undefined): string | undefined {
  return walletOf(identity)?.jetton
}

/** Returns the message about tokens that a step received. */
export function messageOf({ json }: TraceStep) {
  const body = json.in_msg?.message_content?.body
  return body === undefined ? undefined : readTokenMessage(body)
}

/** Returns the accounts of a trace whose identities are needed to recognize its tokens. */
export function tokenAccounts({ steps }: TraceModel): string[] {
  const isOfToken = (step: TraceStep) => messageOf(step) !== undefined || mintedTo(step.json) !== undefined
  return [...new Set(steps.filter(isOfToken).map(({ account }) => accountKey(account.raw)))]
}

/** Returns the first owner of an NFT item. The auction of a new domain decides its owner later. */
function firstOwnerOf({ json }: TraceStep, identity: Identity | undefined): string | undefined {
  const item = tokenOf(identity, 'nft_items')
  const owner = item && item.extra?.domain === undefined ? mintedTo(json) : undefined
  return owner === undefined ? undefined : accountKey(owner)
}

/**
 * Sums up the transferred and minted tokens. Only transfers of verified jetton wallets and items count, since a contract
 * can claim any transfer.
 */
export function assetFlow({ steps }: TraceModel, identities: ReadonlyMap<string, Identity>): AssetFlow {
  const jettons: string[] = []
  const balances = new Map<string, Map<string, bigint>>()
  const items = new Map<string, { item: string; gained: boolean }[]>()
  const add = ({ owner, jetton }: Wallet, amount: bigint) => {
    if (!jettons.includes(jetton)) jettons.push(jetton)
    const of = balances.get(owner) ?? new Map<string, bigint>()
    of.set(jetton, (of.get(jetton) ?? 0n) + amount)
    balances.set(owner, of)
  }
  const give = (owner: string, item: string, gained: boolean) =>
    items.set(owner, [...(items.get(owner) ?? []), { item, gained }])
  for (const step of steps) {
    if (!hasExecuted(step.view)) continue
    const key = accountKey(step.account.raw)
    const identity = identities.get(key)
    const owner = firstOwnerOf(step, identity)
    if (owner !== undefined) give(owner, key, true)
    const message = messageOf(step)
    if (!message) continue
    const wallet = walletOf(identity)
    if (wallet && message.isBounced) {
      // An amount that a wallet or its jetton rejected returns into the balance.
      if (message.kind === 'internal transfer' || message.kind === 'burn notification') {
        add(wallet, message.amount)
      }
    } else if (wallet && message.kind === 'internal transfer') add(wallet, message.amount)
    else if (wallet && (message.kind === 'transfer' || message.kind === 'burn')) add(wallet, -message.amount)
    else if (message.kind === 'NFT transfer' && !message.isBounced && tokenOf(identity, 'nft_items')) {
      const source = step.json.in_msg?.source
      if (source) give(accountKey(source), key, false)
      if (message.party !== undefined) give(message.party, key, true)
    }
  }
  return { jettons, balances, items }
}
