import type { ComputePhase } from './transaction.ts'

export type GasFigure = { readonly name: 'gas used' | 'gas limit' | 'gas credit'; readonly value: bigint }

/**
 * Returns the gas figures of a compute phase. For an external message, block data have a limit of 0 and a
 * credit, which ends when the contract accepts the message; so the credit is not a limit of the phase.
 */
export function gasFigures({
  gasUsed,
  gasLimit,
  gasCredit,
}: Pick<Extract<ComputePhase, { type: 'vm' }>, 'gasUsed' | 'gasLimit' | 'gasCredit'>): GasFigure[] {
  const figures: GasFigure[] = [{ name: 'gas used', value: gasUsed }]
  if (gasLimit > 0n) figures.push({ name: 'gas limit', value: gasLimit })
  if (gasCredit !== undefined) figures.push({ name: 'gas credit', value: gasCredit })
  return figures
}
