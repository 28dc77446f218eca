import { type Address, beginCell } from '@ton/core'
import { ton } from './amounts.ts'
import { tokenCode } from './code/tokens.ts'
import { commentBody } from './comments.ts'
import { type Collection, collectionOf, itemAddress, mintItems, sendItem } from './nftContract.ts'
import type { ScenarioStep } from './scenarioContext.ts'
import { onchainContent, svgUri } from './tokenContent.ts'
import { addressOf, initOf, sendFrom, type Users, usersOf } from './users.ts'

/** The birds and the colours in which they are drawn. */
const BIRDS = [
  ['Swift', '#30343f'],
  ['Wagtail', '#8d99ae'],
  ['Goldfinch', '#e9c46a'],
  ['Redstart', '#e76f51'],
  ['Blue tit', '#457b9d'],
  ['Starling', '#3a5a40'],
  ['House sparrow', '#7f5539'],
  ['Jackdaw', '#22223b'],
] as const

export const BIRD_COUNT = BIRDS.length

const ROYALTY_PER_MILLE = 50
const MARKET_FEE_PER_MILLE = 20
/** Amount that the sale requires in addition to the price, for gas; the rest is returned. */
const BUY_GAS = ton(1)
export const SALE_PRICE = ton(40)

export function birdsOf({ treasury }: Pick<Users, 'treasury'>): Collection {
  return collectionOf('Birds of the Roof', {
    owner: treasury.address,
    royaltyPerMille: ROYALTY_PER_MILLE,
    content: onchainContent({
      name: 'Birds of the Roof',
      description: 'Whoever can be seen from the roof of the devnet',
      image: bird('#3478f6'),
    }),
  })
}

function bird(colour: string): string {
  return svgUri(
    `<path d="M6 30q12-14 26-6l12-10q6 0 8 8l6 4-8 2q-2 18-20 20l-6 8-2-8q-12-2-16-18Z" fill="${colour}"/>`,
  )
}

/** A fixed-price sale of getgems: contract and price are in its data. */
export function saleOf(
  { treasury }: Pick<Users, 'treasury'>,
  sale: { readonly item: Address; readonly price: bigint; readonly createdAt: number },
) {
  const { item, price, createdAt } = sale
  const perMille = (part: number) => (price * BigInt(part)) / 1000n
  const fees = beginCell()
    .storeAddress(treasury.address)
    .storeCoins(perMille(MARKET_FEE_PER_MILLE))
    .storeAddress(treasury.address)
    .storeCoins(perMille(ROYALTY_PER_MILLE))
    .endCell()
  const data = beginCell()
    .storeBit(0)
    .storeUint(createdAt, 32)
    .storeAddress(treasury.address)
    .storeAddress(item)
    .storeAddress(null)
    .storeCoins(price)
    .storeRef(fees)
    .storeBit(0)
    .endCell()
  const init = initOf(tokenCode('nft sale'), data)
  return { init, address: addressOf(init) }
}

/** Mints, gives away, sells and offers items, and fails to take another user's item. */
export const collection: ScenarioStep = async (context) => {
  const users = usersOf(context)
  const { treasury, alice, bob, carol, dave, erin, frank, grace, ivan } = users
  const birds = birdsOf(users)
  const item = (index: number) => itemAddress(birds, index)
  context.addAccount({ name: birds.name, kind: 'NFT collection', address: birds.address })

  const owners = [alice, bob, carol, dave, erin, ivan, alice, treasury]
  const contents = BIRDS.map(([name, colour], index) =>
    onchainContent({
      name: `${name} #${index}`,
      description: `A ${name.toLowerCase()}, seen from the roof`,
      image: bird(colour),
    }),
  )
  const createdAt = context.now()
  const [sold, offered] = [
    saleOf(users, { item: item(1), price: SALE_PRICE, createdAt }),
    saleOf(users, { item: item(2), price: ton(75), createdAt }),
  ]
  await sendFrom(context, treasury, [
    mintItems(
      birds,
      owners.flatMap(({ address: owner }, index) => {
        const content = contents[index]
        return content ? { owner, content } : []
      }),
    ),
    // The marketplace deploys the sales; they start when they receive the items.
    { to: sold.address, amount: ton(0.1), init: sold.init },
    { to: offered.address, amount: ton(0.1), init: offered.init },
  ])
  await context.settle()

  const gift = commentBody('Happy birthday!')
  await sendFrom(context, alice, [
    sendItem(item(0), { from: alice.address, to: frank.address, payload: gift }),
  ])
  await sendFrom(context, bob, [sendItem(item(1), { from: bob.address, to: sold.address })])
  await sendFrom(context, carol, [sendItem(item(2), { from: carol.address, to: offered.address })])
  await sendFrom(context, grace, [sendItem(item(4), { from: grace.address, to: grace.address })])
  await context.settle()

  await sendFrom(context, dave, [
    // A payment without a body buys, which is how explorers recognize a purchase.
    { to: sold.address, amount: SALE_PRICE + BUY_GAS, bounce: true },
  ])
  await context.settle()

  BIRDS.forEach(([name], index) => {
    context.addAccount({ name: `${name} #${index}`, kind: 'NFT item', address: item(index) })
  })
  context.addAccount({ name: 'sale of Wagtail #1', kind: 'NFT sale', address: sold.address })
  context.addAccount({ name: 'sale of Goldfinch #2', kind: 'NFT sale', address: offered.address })
}
