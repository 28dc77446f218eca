import { type BlockIdExt, formatBlockId, MASTERCHAIN } from '../../chain/blockId.ts'
import { openMcStateDetails } from '../../chain/state/mcStateExtra.ts'
import { type KeyExtBlkRef, oldMcBlock } from '../../chain/state/oldMcBlocksInfo.ts'
import type { ShardStateUnsplit } from '../../chain/state/shardState.ts'
import { expect, proving } from './proving.ts'
import { masterchainExtra } from './state.ts'

const CHECK = 'old block'

/**
 * Checks that a proved masterchain state lists `old` among its earlier blocks, and returns its entry.
 * @throws ProofError
 */
export function expectOldBlock(state: ShardStateUnsplit, old: BlockIdExt): KeyExtBlkRef {
  return proving(CHECK, () => {
    expect(old.workchain === MASTERCHAIN, CHECK, `${formatBlockId(old)} is no masterchain block`)
    const { prevBlocks } = openMcStateDetails(masterchainExtra(state).details)
    const known = oldMcBlock(prevBlocks, old.seqno)
    expect(known !== undefined, CHECK, `the state does not know ${formatBlockId(old)}`)
    const { rootHash, fileHash } = known.blkRef
    const isSame = rootHash.equals(old.rootHash) && fileHash.equals(old.fileHash)
    expect(isSame, CHECK, `another block than ${formatBlockId(old)} is on the chain`)
    return known
  })
}
