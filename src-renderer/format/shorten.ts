/**
 * Shortens a text in the middle: `shorten('EQCD39VS5j…', 6, 4)` is `EQCD39…qB2N`. Short texts are unchanged.
 */
export function shorten(text: string, head: number, tail: number): string {
  return text.length <= head + tail + 1 ? text : `${text.slice(0, head)}…${text.slice(-tail)}`
}

/** Shortens an address in the middle. A raw address keeps its workchain. */
export function shortAddress(address: string): string {
  const colon = address.indexOf(':')
  return colon < 0
    ? shorten(address, 6, 4)
    : `${address.slice(0, colon + 1)}${shorten(address.slice(colon + 1), 4, 4)}`
}

export function shortHash(hash: string): string {
  return shorten(hash, 8, 6)
}
