import type { Cell } from '@ton/core'
import { codeCell } from './codeCell.ts'

// librarian.tolk, compiled by @ton/tolk-js 1.3.0 (test/tolk/embed.ts). Hash of the code:
// 9f4f64e5223be455718088b7457cb0962de1c764522c8c83c81d7325dd32a284

const CODE = [
  'te6cckEBBgEAnAABFP8A9KQT9LzyyAsBAgFiAgMAztD4kZEw4CDHAZF/mCDXCx/AAMMA4pEw4O1E0PpI9ATR+JIixwXy4EkC1ywi0fDgPI',
  '4RIm6RMpQCcPsG4gHXTCBy+waOGNcsIfxbJpQxlIQP8vDhIW7y0EoBcPsGbeIByPpS9ADJ7VQCAUgEBQAXu5pe1E0PpI9AQx0YABe4Lw7U',
  'TQ+kgx9ATRhAVwrc',
]

/** The code of librarian.tolk. */
export function librarianCode(): Cell {
  return codeCell(CODE)
}
