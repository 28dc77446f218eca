import type { Cell } from '@ton/core'

/** The contracts whose storage tonlib decodes, as `account_state.@type` names them. */
export type TonlibContractKind =
  | 'wallet.v3.accountState'
  | 'wallet.v4.accountState'
  | 'wallet.highload.v1.accountState'
  | 'wallet.highload.v2.accountState'
  | 'dns.accountState'
  | 'rwallet.accountState'
  | 'pchan.accountState'

export type TonlibContract = { readonly kind: TonlibContractKind; readonly revision: number }

const WALLET_V3 = 'wallet.v3.accountState'
const HIGHLOAD_V1 = 'wallet.highload.v1.accountState'
const HIGHLOAD_V2 = 'wallet.highload.v2.accountState'

/**
 * Contracts that tonlib knows, by representation hash of the code cell (base64). Wallets v1, v2, v4 r1 and v5 are
 * not among them: getExtendedAddressInformation shows those as raw accounts. Revision -1 is the code that the FunC
 * sources beside tonlib compile to (FunC 0.4.6).
 */
export const TONLIB_CONTRACTS: ReadonlyMap<string, TonlibContract> = new Map<string, TonlibContract>([
  ['thBBpYp5gLlG6PueGY48kE0keZ/6NldOpCUcQaVm9YE=', { kind: WALLET_V3, revision: 1 }],
  ['hNr6RJ+Ypph3ibojI1gHK8D3bcRSQAKl0JGLmnXS1Zk=', { kind: WALLET_V3, revision: 2 }],
  ['/rX/aCDi/w2Ug+fg1iyBfYRniftK5YDIeIZtlZ2r1cA=', { kind: 'wallet.v4.accountState', revision: 2 }],
  ['CrH/k6nnnA3v9EBdja1rWsn4wBsvHry0JZ/rnpg4AJk=', { kind: HIGHLOAD_V1, revision: -1 }],
  ['2M27t58sXKpnesRQdwvgNRviHhJQSG3oXMUqoz3RZIQ=', { kind: HIGHLOAD_V1, revision: 1 }],
  ['NowDly5fTCRBK4GGUt4d4qJjDRwBFgmZnf90X7NoSa0=', { kind: HIGHLOAD_V1, revision: 2 }],
  ['lJTRzI7fEvBWcaGpugmSEJbrUIEeGSTsZcPGKfu4CBI=', { kind: HIGHLOAD_V2, revision: -1 }],
  ['jOtFs81LXMYOquHBO5wJI5Jnf+U2sumy2AG2Lv+TH+E=', { kind: HIGHLOAD_V2, revision: 1 }],
  ['CzqIeurNKn1Au1VQvJJTFWoCkGWu+21rWDc11Y2p1b4=', { kind: HIGHLOAD_V2, revision: 2 }],
  ['c1Ot4+H3y+3FJbPnvDIm/lrIJ2+lJ5rDf7bvvIj0Irc=', { kind: 'dns.accountState', revision: -1 }],
  ['oNZ9LeiRn+e3yndlLM1P3FbGid56aRYeRfsNzF5HwVU=', { kind: 'dns.accountState', revision: 1 }],
  ['Da+y0ZPcWqW+4h62BwUQypR10vDW62Ks+b8Ckjznjgs=', { kind: 'pchan.accountState', revision: -1 }],
  ['jTUEm5Rs8ztYUQu0VgyEGpRfd4HW3p/GnKP0MPbjInM=', { kind: 'rwallet.accountState', revision: 1 }],
])

/** The contract that this code belongs to; a library reference is looked up as it is stored. */
export function tonlibContractOf(code: Cell): TonlibContract | undefined {
  return TONLIB_CONTRACTS.get(code.hash().toString('base64'))
}
