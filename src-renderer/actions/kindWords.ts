import type { ActionKind } from './describe/actionLine.ts'

/** Names of the kinds: of one action, and of the filter. */
export const KIND_WORDS: Readonly<Record<ActionKind, { readonly one: string; readonly all: string }>> = {
  transfer: { one: 'Transfer', all: 'Transfers' },
  swap: { one: 'Swap', all: 'Swaps' },
  liquidity: { one: 'Liquidity', all: 'Liquidity' },
  staking: { one: 'Staking', all: 'Staking' },
  nft: { one: 'NFT', all: 'NFTs' },
  domain: { one: 'Domain', all: 'Domains' },
  lending: { one: 'Lending', all: 'Lending' },
  wallet: { one: 'Multisig, vesting or subscription', all: 'Multisig, vesting, subscriptions' },
  bridge: { one: 'Bridge', all: 'Bridges' },
  compute: { one: 'Cocoon', all: 'Cocoon' },
  contract: { one: 'Contract call', all: 'Contract calls' },
  system: { one: 'Elections', all: 'Elections' },
}
