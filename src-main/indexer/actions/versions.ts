import type { ActionType, ActionVersion } from './actionType.ts'
import { ACTION_TYPES } from './allActions.ts'

/** Versions from the first on; each has the types of those before it (docs/actions §6). */
const VERSIONS: readonly ActionVersion[] = ['v1', 'v2', 'v3', 'v4']
const LATEST = 'latest'

/** What decides whether an action is served: its type, and what it is a part of. */
export type Nested = { readonly type: string; readonly ancestors: readonly string[] }

/** What a client wants of types. */
export type WantedTypes = {
  /** Types that the client knows: of supportedTypes. */
  readonly supported: ReadonlySet<string>
  /** Only these, whether it knows them or not; empty: all that it knows. */
  readonly only?: readonly string[]
  readonly excluded?: readonly string[]
}

/**
 * Expands `supported_action_types`: versions (`v1` to `v4`, `latest`), groups (`jettons`, `nft.v3`) and names of types.
 * No name at all means `latest`; `v1` is always part of it.
 */
export function supportedTypes(
  names: readonly string[] = [],
  types: readonly ActionType[] = ACTION_TYPES,
): ReadonlySet<string> {
  const wanted = names.length === 0 ? [LATEST] : names
  return new Set([...wanted, 'v1'].flatMap((name) => expanded(name, types)))
}

function expanded(name: string, types: readonly ActionType[]): string[] {
  const newest = VERSIONS.indexOf(name === LATEST ? 'v4' : (name as ActionVersion))
  if (newest >= 0) {
    return types.filter(({ since }) => isWithin(since, newest)).map((type) => type.name)
  }
  const group = types.filter(({ groups = [] }) => (groups as readonly string[]).includes(name))
  return group.length > 0 ? group.map((type) => type.name) : [name]
}

function isWithin(since: ActionVersion, newest: number): boolean {
  const version = VERSIONS.indexOf(since)
  return version >= 0 && version <= newest
}

/**
 * Whether a client is served an action: its type is wanted, and nothing that it is a part of is known to the client,
 * which sees that instead.
 */
export function isServed(
  { type, ancestors }: Nested,
  { supported, only = [], excluded = [] }: WantedTypes,
): boolean {
  const isWanted = only.length > 0 ? only.includes(type) : supported.has(type)
  return isWanted && !excluded.includes(type) && !ancestors.some((ancestor) => supported.has(ancestor))
}
