import type { TokenContent } from '../../../src-main/contracts/tokenContent.ts'
import type { OnchainContent } from '../../../src-main/metadata/tokenInfo.ts'

/** Returns content as toncenter stores it: off-chain content is `{uri}` alone. */
export function onchainContent(content: TokenContent): OnchainContent {
  return content.type === 'offchain' ? { uri: content.data.replaceAll('\0', '') } : content.data
}
