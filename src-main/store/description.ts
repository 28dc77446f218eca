/**
 * The first bytes of most bags of cells: `serialized_boc#b5ee9c72`, no index, cell numbers and offsets of one byte.
 */
const START = Buffer.from('b5ee9c720101', 'hex')
/** First byte of the packed form; no bag of cells begins with it. */
const PACKED = 1
const LONGEST_RUN = 255

/**
 * Packs a TransactionDescr for `transactions.description`: a byte 1, then the bag of cells without its first six
 * bytes, with each run of n zero bytes written as 0 and n. This pays because two of its hashes are mostly zero. Bags
 * of cells with another header are returned unchanged.
 */
export function packDescription(boc: Buffer): Buffer {
  if (!boc.subarray(0, START.length).equals(START)) return boc
  const packed = Buffer.allocUnsafe(2 * boc.length)
  packed[0] = PACKED
  let to = 1
  for (let at = START.length; at < boc.length; ) {
    const byte = boc[at++] as number
    packed[to++] = byte
    if (byte !== 0) continue
    let run = 1
    while (run < LONGEST_RUN && boc[at] === 0) {
      run++
      at++
    }
    packed[to++] = run
  }
  return packed.subarray(0, to)
}

/** Returns the bag of cells of a TransactionDescr from its packed form. */
export function unpackDescription(stored: Buffer): Buffer {
  if (stored[0] !== PACKED) return stored
  let length = START.length
  for (let at = 1; at < stored.length; at++) length += stored[at] === 0 ? (stored[++at] as number) : 1
  const boc = Buffer.alloc(length)
  let to = START.copy(boc)
  for (let at = 1; at < stored.length; at++) {
    const byte = stored[at] as number
    if (byte === 0) to += stored[++at] as number
    else boc[to++] = byte
  }
  return boc
}
