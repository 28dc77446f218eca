import { body, type ContractDefinition, query } from './contractDefinition.ts'
import { bits256, bool, cell, coins, maybe, record, ref, rest, u32, u64, u256 } from './layout.ts'

const torrentInfo = record('torrent_info', {
  piece_size: u32,
  file_size: u64,
  root_hash: u256,
  header_size: u64,
  header_hash: u256,
  microchunk_hash: maybe(u256),
  description: rest,
})

/** Providers and contracts of TON Storage. */
export const TON_STORAGE: ContractDefinition = {
  name: 'TON Storage',
  interfaces: [
    {
      name: 'storage_provider',
      methods: [
        'get_wallet_params',
        'get_storage_params',
        'seqno',
        'get_public_key',
        'get_storage_contract_address',
      ],
    },
    {
      name: 'storage_contract',
      methods: ['get_storage_contract_data', 'get_torrent_hash', 'is_active', 'get_next_proof_info'],
    },
  ],
  messages: [
    query('deploy_storage_contract', 0xe4748df1, {
      info: ref(torrentInfo),
      merkle_hash: bits256,
      expected_rate: coins,
      expected_max_span: u32,
    }),
    query('update_pubkey', 0x53f34cd6, { new_pubkey: bits256 }),
    query('update_storage_params', 0x54cbf19b, {
      accept_new_contracts: bool,
      rate_per_mb_day: coins,
      max_span: u32,
      minimal_file_size: u64,
      maximal_file_size: u64,
    }),
    query('offer_storage_contract', 0x107c49ef),
    query('accept_storage_contract', 0x7a361688),
    body('storage_contract_confirmed', 0xd4caedcd, { cur_lt: u64, torrent_hash: bits256 }),
    query('close_storage_contract', 0x79f937ea),
    body('storage_contract_terminated', 0xb6236d63, { cur_lt: u64, torrent_hash: bits256 }),
    query('storage_withdraw', 0x46ed2e94),
    query('storage_reward_withdrawal', 0xa91baf56),
    query('proof_storage', 0x419d5d4d, { file_dict_proof: cell }),
  ],
}
