import type { LinePart } from '../../../../src-renderer/actions/describe/actionLine.ts'
import { COIN } from '../../../../src-renderer/format/coin.ts'

/** Returns the sentence as plain text, with raw addresses and amounts in smallest units. */
export function plainSentence(parts: readonly LinePart[]): string {
  return parts.map(plainPart).join(' ')
}

/** Returns a part as plain text: raw addresses, amounts in smallest units. */
function plainPart(part: LinePart): string {
  switch (part.kind) {
    case 'text':
    case 'code':
      return part.text
    case 'account':
      return part.address
    case 'amount':
      return `${part.value} ${part.asset ?? COIN}`
    case 'asset':
      return part.asset ?? COIN
    case 'currency':
      return `${part.value} of currency ${part.id}`
    case 'comment':
      return `“${part.text}”`
  }
}
