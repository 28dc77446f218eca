import type { Cell } from '@ton/core'
import { codeCell } from './codeCell.ts'

// Our own dnsRoot.tolk, compiled with @ton/tolk-js 1.3.0.
const CODE = [
  'te6ccgEBCAEAkQABFP8A9KQT9LzyyAsBAgFiAgMCAs4EBQBdocYYYeACQ44DJGLbwEPgBKJFrkEWbo3t0Y4LJrbg28NB2omh9JGjkZ8V',
  '1J30pZMCASAGBwA3Ttou37cJQhxwGzngHTBwHAAJMw2zHgAaYI6DGAAXPiR8kCEDwHHAPL0gACsINdJwQiRcOAg1wsHwwCRcODTBzF4g',
]

/** The code of the root of a TON DNS with the zone .ton. */
export function dnsRootCode(): Cell {
  return codeCell(CODE)
}
