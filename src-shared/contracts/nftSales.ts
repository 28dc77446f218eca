import { type CodeFacts, type ContractDefinition, codes, method, query } from './contractDefinition.ts'
import { address, bool, coins, type RecordLayout, record, ref, u32, u64, uint } from './layout.ts'

// Storage of a sale as it is deployed; more can follow (docs/actions §10, nft_put_on_sale).

const listing = { marketplace: address, nft: address, owner: address, full_price: coins }

const saleV1 = record(undefined, {
  ...listing,
  fees: ref(
    record(undefined, {
      marketplace_fee: coins,
      marketplace_fee_address: address,
      royalty_address: address,
      royalty_amount: coins,
    }),
  ),
})
const saleV2 = record(undefined, {
  is_complete: bool,
  created_at: u32,
  ...listing,
  fees: ref(
    record(undefined, {
      marketplace_fee_address: address,
      marketplace_fee: coins,
      royalty_address: address,
      royalty_amount: coins,
    }),
  ),
})
const saleV4 = record(undefined, {
  is_complete: bool,
  marketplace: address,
  owner: address,
  full_price: coins,
  sold_at: u32,
  query_id: u64,
  fees: ref(
    record(undefined, {
      marketplace_fee_address: address,
      royalty_address: address,
      marketplace_fee_percent: uint(17),
      royalty_percent: uint(17),
    }),
  ),
})

const sale = (hash: string, version: string, storage: RecordLayout): CodeFacts => ({
  hash,
  title: `Getgems sale ${version}`,
  storage,
})
const auction = (hash: string, version: string): CodeFacts => ({ hash, title: `Getgems auction ${version}` })

/** Sales and auctions of NFTs, Getgems' above all. */
export const NFT_SALES: ContractDefinition = {
  name: 'NFT sales',
  interfaces: [
    { name: 'nft_sale', methods: ['get_sale_data'] },
    { name: 'nft_auction_v1', methods: ['get_sale_data'] },
    { name: 'nft_offer_getgems_v1', codes: codes('bl1mf6bvqBh8bQKe/UAVYBIy/S42wpHbw0be2rbcgCQ=') },
    {
      name: 'nft_sale_getgems_v4',
      codes: [sale('a5WmQYucnSNZBF0edVm41UmuDlBvJMqrWPowyPsf64Y=', 'v4 r1', saleV4)],
      methods: ['get_fix_price_data_v4'],
    },
    {
      name: 'nft_sale_getgems_v3',
      codes: [
        sale('JCIfpXHlQuBVx3vt/b9SfHr0YM/cfzRMRQeHtM+h600=', 'v3 r3', saleV2),
        sale('3rU7bFdlwebNI4v0e8XoO6WWvcwEsLhM1Qqx5HSgjzE=', 'v3 r2', saleV2),
        sale('MgUN+sRPZIZrzIbyzZ4TBf6dyts5WcACI3z7CQLUQyM=', 'v3', saleV2),
      ],
    },
    {
      name: 'nft_sale_getgems_v2',
      codes: [sale('gnj0xSM95vvtyWmvUZNEp6m//FRIVtuphqlcC8+Fcck=', 'v2', saleV2)],
    },
    {
      name: 'nft_auction_getgems_v3',
      codes: [
        auction('G9nFo5v/t6DzQViLXdkrgTqEK/Ze8UEJOCIAzq+Pct8=', 'v3 r2'),
        auction('ZmiHL6eXBUQ//UdSPo6eqfdquZ+aC1nSfej4GhwnudQ=', 'v2'),
      ],
    },
    {
      name: 'nft_auction_getgems_v4',
      codes: [auction('zlp4U06qps7tja/UhtB262CpsNbb+1Nnb2YmScBomVY=', 'v4 r1')],
      methods: ['get_auction_data_v4'],
    },
  ],
  codes: [
    sale('2pufziLofEllctIDZSWVebzO+RpyA1fMvowFLvyb4I8=', 'v1', saleV1),
    auction('/ACindAgW83MDT/7nKOMw8jBWexg2KpUMkCpLxBZLUA=', 'v1'),
    auction('u29ireD+stefqzuK6/CTCvmFU99gCTsgJ/Covxab/Ow=', 'v3 r3'),
  ],
  methods: [
    // Sales and auctions of different versions return different values.
    method('get_sale_data'),
    method(
      'get_fix_price_data_v4',
      {},
      {
        complete: 'bool',
        'created at': 'number',
        marketplace: 'address',
        nft: 'address',
        owner: 'address?',
        'full price': 'number',
        'marketplace fee address': 'address',
        'marketplace fee': 'number',
        'royalty address': 'address',
        'royalty amount': 'number',
        'sold at': 'number',
        'sold query id': 'number',
        'jetton prices': 'cell?',
      },
    ),
    method(
      'get_auction_data_v4',
      {},
      {
        activated: 'bool',
        ended: 'bool',
        'end time': 'number',
        marketplace: 'address',
        nft: 'address',
        owner: 'address?',
        'last bid': 'number',
        'last member': 'address?',
        'min step': 'number',
        'marketplace fee address': 'address',
        'marketplace fee factor': 'number',
        'marketplace fee base': 'number',
        'royalty address': 'address',
        'royalty fee factor': 'number',
        'royalty fee base': 'number',
        'max bid': 'number',
        'min bid': 'number',
        'created at': 'number',
        'last bid at': 'number',
        canceled: 'bool',
        'step time': 'number',
        'last query id': 'number',
        'jetton wallet': 'address?',
        'jetton master': 'address?',
        broken: 'bool',
        'public key': 'number',
      },
    ),
  ],
  messages: [
    { name: 'sale_cancel', opcode: 0x00000003, isUnlisted: true },
    { name: 'auction_cancel', opcode: 0x5616c572, isUnlisted: true },
    { name: 'auction_finish', opcode: 0x20c9eb18, isUnlisted: true },
    { name: 'auction_stop', opcode: 0xb95616b6, isUnlisted: true },
    query('sale_update_message', 0x6c6c2080, {
      new_full_price: coins,
      new_mp_fee: coins,
      new_royalty_amount: coins,
    }),
  ],
}
