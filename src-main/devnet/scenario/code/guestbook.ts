import type { Cell } from '@ton/core'
import { codeCell } from './codeCell.ts'

// guestbook.tolk, compiled by @ton/tolk-js 1.3.0 (test/tolk/embed.ts). Hash of the code:
// fe1718a6b2611855b0142e6e0d902a1751be61c4fd537c32c0554dabea1fc297

const CODE = [
  'te6cckEBBgEApQABFP8A9KQT9LzyyAsBAgFiAgMA1ND4kZEw4CDHAZF/mCDXCx/AAMMA4pEw4IQPIdcLH4IQJ9WpG7ry9NcsIT6tSNzyv9',
  'M/0e1E0NM/0x/6UDHRpPiSAsjLPyHPCx8S+lTJ7VT4ksjPhQj6UoIQbgL0yM8LjhLLP8sfyYBA+wACASAEBQAdvjEfaiaGmfmOmPmP0oaM',
  'AB2/1W9qJoaZ+Y6Y/9KBjozTqn0m',
]

/** The code of guestbook.tolk. */
export function guestbookCode(): Cell {
  return codeCell(CODE)
}
