import type { Address, Cell } from '@ton/core'
import { TOKEN_METHODS } from '../../../contracts/tokenMethods.ts'
import type { TokenContentJson } from '../../../store/detectedTokens.ts'
import { ResultShapeError } from '../../../tvm/methodResults.ts'
import { coreAddress, stdAddressOf } from '../../stdAddress.ts'
import { type Contract, intValue } from '../contract.ts'
import type { DetectContext, Detector } from '../detector.ts'
import { contentJson } from './contentJson.ts'
import { domainName } from './domainName.ts'

/** An NFT item (TEP-62), acknowledged by its collection if it names one. */
export const nftItem: Detector = {
  methods: [[TOKEN_METHODS.nft_item]],
  async detect(contract, context) {
    const results = await contract.results('get_nft_data', 5)
    const [init, index, ownContent] = [results.flag(0), results.number(1), results.cell(4)]
    const [collection, owner] = [results.maybeAddress(2), results.maybeAddress(3)]
    const content = collection
      ? await collectedContent(contract, { collection, index, ownContent }, context)
      : contentJson(ownContent)
    return {
      kind: 'nft_item',
      init,
      index,
      collection: collection && stdAddressOf(collection),
      owner: owner && stdAddressOf(owner),
      content,
    }
  },
}

type Claim = { readonly collection: Address; readonly index: bigint; readonly ownContent: Cell }

/** Returns the content of an item that its collection acknowledges; for a domain, with its name. */
async function collectedContent(
  contract: Contract,
  { collection: address, index, ownContent }: Claim,
  { counterpart, zones }: DetectContext,
): Promise<TokenContentJson> {
  const collection = counterpart(address)
  const number = intValue(index)
  const expected = await collection.results('get_nft_address_by_index', 1, [number])
  if (!expected.address(0).equals(coreAddress(contract.address))) throw new ResultShapeError()
  const individual = { type: 'cell', cell: ownContent } as const
  const content = contentJson((await collection.results('get_nft_content', 1, [number, individual])).cell(0))
  const domain = await domainName(contract, address, zones)
  return domain === undefined ? content : { ...content, domain }
}
