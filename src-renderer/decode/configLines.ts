import type { JsonTree } from '#shared/jsonTree.ts'
import type { ConfigParamJson } from '#shared/schema/chainConfig.ts'
import { formatMoment } from '../format/age.ts'
import { type ConfigUnit, configLabel, configUnit } from './configFields.ts'

/** A line of a parameter: a field at any depth, or an entry of a dictionary or set. */
export type ConfigLine = {
  /** Unique within the parameter: `normalParams.minWins`. */
  readonly path: string
  /** The labels of the objects that the field is in, the outermost one first. */
  readonly within: readonly string[]
  /** Empty for a parameter that is one value. */
  readonly label: string
  readonly unit: ConfigUnit
  readonly value: string | number | boolean | null
}

type Place = Pick<ConfigLine, 'path' | 'within'> & {
  /** Names of the value's own field and of the enclosing object's. */
  readonly field: string
  readonly parent: string
}

/** Parameters 0 to 4 are a masterchain account; 31 is a set of them, 44 of any accounts, 9 and 10 of parameters. */
function unitAt(id: number, { field, parent }: Place): ConfigUnit {
  if ((id >= 0 && id <= 4) || id === 31) return 'account'
  if (id === 44 && parent === 'addresses') return 'address'
  if (id === 9 || id === 10) return 'param'
  if (parent === 'oracles') return 'publicKey'
  return configUnit(id, parent, field)
}

/** The price lists of parameter 18 are keyed by the time from which they are valid. */
function groupLabel(id: number, field: string): string {
  if (id !== 18) return configLabel(field)
  return field === '0' ? 'From the beginning' : `Since ${formatMoment(Number(field))}`
}

function linesOf(id: number, value: JsonTree, place: Place): readonly ConfigLine[] {
  const { path, within, field } = place
  if (value === null || typeof value !== 'object') {
    return [{ path, within, label: configLabel(field), unit: unitAt(id, place), value }]
  }
  const inner = field === '' ? within : [...within, groupLabel(id, field)]
  return Object.entries(value).flatMap(([name, item]) =>
    linesOf(id, item, {
      path: path === '' ? name : `${path}.${name}`,
      within: inner,
      field: name,
      parent: field,
    }),
  )
}

/** Returns the lines of a decoded parameter in the order of its scheme; an empty list for one that is not decoded. */
export function configLines({ id, value }: ConfigParamJson): readonly ConfigLine[] {
  return value === undefined ? [] : linesOf(id, value, { path: '', within: [], field: '', parent: '' })
}

/** A line of one or both of two compared configurations. */
export type ComparedLine = ConfigLine & {
  /** The value in the earlier configuration; undefined unless the line is in both. */
  readonly before?: ConfigLine['value'] | undefined
  readonly change: 'none' | 'changed' | 'added' | 'removed'
}

/** Compares the lines of a parameter with those of an earlier configuration. Removed lines are last. */
export function compareLines(
  now: readonly ConfigLine[],
  earlier: readonly ConfigLine[],
): readonly ComparedLine[] {
  const before = new Map(earlier.map((line) => [line.path, line]))
  const present = new Set(now.map(({ path }) => path))
  const kept = now.map((line): ComparedLine => {
    const old = before.get(line.path)
    if (!old) return { ...line, change: 'added' }
    return old.value === line.value
      ? { ...line, change: 'none' }
      : { ...line, before: old.value, change: 'changed' }
  })
  const removed = earlier.filter(({ path }) => !present.has(path))
  return [...kept, ...removed.map((line): ComparedLine => ({ ...line, change: 'removed' }))]
}
