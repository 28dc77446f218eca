import { TOKEN_METHODS } from '../../../contracts/tokenMethods.ts'
import { stdAddressOf } from '../../stdAddress.ts'
import type { Detector } from '../detector.ts'
import { contentJson } from './contentJson.ts'

/** A collection of NFT items (TEP-62). Only its own data are checked. */
export const nftCollection: Detector = {
  methods: [[TOKEN_METHODS.nft_collection]],
  async detect(contract) {
    const results = await contract.results('get_collection_data', 3)
    const owner = results.maybeAddress(2)
    return {
      kind: 'nft_collection',
      nextItemIndex: results.number(0),
      owner: owner && stdAddressOf(owner),
      content: contentJson(results.cell(1)),
    }
  },
}
