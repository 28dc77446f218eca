/**
 * SHA-256 without a promise (FIPS 180-4): WebCrypto's is asynchronous, and absent where the page was reached
 * over plain HTTP from another machine.
 */

const ROUND_CONSTANTS = Uint32Array.from([
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98,
  0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786,
  0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8,
  0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13,
  0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819,
  0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a,
  0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7,
  0xc67178f2,
])

const INITIAL = Uint32Array.from([
  0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
])

function rotate(word: number, count: number): number {
  return (word >>> count) | (word << (32 - count))
}

function padded(message: Uint8Array): DataView {
  const length = Math.ceil((message.length + 9) / 64) * 64
  const bytes = new Uint8Array(length)
  bytes.set(message)
  bytes[message.length] = 0x80
  const view = new DataView(bytes.buffer)
  view.setUint32(length - 8, Math.floor(message.length / 0x2000_0000))
  view.setUint32(length - 4, (message.length * 8) >>> 0)
  return view
}

/** The 32-byte digest of a message of any length. */
export function sha256(message: Uint8Array): Uint8Array {
  const view = padded(message)
  const state = INITIAL.slice()
  const words = new Uint32Array(64)
  const word = (i: number) => words[i] ?? 0
  for (let block = 0; block < view.byteLength; block += 64) {
    for (let i = 0; i < 16; i++) words[i] = view.getUint32(block + 4 * i)
    for (let i = 16; i < 64; i++) {
      const a = word(i - 15)
      const b = word(i - 2)
      const small0 = rotate(a, 7) ^ rotate(a, 18) ^ (a >>> 3)
      const small1 = rotate(b, 17) ^ rotate(b, 19) ^ (b >>> 10)
      words[i] = word(i - 16) + small0 + word(i - 7) + small1
    }
    let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state
    for (let i = 0; i < 64; i++) {
      const big1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)
      const first = (h + big1 + ((e & f) ^ (~e & g)) + (ROUND_CONSTANTS[i] ?? 0) + word(i)) | 0
      const big0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)
      const second = (big0 + ((a & b) ^ (a & c) ^ (b & c))) | 0
      h = g
      g = f
      f = e
      e = (d + first) | 0
      d = c
      c = b
      b = a
      a = (first + second) | 0
    }
    for (const [i, value] of [a, b, c, d, e, f, g, h].entries()) state[i] = (state[i] ?? 0) + value
  }
  const digest = new DataView(new ArrayBuffer(32))
  for (const [i, value] of state.entries()) digest.setUint32(4 * i, value)
  return new Uint8Array(digest.buffer)
}
