import type { ContractDefinition } from './contractDefinition.ts'

/** The locker: coins locked in bills. */
export const LOCKER: ContractDefinition = {
  name: 'locker',
  interfaces: [
    { name: 'locker', methods: ['get_locker_data', 'get_bill_address'] },
    { name: 'locker_bill', methods: ['get_locker_bill_data'] },
  ],
}
