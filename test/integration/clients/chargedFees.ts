import type { Transaction } from '@ton/core'

/** What an account paid by itself for an external message, from the transaction that took it. Nanoton. */
export type ChargedFees = {
  readonly import: bigint
  readonly storage: bigint
  readonly gas: bigint
  /** For all messages sent, the part that they carry along included. */
  readonly forward: bigint
}

/** Takes `total_fees` of an ordinary transaction apart. */
export function chargedFees({ description, totalFees }: Transaction): ChargedFees {
  if (description.type !== 'generic') throw new TypeError(`a ${description.type} transaction`)
  const { storagePhase, computePhase, actionPhase } = description
  const storage = storagePhase?.storageFeesCollected ?? 0n
  const gas = computePhase.type === 'vm' ? computePhase.gasFees : 0n
  const actions = actionPhase?.totalActionFees ?? 0n
  return {
    import: totalFees.coins - storage - gas - actions,
    storage,
    gas,
    forward: actionPhase?.totalFwdFees ?? 0n,
  }
}

/** Returns the change of an account's balance by a transaction, in nanoton: received less sent amounts and fees. */
export function balanceChange({ inMessage, outMessages, totalFees }: Transaction): bigint {
  let change = -totalFees.coins
  if (inMessage?.info.type === 'internal') change += inMessage.info.value.coins
  for (const { info } of outMessages.values()) {
    if (info.type === 'internal') change -= info.value.coins + info.forwardFee
  }
  return change
}
