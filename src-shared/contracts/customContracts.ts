import { type ContractDefinition, method } from './contractDefinition.ts'

/** Get-methods that are common in nonstandard contracts. */
export const CUSTOM_CONTRACTS: ContractDefinition = {
  name: 'custom contracts',
  methods: [
    method('get_owner', {}, { owner: 'address' }),
    method('owner', {}, { owner: 'address' }),
    method('get_balance', {}, { balance: 'number' }),
    method('balance', {}, { balance: 'number' }),
    method('get_counter', {}, { counter: 'number' }),
    method('counter', {}, { counter: 'number' }),
    method('get_id', {}, { id: 'number' }),
    method('get_data'),
    method('get_storage'),
    method('get_version'),
    method('get_price'),
    method('price'),
    method('get_name'),
    method('get_total_supply'),
    method('is_paused'),
    method('supported_interfaces'),
    method('get_abi_ipfs'),
    method('lazy_deployment_completed'),
    method('get_static_data'),
    method('get_upgraded_code'),
  ],
}
