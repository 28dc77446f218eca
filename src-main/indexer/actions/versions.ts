import type { ActionType, ActionVersion } from './actionType.ts'
import { ACTION_TYPES } from './allActions.ts'

/** Versions in order; each includes the types of those before it (docs/actions §6). */
const VERSIONS: readonly ActionVersion[] = ['v1', 'v2', 'v3', 'v4']
const LATEST = 'latest'

/** The type of an action and the types of the actions that contain it. */
export type Nested = { readonly type: string; readonly ancestors: readonly string[] }

/** A client's selection of types. */
export type TypeSelection = {
  /** The types that the client supports, from supportedTypes. */
  readonly supported: ReadonlySet<string>
  /** Only these types, even if they are not supported; empty for all supported types. */
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
 * Returns whether a client is served an action: its type is selected, and the client supports none of the actions
 * that contain it, which are served instead.
 */
export function isServed(
  { type, ancestors }: Nested,
  { supported, only = [], excluded = [] }: TypeSelection,
): boolean {
  const isWanted = only.length > 0 ? only.includes(type) : supported.has(type)
  return isWanted && !excluded.includes(type) && !ancestors.some((ancestor) => supported.has(ancestor))
}
