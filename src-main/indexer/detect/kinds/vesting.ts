import { stdAddressOf } from '../../stdAddress.ts'
import type { Detector } from '../detector.ts'
import { membersByAddress } from './memberList.ts'
import { jsonNumber } from './saleDetails.ts'

/** The vesting wallet, recognized by its code. */
export const vesting: Detector = {
  methods: [['get_vesting_data']],
  codeHashes: new Set(['b48b531abec3b714638291f7d77ed6dc9f6a2729efca20477137374d4ae8b590']),
  async detect(contract) {
    const results = await contract.results('get_vesting_data', 8)
    return {
      kind: 'vesting',
      startTime: jsonNumber(results.number(0)),
      totalDuration: jsonNumber(results.number(1)),
      unlockPeriod: jsonNumber(results.number(2)),
      cliffDuration: jsonNumber(results.number(3)),
      totalAmount: results.number(4),
      sender: stdAddressOf(results.address(5)),
      owner: stdAddressOf(results.address(6)),
      // An empty whitelist is null.
      whitelist: membersByAddress(results.maybeCell(7)),
    }
  },
}
