import type { V2Result } from '#shared/schema/v2/operations.ts'

/** What getExtendedAddressInformation decoded of an account's storage. */
export type WalletFacts = { readonly name: string | undefined; readonly details: readonly string[] }

/** The kinds of account_state that name a contract; revisions are those of the reference software. */
const NAMES: Readonly<Record<string, string>> = {
  'wallet.v3.accountState': 'wallet v3',
  'wallet.v4.accountState': 'wallet v4',
  'wallet.highload.v1.accountState': 'highload wallet v1',
  'wallet.highload.v2.accountState': 'highload wallet v2',
  'dns.accountState': 'manual DNS',
  'rwallet.accountState': 'restricted wallet',
  'pchan.accountState': 'payment channel',
}

/** `wallet v4 r2`, and `seqno 17`, `wallet id 698983191` where the storage has them. */
export function walletFacts(extended: V2Result<'getExtendedAddressInformation'>): WalletFacts {
  const { account_state: state, revision } = extended
  const kind = NAMES[state['@type']]
  const name = kind !== undefined && revision > 0 ? `${kind} r${revision}` : kind
  const details: string[] = []
  if ('seqno' in state) details.push(`seqno ${state.seqno}`)
  if ('wallet_id' in state) details.push(`wallet id ${state.wallet_id}`)
  return { name, details }
}
