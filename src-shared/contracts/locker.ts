import type { ContractFacts } from './contractFacts.ts'

/** The locker: coins locked in bills. */
export const LOCKER: ContractFacts = {
  name: 'locker',
  interfaces: [
    { name: 'locker', methods: ['get_locker_data', 'get_bill_address'] },
    { name: 'locker_bill', methods: ['get_locker_bill_data'] },
  ],
}
