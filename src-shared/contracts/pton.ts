import { type ContractDefinition, query } from './contractDefinition.ts'
import { address, coins, payload } from './layout.ts'

/** Proxy TON: TON in the form of a jetton, used by exchanges. */
export const PTON: ContractDefinition = {
  name: 'pTON',
  accounts: [
    {
      network: 'mainnet',
      address: '0:8cdc1d7640ad5ee326527fc1ad0514f468b30dc84b0173f0e155f451b4e11f7c',
      title: 'pTON v1',
    },
    {
      network: 'mainnet',
      address: '0:671963027f7f85659ab55b821671688601cdcf1ee674fc7fbbb1a776a18d34a3',
      title: 'pTON v2',
    },
    {
      network: 'mainnet',
      address: '0:949c4c66760c002800e2fa3d8a3ca4e1c90a9373b53ae7472033483bf14cd95e',
      title: 'pTON of TONCO',
    },
  ],
  messages: [
    query('pton_ton_transfer', 0x01f3835d, {
      ton_amount: coins,
      refund_address: address,
      forward_payload: payload,
    }),
    query('pton_ton_refund', 0xae25d79e),
    query('pton_reset_gas', 0x29d22935),
    query('pton_deploy_wallet', 0x4f5f4313, { owner_address: address, excesses_address: address }),
    query('pton_internal_deploy', 0x6540cf85, { excesses_address: address }),
  ],
}
