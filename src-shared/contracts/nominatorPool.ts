import type { ContractDefinition } from './contractDefinition.ts'

/** The nominator pool of ton-blockchain. */
export const NOMINATOR_POOL: ContractDefinition = {
  name: 'nominator pool',
  messages: [{ name: 'nominator_pool_process_withdrawals', opcode: 0x00000002, isUnlisted: true }],
  codes: [{ hash: 'mj7BS8CY9rRAZMMFIiyuooAPF92oXuaoGYpwle3hDc8=', title: 'nominator pool v1' }],
}
