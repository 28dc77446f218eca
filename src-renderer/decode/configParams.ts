/** The groups of parameters on the page of the configuration, in their order. */
export const CONFIG_GROUPS = [
  'Validators',
  'Fees',
  'Limits',
  'Elections',
  'Consensus',
  'Chains',
  'Governance',
  'Accounts',
  'Bridges',
  'Other',
] as const

type ConfigGroup = (typeof CONFIG_GROUPS)[number]

type ConfigTitle = { readonly title: string; readonly group: ConfigGroup; readonly note?: string }

/** Titles of the parameters by id (block.tlb, `ConfigParam`). */
const TITLES: Readonly<Record<number, ConfigTitle>> = {
  0: { title: 'Configuration contract', group: 'Accounts' },
  1: { title: 'Elector contract', group: 'Accounts' },
  2: { title: 'Minter contract', group: 'Accounts', note: 'Mints extra currencies' },
  3: { title: 'Fee collector', group: 'Accounts' },
  4: { title: 'Root DNS contract', group: 'Accounts' },
  5: { title: 'Fee burning', group: 'Fees', note: 'The burned part of the fees' },
  6: { title: 'Minting prices', group: 'Fees', note: 'Of extra currencies' },
  7: { title: 'Extra currencies', group: 'Chains', note: 'Amounts to be minted, by currency' },
  8: { title: 'Network version', group: 'Chains' },
  9: { title: 'Mandatory parameters', group: 'Governance' },
  10: { title: 'Critical parameters', group: 'Governance', note: 'Changed with more votes' },
  11: { title: 'Votes on proposals', group: 'Governance' },
  12: { title: 'Workchains', group: 'Chains' },
  13: { title: 'Price of complaints', group: 'Elections' },
  14: { title: 'Block rewards', group: 'Fees' },
  15: { title: 'Election times', group: 'Elections' },
  16: { title: 'Number of validators', group: 'Elections' },
  17: { title: 'Stakes', group: 'Elections' },
  18: { title: 'Storage prices', group: 'Fees' },
  19: { title: 'Global id', group: 'Chains' },
  20: { title: 'Gas in the masterchain', group: 'Fees' },
  21: { title: 'Gas in the basechain', group: 'Fees' },
  22: { title: 'Block limits of the masterchain', group: 'Limits' },
  23: { title: 'Block limits of the basechain', group: 'Limits' },
  24: { title: 'Forwarding in the masterchain', group: 'Fees' },
  25: { title: 'Forwarding in the basechain', group: 'Fees' },
  28: { title: 'Validator groups', group: 'Consensus', note: 'Catchain' },
  29: { title: 'Consensus', group: 'Consensus', note: 'Catchain' },
  30: { title: 'New consensus', group: 'Consensus', note: 'Simplex' },
  31: { title: 'Fundamental contracts', group: 'Accounts', note: 'Pay no fees' },
  32: { title: 'Previous validators', group: 'Validators' },
  33: { title: 'Previous temporary validators', group: 'Validators' },
  34: { title: 'Current validators', group: 'Validators' },
  35: { title: 'Current temporary validators', group: 'Validators' },
  36: { title: 'Next validators', group: 'Validators' },
  37: { title: 'Next temporary validators', group: 'Validators' },
  39: { title: 'Signed temporary keys', group: 'Validators' },
  40: { title: 'Fines', group: 'Elections' },
  43: { title: 'Size limits', group: 'Limits', note: 'Of messages and accounts' },
  44: { title: 'Suspended accounts', group: 'Accounts' },
  45: { title: 'Precompiled contracts', group: 'Limits', note: 'Fixed gas, by code hash' },
  71: { title: 'Bridge to Ethereum', group: 'Bridges' },
  72: { title: 'Bridge to BNB Smart Chain', group: 'Bridges' },
  73: { title: 'Bridge to Polygon', group: 'Bridges' },
  79: { title: 'Token bridge to Ethereum', group: 'Bridges' },
  81: { title: 'Token bridge to BNB Smart Chain', group: 'Bridges' },
  82: { title: 'Token bridge to Polygon', group: 'Bridges' },
}

/** Returns the title of a parameter and its group. */
export function configTitle(id: number): ConfigTitle {
  // The negative numbers have the types of the positive ones (block.tlb).
  return TITLES[id] ?? TITLES[-id] ?? { title: 'Unknown parameter', group: 'Other' }
}

/** The capabilities of the network's software by bit (parameter 8, `GlobalCapabilities`). */
const CAPABILITIES = [
  'IHR',
  'create stats',
  'bounce message body',
  'report version',
  'split-merge transactions',
  'short dequeue',
  'store out queue size',
  'message metadata',
  'deferred messages',
  'full collated data',
] as const

/** Returns the names of the capabilities in a bit set. */
export function capabilityNames(bits: bigint): readonly string[] {
  const names: string[] = []
  for (let bit = 0; bit < 64; bit++) {
    if ((bits >> BigInt(bit)) & 1n) names.push(CAPABILITIES[bit] ?? `bit ${bit}`)
  }
  return names
}
