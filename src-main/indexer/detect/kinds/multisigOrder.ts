import { PROOF_BOC, serializeBoc } from '../../../chain/cells/serializeBoc.ts'
import { ResultShapeError } from '../../../tvm/methodResults.ts'
import { coreAddress, stdAddressOf } from '../../stdAddress.ts'
import { intValue } from '../contract.ts'
import type { Detector } from '../detector.ts'
import { membersByIndex } from './memberList.ts'
import { jsonNumber } from './saleDetails.ts'

/** An order of a multisig of version 2. The multisig must acknowledge it. */
export const multisigOrder: Detector = {
  methods: [['get_order_data']],
  async detect(contract, { counterpart }) {
    const results = await contract.results('get_order_data', 9)
    const [multisig, orderSeqno] = [results.address(0), results.number(1)]
    const facts = {
      kind: 'multisig_order',
      multisig: stdAddressOf(multisig),
      orderSeqno,
      threshold: jsonNumber(results.number(2)),
      sentForExecution: results.flag(3),
      signers: membersByIndex(results.cell(4)),
      approvalsMask: results.number(5),
      approvalsNum: jsonNumber(results.number(6)),
      expiresAt: jsonNumber(results.number(7)),
      order: serializeBoc(results.cell(8), PROOF_BOC),
    } as const
    const expected = await counterpart(multisig).results('get_order_address', 1, [intValue(orderSeqno)])
    if (!expected.address(0).equals(coreAddress(contract.address))) throw new ResultShapeError()
    return facts
  },
}
