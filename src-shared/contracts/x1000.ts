import { type ContractDefinition, codes } from './contractDefinition.ts'

/** X1000: wallets and an affiliate program. */
export const X1000: ContractDefinition = {
  name: 'X1000',
  interfaces: [
    { name: 'x1000_wallet_v1', codes: codes('Q9RHFtMmqDLO1WprYKAstnYw4E9Xhf6J+HhKEQzzYVE=') },
    {
      name: 'x1000_affiliate_account',
      codes: codes('RFb60SpDTEiYsFrGW6td6A2zPydcYCB0bejhEaXNpOY='),
      methods: ['get_affiliate_account_data'],
    },
    {
      name: 'x1000_affiliate_program',
      codes: codes('yLuWL5k+Jp+RQ1u+dsG7rdb6Tq0+msgcoJdeGCDL7ws='),
      methods: ['get_affiliate_account_address'],
    },
  ],
}
