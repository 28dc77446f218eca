import type { DnsRoot } from '../detectedTokens.ts'
import { DNS_ROOT_KEY, parseDnsRoot } from '../dnsRootText.ts'
import type { Reader } from './reader.ts'

/** Reads the DNS root with which domains were compared last; undefined before the first. */
export function readDnsRoot(reader: Reader): DnsRoot | undefined {
  const [row] = reader.all<{ value: string }>('SELECT value FROM meta WHERE key = ?', [DNS_ROOT_KEY])
  return row && parseDnsRoot(row.value)
}
