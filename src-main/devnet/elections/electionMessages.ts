import { Address, beginCell } from '@ton/core'
import { opcodeOf } from '#shared/contracts/contractDefinition.ts'
import { ELECTOR as ELECTOR_FACTS } from '#shared/contracts/elector.ts'
import { validatorNodeId } from '../../chain/config/validatorSet.ts'
import type { SigningKey } from '../keys.ts'
import type { Transfer } from '../scenario/walletContract.ts'
import { ELECTOR_ID } from '../zeroState/configuration.ts'

export const ELECTOR = new Address(-1, ELECTOR_ID)

const NEW_STAKE = opcodeOf(ELECTOR_FACTS, 'elector_new_stake')
const RECOVER_STAKE = opcodeOf(ELECTOR_FACTS, 'elector_recover_stake_request')
/** Prefix of the data that a validator's key signs. */
const STAKE_MAGIC = 0x654c5074
/** Maximum ratio between stakes that counts, with 16 fractional bits. */
const MAX_FACTOR = 3 << 16
/** Nanoton that the elector keeps of a stake for its confirmation: one coin. */
const CONFIRMATION = 1_000_000_000n

/**
 * Builds the message by which a wallet of the masterchain stakes coins for a validator (elector-code.fc:
 * process_new_stake).
 * @param wallet account id, which gets the stake back
 * @param stake nanoton that count, without fees
 */
export function newStake(
  validator: SigningKey,
  { wallet, electAt, stake }: { readonly wallet: Buffer; readonly electAt: number; readonly stake: bigint },
): Transfer {
  const adnlAddress = validatorNodeId(validator.publicKey)
  const signed = beginCell()
    .storeUint(STAKE_MAGIC, 32)
    .storeUint(electAt, 32)
    .storeUint(MAX_FACTOR, 32)
    .storeBuffer(wallet, 32)
    .storeBuffer(adnlAddress, 32)
    .endCell()
  const signature = validator.sign(signed.bits.subbuffer(0, signed.bits.length) as Buffer)
  const body = beginCell()
    .storeUint(NEW_STAKE, 32)
    .storeUint(electAt, 64)
    .storeBuffer(validator.publicKey, 32)
    .storeUint(electAt, 32)
    .storeUint(MAX_FACTOR, 32)
    .storeBuffer(adnlAddress, 32)
    .storeRef(beginCell().storeBuffer(signature, 64))
    .endCell()
  return { to: ELECTOR, amount: stake + CONFIRMATION, bounce: true, body }
}

/** Builds the message by which a wallet withdraws its credit from the elector: free stakes and rewards. */
export function recoverStake(queryId: number): Transfer {
  const body = beginCell().storeUint(RECOVER_STAKE, 32).storeUint(queryId, 64).endCell()
  return { to: ELECTOR, amount: CONFIRMATION, bounce: true, body }
}
