/** A name that people use for an account of mainnet, from a list of other people. The chain does not have it. */
export type KnownAccount = { readonly name: string; readonly category: KnownCategory }

/** Categories of the list. */
export type KnownCategory =
  | 'bridges'
  | 'custodians'
  | 'dapps'
  | 'defi'
  | 'givers'
  | 'infrastructure'
  | 'notcoin'
  | 'ston'
  | 'validators'

const WORDS: Readonly<Record<KnownCategory, string>> = {
  bridges: 'bridge',
  custodians: 'exchange or custodian',
  dapps: 'application',
  defi: 'DeFi',
  givers: 'giver',
  infrastructure: 'infrastructure',
  notcoin: 'Notcoin',
  ston: 'STON.fi',
  validators: 'validators',
}

/** Describes the category in a few words. */
export function categoryWords({ category }: KnownAccount): string {
  return WORDS[category]
}

/** Says where a label comes from. */
export function labelOrigin(known: KnownAccount): string {
  return `Label (${categoryWords(known)}) of the public list tonkeeper/ton-assets, not from the chain`
}

/** Loads the known accounts of mainnet by account key. They are not a part of the start script. */
export async function loadKnownAccounts(): Promise<ReadonlyMap<string, KnownAccount>> {
  const { default: list } = await import('./knownAccounts.json')
  const known = new Map<string, KnownAccount>()
  for (const [category, accounts] of Object.entries(list.accounts)) {
    for (const [key, name] of Object.entries(accounts))
      known.set(key, { name, category: category as KnownCategory })
  }
  return known
}
