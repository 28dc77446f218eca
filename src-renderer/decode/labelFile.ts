import { MAX_LABEL_NAME, MAX_LABEL_NOTE } from '#shared/labelLimits.ts'
import type { AccountLabel, LabelChange } from '#shared/schema/labels.ts'
import { formatRawAddress, parseAddress } from '#shared/ton/address.ts'
import { safeText } from '#shared/untrustedText.ts'

/** The first field of an exported file, by which it is recognized. */
const KIND = 'tonscope labels'

/** Returns the text of a file with the labels of a network. */
export function labelFileText(network: string, labels: readonly AccountLabel[]): string {
  return `${JSON.stringify({ kind: KIND, version: 1, network, labels }, undefined, 2)}\n`
}

/** Labels of a file, and the number of entries that have no address or no name. */
export type LabelFileReading =
  | { readonly kind: 'labels'; readonly labels: readonly LabelChange[]; readonly skipped: number }
  | { readonly kind: 'fault'; readonly sentence: string }

function textOf(value: unknown, max: number): string {
  return typeof value === 'string' ? safeText(value, max).text.slice(0, max) : ''
}

/** Reads an entry: an object with address, name and note, or a name by its address. */
function labelOf(entry: unknown): LabelChange | undefined {
  if (typeof entry !== 'object' || entry === null) return undefined
  const { address: given, name: givenName, label, note: givenNote } = entry as Record<string, unknown>
  const address = typeof given === 'string' ? parseAddress(given.trim()) : undefined
  const name = textOf(givenName ?? label, MAX_LABEL_NAME)
  if (!address || name === '') return undefined
  return { address: formatRawAddress(address), name, note: textOf(givenNote, MAX_LABEL_NOTE) }
}

/**
 * Reads an exported file of labels, also a plain JSON object of names by address or an array of entries as other
 * programs keep them. Entries without an address or a name are skipped.
 */
export function readLabelFile(text: string): LabelFileReading {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return { kind: 'fault', sentence: 'This file is no JSON.' }
  }
  const entries = entriesOf(json)
  if (!entries) return { kind: 'fault', sentence: 'This file has no list of labels.' }
  const labels = entries.map(labelOf).filter((label) => label !== undefined)
  if (labels.length === 0) return { kind: 'fault', sentence: 'This file has no address with a name.' }
  return { kind: 'labels', labels, skipped: entries.length - labels.length }
}

function entriesOf(json: unknown): readonly unknown[] | undefined {
  if (Array.isArray(json)) return json
  if (typeof json !== 'object' || json === null) return undefined
  if ('labels' in json && Array.isArray(json.labels)) return json.labels
  return Object.entries(json).map(([address, name]) => ({ address, name }))
}
