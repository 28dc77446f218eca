import { RESERVED_NAMES } from '#shared/reservedNames.ts'
import type { NetworkEntry, NetworkStart } from '#shared/schema/networks.ts'
import { type NetworkChoice, networkFolder, networkLabel } from '../networkChoice.ts'
import { addedChoice, type StoredNetworks } from './networkFile.ts'

/** A network that the program can run. */
export type KnownNetwork = Pick<NetworkEntry, 'name' | 'title' | 'source'> & {
  readonly choice: NetworkChoice
  /** Whether the program was started with it. */
  readonly isGiven: boolean
  /** `always` for the networks that the program was started with. */
  readonly start: NetworkStart
}

const BUILT_IN: readonly (readonly [
  NetworkChoice & { kind: 'mainnet' | 'testnet' | 'devnet' | 'sample' },
  string,
])[] = [
  [{ kind: 'mainnet' }, 'Mainnet'],
  [{ kind: 'testnet' }, 'Testnet'],
  [{ kind: 'devnet' }, 'Devnet'],
  [{ kind: 'sample' }, 'Sample'],
]
const MAX_NAME_LENGTH = 32

/**
 * Returns the networks of the program, the given ones first: those of the command line, those that come with the program,
 * and those that the user added.
 */
export function knownNetworks(
  dataDir: string,
  given: readonly NetworkChoice[],
  stored: StoredNetworks,
): readonly KnownNetwork[] {
  const builtIn = BUILT_IN.map(([choice, title]) => ({ name: choice.kind, title, source: null, choice }))
  const added = stored.added.map((network) => ({
    name: network.name,
    title: network.title,
    source: network.source,
    choice: addedChoice(dataDir, network),
  }))
  const named = [...builtIn, ...added]
  const taken = new Set<string>(named.map(({ name }) => name))
  const first = given.map((choice) => {
    const known = named.find((network) => networkFolder(network.choice) === networkFolder(choice))
    if (known) return known
    const name = freeName(networkLabel(choice), taken)
    taken.add(name)
    return { name, title: networkLabel(choice), source: null, choice }
  })
  const others = named.filter((network) => !first.includes(network))
  return [
    ...first.map((network) => ({ ...network, isGiven: true, start: 'always' as const })),
    ...others.map((network) => ({
      ...network,
      isGiven: false,
      start: stored.starts[network.name] ?? ('on-demand' as const),
    })),
  ]
}

/** Returns a name for a base address, made from a label such as `archive:Genesis` or `my.config`. */
function freeName(label: string, taken: ReadonlySet<string>): string {
  const plain = label
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+/, '')
    .slice(0, MAX_NAME_LENGTH - 4)
    .replace(/-+$/, '')
  const isFree = (name: string) => name !== '' && !taken.has(name) && !RESERVED_NAMES.has(name)
  if (isFree(plain)) return plain
  for (let number = 2; ; number++) {
    const name = `${plain || 'network'}-${number}`
    if (isFree(name)) return name
  }
}
