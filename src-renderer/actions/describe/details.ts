/**
 * Readers of fields of an action's `details` (compatibility-v3 §11.4). They return undefined for a field that
 * is null, absent or of another type, so that rendering does not depend on the server.
 */
export type Details = Readonly<Record<string, unknown>>

const ADDRESS = /^-?\d+:[0-9a-fA-F]{64}$/

/** Reads a raw address. */
export function addressIn(details: Details, name: string): string | undefined {
  const value = details[name]
  return typeof value === 'string' && ADDRESS.test(value) ? value : undefined
}

/** Reads a decimal number, given as text or as a JSON number. */
export function numberIn(details: Details, name: string): bigint | undefined {
  const value = details[name]
  if (typeof value === 'string' && /^-?\d{1,78}$/.test(value)) return BigInt(value)
  return typeof value === 'number' && Number.isSafeInteger(value) ? BigInt(value) : undefined
}

export function textIn(details: Details, name: string): string | undefined {
  const value = details[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

function isRecord(value: unknown): value is Details {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function recordIn(details: Details, name: string): Details | undefined {
  const value = details[name]
  return isRecord(value) ? value : undefined
}

export function listIn(details: Details, name: string): readonly unknown[] {
  const value = details[name]
  return Array.isArray(value) ? value : []
}

export function recordsIn(details: Details, name: string): readonly Details[] {
  return listIn(details, name).filter(isRecord)
}

/** Reads an asset: the raw address of a jetton's master, or null for the network's coin. */
export function assetIn(details: Details, name: string): string | null {
  return addressIn(details, name) ?? null
}
