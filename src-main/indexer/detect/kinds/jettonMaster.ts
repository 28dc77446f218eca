import { TOKEN_METHODS } from '../../../contracts/tokenMethods.ts'
import { stdAddressOf } from '../../stdAddress.ts'
import type { Detector } from '../detector.ts'
import { contentJson } from './contentJson.ts'

/** A jetton master (TEP-74). Only its own data are checked. */
export const jettonMaster: Detector = {
  methods: [[TOKEN_METHODS.jetton_master]],
  async detect(contract) {
    const results = await contract.results('get_jetton_data', 5)
    const admin = results.maybeAddress(2)
    return {
      kind: 'jetton_master',
      totalSupply: results.number(0),
      mintable: results.flag(1),
      admin: admin && stdAddressOf(admin),
      content: contentJson(results.cell(3)),
      walletCodeHash: results.cell(4).hash(),
    }
  },
}
