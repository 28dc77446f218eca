import type { ComputePhase } from './transaction.ts'

export type GasFigure = { readonly name: 'gas used' | 'gas limit' | 'gas credit'; readonly value: bigint }

/**
 * Returns the gas figures of a compute phase. Block data states a limit of 0 and a credit for an external message: the
 * credit ends when the contract accepts the message, so it is not a limit of what the phase can use.
 */
export function gasFigures({
  gasUsed,
  gasLimit,
  gasCredit,
}: Pick<Extract<ComputePhase, { kind: 'vm' }>, 'gasUsed' | 'gasLimit' | 'gasCredit'>): GasFigure[] {
  const figures: GasFigure[] = [{ name: 'gas used', value: gasUsed }]
  if (gasLimit > 0n) figures.push({ name: 'gas limit', value: gasLimit })
  if (gasCredit !== undefined) figures.push({ name: 'gas credit', value: BigInt(gasCredit) })
  return figures
}
