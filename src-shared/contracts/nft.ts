import { type ContractDefinition, codes, method, query } from './contractDefinition.ts'
import { address, bool, cell, maybeCell, payload, u16, u64, u256, varUint16 } from './layout.ts'
import { NFT_OWNERSHIP_ASSIGNED } from './receiptOpcodes.ts'

const proof = { dest: address, forward_payload: cell, with_content: bool }

/** NFTs, their collections and SBTs: TEP-62, TEP-66, TEP-85. */
export const NFT: ContractDefinition = {
  name: 'NFT',
  interfaces: [
    {
      name: 'nft_collection',
      methods: ['get_nft_content', 'get_collection_data', 'get_nft_address_by_index'],
    },
    { name: 'nft_item', methods: ['get_nft_data'] },
    { name: 'nft_item_simple', codes: codes('TJEjgoaC+m9DeXq0FzK8qJDK4Bdm4GdBACUFFuC/jUI=') },
    { name: 'editable', methods: ['get_editor'] },
    { name: 'sbt', methods: ['get_authority_address'] },
  ],
  methods: [
    method('get_collection_data', {}, { 'next item index': 'number', content: 'cell', owner: 'address?' }),
    method('get_nft_address_by_index', { index: 'number' }, { item: 'address' }),
    method('get_nft_content', { index: 'number', individual: 'cell' }, { content: 'cell' }),
    method('royalty_params', {}, { numerator: 'number', denominator: 'number', destination: 'address' }),
    method(
      'get_nft_data',
      {},
      { initialized: 'bool', index: 'number', collection: 'address?', owner: 'address?', content: 'cell' },
    ),
    method('get_editor', {}, { editor: 'address?' }),
    method('get_authority_address', {}, { authority: 'address?' }),
    method('get_revoked_time', {}, { 'revoked at': 'number' }),
  ],
  messages: [
    {
      ...query('nft_transfer', 0x5fcc3d14, {
        new_owner: address,
        response_destination: address,
        custom_payload: maybeCell,
        forward_amount: varUint16,
        forward_payload: payload,
      }),
      title: 'NFT transfer',
    },
    {
      ...query('nft_ownership_assigned', NFT_OWNERSHIP_ASSIGNED, {
        prev_owner: address,
        forward_payload: payload,
      }),
      title: 'NFT ownership assigned',
    },
    { ...query('get_static_data', 0x2fcb26a2), title: 'NFT get static data' },
    {
      ...query('report_static_data', 0x8b771735, { index: u256, collection: address }),
      title: 'NFT report static data',
    },
    { ...query('get_royalty_params', 0x693d3950), title: 'get royalty' },
    {
      ...query('report_royalty_params', 0xa8cb00ad, {
        numerator: u16,
        denominator: u16,
        destination: address,
      }),
      title: 'report royalty',
    },
    query('prove_ownership', 0x04ded148, proof),
    query('ownership_proof', 0x0524c7ae, {
      item_id: u256,
      owner: address,
      data: cell,
      revoked_at: u64,
      content: maybeCell,
    }),
    query('sbt_request_owner', 0xd0c3bfea, proof),
    query('sbt_owner_info', 0x0dd607e3, {
      item_id: u256,
      initiator: address,
      owner: address,
      data: cell,
      revoked_at: u64,
      content: maybeCell,
    }),
    query('sbt_destroy', 0x1f04537a),
    query('sbt_revoke', 0x6f89f5e3),
  ],
}
