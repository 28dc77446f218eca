import type { NftSaleJson } from '#shared/schema/v3/nftSale.ts'
import { Age } from '../../../components/Age.tsx'
import { Amount } from '../../../components/Amount.tsx'
import { Chip } from '../../../components/Chip.tsx'
import { DescriptionList } from '../../../components/DescriptionList.tsx'
import { formatMoment } from '../../../format/age.ts'
import { AccountValue } from './AccountValue.tsx'

function priceOf(sale: NftSaleJson): string | undefined {
  switch (sale.type) {
    case 'getgems_sale':
      return sale.details.full_price
    case 'getgems_auction':
      return sale.details.last_bid === '0' ? sale.details.min_bid : sale.details.last_bid
    case 'telemint':
      return sale.details.bid ?? sale.details.min_bid
  }
}

function isOver(sale: NftSaleJson): boolean {
  switch (sale.type) {
    case 'getgems_sale':
      return sale.details.is_complete === true
    case 'getgems_auction':
      return sale.details.end_flag === true || sale.details.is_canceled === true
    case 'telemint':
      return false
  }
}

/** The price of a sale, or the bid of an auction. */
export function SalePrice({ sale }: { readonly sale: NftSaleJson }) {
  const price = priceOf(sale)
  return price === undefined ? null : <Amount value={BigInt(price)} />
}

/** Item, seller and price of a sale or auction. */
export function SaleDetails({ sale }: { readonly sale: NftSaleJson }) {
  const isAuction = sale.type !== 'getgems_sale'
  const end = sale.type === 'getgems_sale' ? undefined : sale.details.end_time
  return (
    <DescriptionList
      items={[
        {
          name: isAuction ? 'Auction' : 'Sale',
          value: isOver(sale) ? <Chip>ended</Chip> : <Chip tone="good">✓ open</Chip>,
        },
        { name: isAuction ? 'Bid' : 'Price', value: <SalePrice sale={sale} /> },
        { name: 'Item', value: <AccountValue raw={sale.nft_address} /> },
        { name: 'Seller', value: <AccountValue raw={sale.nft_owner_address} /> },
        { name: 'Marketplace', value: <AccountValue raw={sale.marketplace_address} /> },
        sale.created_at !== undefined && { name: 'Created', value: <Age utime={sale.created_at} long /> },
        end !== undefined && end > 0 && { name: 'Ends', value: formatMoment(end) },
        sale.type === 'getgems_sale' &&
          sale.details.royalty_amount !== undefined && {
            name: 'Royalty',
            value: <Amount value={BigInt(sale.details.royalty_amount)} />,
          },
      ]}
    />
  )
}
