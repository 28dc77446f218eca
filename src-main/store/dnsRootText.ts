import type { DnsRoot } from './detectedTokens.ts'

/** Key of `meta`: the newest DNS root with which detection has compared domains, as a dnsRootText. */
export const DNS_ROOT_KEY = 'dns_root'

/** Returns a DNS root as text: the key block's seqno, a colon and the address in hexadecimal, empty without a root. */
export function dnsRootText({ address, keySeqno }: DnsRoot): string {
  return `${keySeqno}:${address?.toString('hex') ?? ''}`
}

/** Reverses dnsRootText. */
export function parseDnsRoot(text: string): DnsRoot {
  const [keySeqno, address] = text.split(':')
  return { keySeqno: Number(keySeqno), address: address ? Buffer.from(address, 'hex') : undefined }
}

/** Returns whether two roots are at the same address, or both missing. */
export function isSameRoot(a: DnsRoot, b: DnsRoot): boolean {
  return a.address && b.address ? a.address.equals(b.address) : a.address === b.address
}
