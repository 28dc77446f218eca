import type { BlockIdExt } from '../../chain/blockId.ts'
import { validatorNodeId } from '../../chain/config/validatorSet.ts'
import { type OrdinarySignatureSet, ordinarySignedBytes, type Signers } from '../../chain/proof/signatures.ts'
import { signersOf } from '../../chain/proof/signers.ts'
import type { OpenedMasterchain } from '../collator/openedState.ts'
import type { DevnetKeys, SigningKey } from '../keys.ts'

/**
 * Signs a masterchain block with the validators that the configuration after the block before appoints. The same block
 * always gets the same signatures.
 * @param before the state after the block before
 */
export function signMasterchainBlock(
  keys: DevnetKeys,
  id: BlockIdExt,
  before: OpenedMasterchain,
): OrdinarySignatureSet {
  const { ccSeqno, hashShort } = masterchainSigners(before)
  const signed = ordinarySignedBytes(id)
  return {
    kind: 'ordinary',
    catchainSeqno: ccSeqno,
    validatorSetHash: hashShort,
    signatures: validatorsOf(keys, before).map((key) => ({
      nodeIdShort: validatorNodeId(key.publicKey),
      signature: key.sign(signed),
    })),
  }
}

/**
 * Returns the keys of the validators of the next masterchain block. A set of foreign keys, which only the holder of the
 * master key can appoint, does not stop the chain: its blocks are signed but not provable.
 */
export function validatorsOf(
  { validator, validators }: DevnetKeys,
  state: OpenedMasterchain,
): readonly [SigningKey, ...SigningKey[]] {
  const [first = validator, ...rest] = masterchainSigners(state).validators.flatMap(
    ({ publicKey }) => validators.find((key) => key.publicKey.equals(publicKey)) ?? [],
  )
  return [first, ...rest]
}

function masterchainSigners({ ident, extra, extraDetails }: OpenedMasterchain): Signers {
  return signersOf(extra.config.config, ident, extraDetails.validatorInfo.catchainSeqno)
}
