import type { ContractDefinition } from './contractDefinition.ts'
import { bits256, coins, hashmapE, record, u32 } from './layout.ts'

/** The restricted wallet v3 r1: coins are unlocked at set times. */
export const RESTRICTED_WALLET: ContractDefinition = {
  name: 'restricted wallet',
  codes: [
    {
      hash: 'jTUEm5Rs8ztYUQu0VgyEGpRfd4HW3p/GnKP0MPbjInM=',
      title: 'restricted wallet v3 r1',
      methods: ['seqno', 'wallet_id', 'get_public_key', 'balance', 'balance_at'],
      tonlib: { kind: 'rwallet.accountState', revision: 1 },
      // Before the first message there is a second public key instead of `start_at` and `limits`.
      storage: record(undefined, {
        seqno: u32,
        wallet_id: u32,
        public_key: bits256,
        start_at: u32,
        limits: hashmapE(32, coins),
      }),
    },
  ],
}
