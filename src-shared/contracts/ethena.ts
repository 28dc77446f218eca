import type { ContractDefinition } from './contractDefinition.ts'

/** Ethena: staking of its dollar (docs/actions §11, stake_deposit). */
export const ETHENA: ContractDefinition = {
  name: 'Ethena',
  messages: [{ name: 'ethena_unstake_transfer', opcode: 0xb2583ed5, isUnlisted: true }],
  accounts: [
    {
      network: 'mainnet',
      address: '0:086fa2a675f74347b08dd4606a549b8fdb98829cb282bc1949d3b12fbaed9dcc',
      title: 'Ethena: jetton that is staked',
    },
    {
      network: 'mainnet',
      address: '0:d0e545323c7acb7102653c073377f7e3c67f122eb94d430a250739f109d4a57d',
      title: 'Ethena: jetton that is minted',
    },
  ],
}
