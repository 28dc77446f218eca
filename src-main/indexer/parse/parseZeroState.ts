import type { Cell } from '@ton/core'
import type { BlockIdExt } from '../../chain/blockId.ts'
import { openBag } from '../../chain/cells/cellBag.ts'
import { PROOF_BOC, serializeBoc } from '../../chain/cells/serializeBoc.ts'
import { openShardAccounts } from '../../chain/state/shardAccounts.ts'
import { openShardStateUnsplit } from '../../chain/state/shardState.ts'
import { guardTlb, TlbError } from '../../chain/tlb.ts'
import type { ParsedHistory } from '../../store/parsedBlock.ts'
import { readAccountState } from './readAccountState.ts'

/**
 * Reads every account of a zero state. No transaction created these accounts.
 * @param root root of a state whose hash was checked
 * @throws TlbError if it is not a zero state of that workchain
 */
export function parseZeroState(id: BlockIdExt, root: Cell): ParsedHistory['states'] {
  return guardTlb('ShardStateUnsplit', () => {
    const { seqno, shardIdent, genUtime, accounts } = openShardStateUnsplit(root)
    const { workchain } = shardIdent
    if (seqno !== 0 || workchain !== id.workchain) {
      throw new TlbError('ShardStateUnsplit', `no zero state of workchain ${id.workchain}`)
    }
    return [...openShardAccounts(accounts).entries()].flatMap(({ key, value }) => {
      const bag = openBag(serializeBoc(value.account, PROOF_BOC), true)
      const state = readAccountState(bag, bag.root, {
        account: Buffer.concat([Buffer.of(workchain & 0xff), key]),
        lastTransHash: Buffer.from(value.lastTransHash),
        lastTransLt: value.lastTransLt,
      })
      return state ? [{ ...state, mcSeqno: 0, utime: genUtime }] : []
    })
  })
}
