import type { Cell } from '@ton/core'
import { readTokenContent } from '../../../contracts/tokenContent.ts'
import type { TokenContentJson } from '../../../store/detectedTokens.ts'
import { ResultShapeError } from '../../../tvm/methodResults.ts'

/**
 * Reads a token's content (TEP-64) in the form of v3.
 * @throws ResultShapeError if it cannot be read
 */
export function contentJson(cell: Cell): TokenContentJson {
  const content = readTokenContent(cell)
  if (!content) throw new ResultShapeError()
  const texts = content.type === 'offchain' ? { uri: content.data } : content.data
  return Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, text.replaceAll('\0', '')]))
}
