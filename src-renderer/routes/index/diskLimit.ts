const GIB = 1024 ** 3

export type LimitReading =
  | { readonly kind: 'limit'; readonly bytes: number | null }
  | { readonly kind: 'fault'; readonly fault: string }

/** Reads a limit in GiB (`20`, `0.5`). An empty text means no limit. */
export function readLimit(text: string): LimitReading {
  const trimmed = text.trim().replace(',', '.')
  if (trimmed === '') return { kind: 'limit', bytes: null }
  if (!/^\d{1,7}(?:\.\d{1,3})?$/.test(trimmed)) {
    return { kind: 'fault', fault: 'A number of GiB, such as 20 or 0.5' }
  }
  const bytes = Math.round(Number(trimmed) * GIB)
  return bytes > 0 ? { kind: 'limit', bytes } : { kind: 'fault', fault: 'Greater than 0; empty: no limit' }
}

export function writeLimit(bytes: number | null): string {
  return bytes === null ? '' : String(Number((bytes / GIB).toFixed(3)))
}
