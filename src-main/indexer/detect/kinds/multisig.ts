import type { Detector } from '../detector.ts'
import { membersByIndex } from './memberList.ts'
import { jsonNumber } from './saleDetails.ts'

/** A multisig of version 2. */
export const multisig: Detector = {
  methods: [['get_multisig_data']],
  async detect(contract) {
    const results = await contract.results('get_multisig_data', 4)
    const proposers = results.maybeCell(3)
    return {
      kind: 'multisig',
      nextOrderSeqno: results.number(0),
      threshold: jsonNumber(results.number(1)),
      signers: membersByIndex(results.maybeCell(2)),
      proposers: proposers && membersByIndex(proposers),
    }
  },
}
