import type { Cell } from '@ton/core'

/** The contracts whose storage tonlib decodes, as `account_state.@type` names them. */
export type TonlibContractKind =
  | 'wallet.v3.accountState'
  | 'wallet.v4.accountState'
  | 'wallet.highload.v1.accountState'
  | 'wallet.highload.v2.accountState'
  | 'dns.accountState'

export type TonlibContract = { readonly kind: TonlibContractKind; readonly revision: number }

/**
 * Contracts that tonlib knows, by representation hash of the code cell (base64). Wallets v1, v2, v4 r1 and v5 are
 * not among them: getExtendedAddressInformation shows those as raw accounts.
 */
const CONTRACTS: ReadonlyMap<string, TonlibContract> = new Map<string, TonlibContract>([
  ['thBBpYp5gLlG6PueGY48kE0keZ/6NldOpCUcQaVm9YE=', { kind: 'wallet.v3.accountState', revision: 1 }],
  ['hNr6RJ+Ypph3ibojI1gHK8D3bcRSQAKl0JGLmnXS1Zk=', { kind: 'wallet.v3.accountState', revision: 2 }],
  ['/rX/aCDi/w2Ug+fg1iyBfYRniftK5YDIeIZtlZ2r1cA=', { kind: 'wallet.v4.accountState', revision: 2 }],
  ['2M27t58sXKpnesRQdwvgNRviHhJQSG3oXMUqoz3RZIQ=', { kind: 'wallet.highload.v1.accountState', revision: 1 }],
  ['NowDly5fTCRBK4GGUt4d4qJjDRwBFgmZnf90X7NoSa0=', { kind: 'wallet.highload.v1.accountState', revision: 2 }],
  ['jOtFs81LXMYOquHBO5wJI5Jnf+U2sumy2AG2Lv+TH+E=', { kind: 'wallet.highload.v2.accountState', revision: 1 }],
  ['CzqIeurNKn1Au1VQvJJTFWoCkGWu+21rWDc11Y2p1b4=', { kind: 'wallet.highload.v2.accountState', revision: 2 }],
  ['oNZ9LeiRn+e3yndlLM1P3FbGid56aRYeRfsNzF5HwVU=', { kind: 'dns.accountState', revision: 1 }],
])

/** The contract that this code belongs to; a library reference is looked up as it is stored. */
export function tonlibContractOf(code: Cell): TonlibContract | undefined {
  return CONTRACTS.get(code.hash().toString('base64'))
}
