import { TOKEN_METHODS } from '../../../contracts/tokenMethods.ts'
import { ResultShapeError } from '../../../tvm/methodResults.ts'
import { coreAddress, stdAddressOf } from '../../stdAddress.ts'
import { addressSlice } from '../contract.ts'
import type { Detector } from '../detector.ts'

/** A jetton wallet (TEP-74) whose master returns its address for the owner. */
export const jettonWallet: Detector = {
  methods: [[TOKEN_METHODS.jetton_wallet]],
  async detect(contract, { counterpart }) {
    const results = await contract.results('get_wallet_data', 4)
    const [balance, owner, jetton] = [results.number(0), results.address(1), results.address(2)]
    results.cell(3)
    const master = counterpart(jetton)
    const expected = await master.results('get_wallet_address', 1, [addressSlice(owner)])
    if (!expected.address(0).equals(coreAddress(contract.address))) throw new ResultShapeError()
    const claimed = await contract.maybeResults('is_claimed', 1)
    return {
      kind: 'jetton_wallet',
      balance,
      owner: stdAddressOf(owner),
      jetton: stdAddressOf(jetton),
      isClaimed: claimed?.flag(0),
    }
  },
}
