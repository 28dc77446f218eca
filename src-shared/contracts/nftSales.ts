import { type ContractFacts, codes, method, query } from './contractFacts.ts'
import { coins } from './layout.ts'

/** Sales and auctions of NFTs, Getgems' above all. */
export const NFT_SALES: ContractFacts = {
  name: 'NFT sales',
  interfaces: [
    { name: 'nft_sale', methods: ['get_sale_data'] },
    { name: 'nft_auction_v1', methods: ['get_sale_data'] },
    { name: 'nft_offer_getgems_v1', codes: codes('bl1mf6bvqBh8bQKe/UAVYBIy/S42wpHbw0be2rbcgCQ=') },
    {
      name: 'nft_sale_getgems_v4',
      codes: codes('a5WmQYucnSNZBF0edVm41UmuDlBvJMqrWPowyPsf64Y='),
      methods: ['get_fix_price_data_v4'],
    },
    {
      name: 'nft_sale_getgems_v3',
      codes: codes(
        'JCIfpXHlQuBVx3vt/b9SfHr0YM/cfzRMRQeHtM+h600=',
        '3rU7bFdlwebNI4v0e8XoO6WWvcwEsLhM1Qqx5HSgjzE=',
        'MgUN+sRPZIZrzIbyzZ4TBf6dyts5WcACI3z7CQLUQyM=',
      ),
    },
    { name: 'nft_sale_getgems_v2', codes: codes('gnj0xSM95vvtyWmvUZNEp6m//FRIVtuphqlcC8+Fcck=') },
    {
      name: 'nft_auction_getgems_v3',
      codes: codes(
        'G9nFo5v/t6DzQViLXdkrgTqEK/Ze8UEJOCIAzq+Pct8=',
        'ZmiHL6eXBUQ//UdSPo6eqfdquZ+aC1nSfej4GhwnudQ=',
      ),
    },
    {
      name: 'nft_auction_getgems_v4',
      codes: codes('zlp4U06qps7tja/UhtB262CpsNbb+1Nnb2YmScBomVY='),
      methods: ['get_auction_data_v4'],
    },
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
    query('sale_update_message', 0x6c6c2080, {
      new_full_price: coins,
      new_mp_fee: coins,
      new_royalty_amount: coins,
    }),
  ],
}
