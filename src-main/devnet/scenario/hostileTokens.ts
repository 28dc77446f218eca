import { type Address, beginCell, type Cell } from '@ton/core'
import { ton } from './amounts.ts'
import { tokenCode } from './code/tokens.ts'
import { commentBody } from './comments.ts'
import { buyDomain, changeRecord, dnsOf, domainAddress, textRecord, walletRecord } from './dns.ts'
import { type Jetton, jettonOf, mintJettons, sendJettons } from './jettonContract.ts'
import { type Collection, collectionOf, itemAddress, mintItems, sendItem } from './nftContract.ts'
import type { ScenarioStep } from './scenarioContext.ts'
import { chunkedContent, onchainContent, snakeContent, svgUri } from './tokenContent.ts'
import { sendFrom, type Users, usersOf } from './users.ts'

const RIGHT_TO_LEFT_OVERRIDE = '\u202e'
const RIGHT_TO_LEFT_ISOLATE = '\u2067'
const ZERO_WIDTH_SPACE = '\u200b'
const ZERO_WIDTH_JOINER = '\u200d'
const WORD_JOINER = '\u2060'
const BYTE_ORDER_MARK = '\ufeff'
const CYRILLIC_TE = '\u0422'
const COMBINING_MARKS = '\u0300\u0316\u0322\u0489'

const SCRIPT = '<script>alert(document.domain)</script>'
const IMAGE_TAG = '<img src=x onerror=alert(1)>'
const ATTRIBUTE_BREAK = `"'><svg/onload=alert(1)>`

/** USDT with a Cyrillic letter in place of T. */
export const HOMOGLYPH_SYMBOL = `USD${CYRILLIC_TE}`

/** Maximum size of a text, bytes. */
export const LONG_TEXT_BYTES = 100_000
/** Maximum size of a text in one chain of cells, bytes: data of a contract are at most 512 cells deep. */
const LONG_SNAKE_BYTES = 40_000
/** Content of one cell: the chunks of a long text are equal, so that they fit into one message. */
const CHUNK_BYTES = 127

/** The label of `аlice` (Cyrillic а) in Punycode, whose letters a zone accepts. */
export const HOMOGLYPH_LABEL = 'xn--lice-43d'

/** Returns a text of exactly this many bytes in UTF-8 that repeats a hostile piece. */
function longText(bytes: number): string {
  const piece = `${SCRIPT}${RIGHT_TO_LEFT_OVERRIDE}${ZERO_WIDTH_SPACE}`
  const chunk = piece + 'A'.repeat(CHUNK_BYTES - Buffer.byteLength(piece))
  return chunk.repeat(Math.floor(bytes / CHUNK_BYTES)) + 'A'.repeat(bytes % CHUNK_BYTES)
}

/** A jetton that looks like Tether's, with 100,000 bytes of description. */
export function hostileJettonOf({ mallory }: Pick<Users, 'mallory'>): Jetton {
  return jettonOf('Hostile jetton', {
    minterCode: tokenCode('jetton minter'),
    walletCode: tokenCode('jetton wallet'),
    admin: mallory.address,
    content: onchainContent({
      name: `Tether${ZERO_WIDTH_SPACE} USD${WORD_JOINER}${IMAGE_TAG}`,
      symbol: HOMOGLYPH_SYMBOL,
      decimals: '6',
      description: chunkedContent(longText(LONG_TEXT_BYTES)),
      image: `javascript:alert(document.domain)//${ATTRIBUTE_BREAK}`,
    }),
  })
}

export function hostileCollectionOf({ mallory }: Pick<Users, 'mallory'>): Collection {
  return collectionOf('Hostile collection', {
    owner: mallory.address,
    royaltyPerMille: 1000,
    content: onchainContent({
      name: `${RIGHT_TO_LEFT_OVERRIDE}gnp.sdriB${ATTRIBUTE_BREAK}`,
      description: `${BYTE_ORDER_MARK}${SCRIPT}${'\r\n'.repeat(200)}`,
      image: `data:text/html;base64,${Buffer.from(SCRIPT).toString('base64')}`,
    }),
  })
}

/** Metadata of the collection's items, by index. */
export function hostileItems(): readonly Cell[] {
  return [
    // Right-to-left and invisible characters, and a picture with a script.
    onchainContent({
      name: `${RIGHT_TO_LEFT_ISOLATE}Swift #0${RIGHT_TO_LEFT_OVERRIDE}${ZERO_WIDTH_JOINER.repeat(64)}`,
      description: `Z${COMBINING_MARKS.repeat(200)}algo`,
      image: svgUri('<script>alert(1)</script><rect width="64" height="64" onload="alert(1)"/>'),
    }),
    // Markup, a text in the longest chain of cells, and a picture that is a script.
    onchainContent({
      name: `${SCRIPT}${IMAGE_TAG}`,
      description: snakeContent(longText(LONG_SNAKE_BYTES)),
      image: 'JaVaScRiPt:alert(1)',
    }),
    // Names that are empty or end the line, and a document that no client must read.
    onchainContent({
      name: `${ZERO_WIDTH_SPACE}${WORD_JOINER}${BYTE_ORDER_MARK}`,
      description: '{{constructor.constructor("alert(1)")()}}\u0000\u001b[2J\r\nSet-Cookie: a=b',
      image: 'data:image/png;base64,<script>alert(1)</script>',
      uri: 'file:///etc/passwd',
    }),
  ]
}

/** A domain of the zone that looks like alice's. */
export function hostileDomainOf(users: Pick<Users, 'treasury'>): Address {
  return domainAddress(dnsOf(users).zone.address, HOMOGLYPH_LABEL)
}

/** Tokens and a domain whose names, descriptions, pictures and records attack the reader. */
export const hostileTokens: ScenarioStep = async (context) => {
  const users = usersOf(context)
  const { mallory, treasury, alice, bob, carol } = users
  const { zone } = dnsOf(users)
  const jetton = hostileJettonOf(users)
  const collection = hostileCollectionOf(users)
  const items = hostileItems()
  const domain = hostileDomainOf(users)

  await sendFrom(context, treasury, [
    { to: mallory.address, amount: ton(1000), body: commentBody('Opening balance') },
  ])
  await context.settle()
  context.addAccount({ name: mallory.name, kind: `wallet ${mallory.version}`, address: mallory.address })

  await sendFrom(context, mallory, [
    // The extra coins are for the storage of long texts.
    { to: jetton.address, amount: ton(5), init: jetton.init },
    mintJettons(jetton, mallory.address, 10n ** 15n, mallory.address),
    { to: collection.address, amount: ton(5), init: collection.init },
    mintItems(
      collection,
      items.map((content) => ({ owner: mallory.address, content })),
    ),
    buyDomain(zone.address, HOMOGLYPH_LABEL),
  ])
  await context.settle()

  const claim = commentBody(`<a href="javascript:alert(1)">Claim 1000 ${HOMOGLYPH_SYMBOL}</a>${SCRIPT}`)
  await sendFrom(context, mallory, [
    ...[alice, bob].map(({ address }) =>
      sendJettons(jetton, { from: mallory.address, to: address, amount: 10n ** 9n, payload: claim }),
    ),
    sendItem(itemAddress(collection, 0), { from: mallory.address, to: alice.address, payload: claim }),
    { to: carol.address, amount: 1n, body: commentBody(`${RIGHT_TO_LEFT_OVERRIDE}moc.elpmaxe//:sptth`) },
    changeRecord(domain, 'wallet', walletRecord(mallory.address)),
    changeRecord(domain, 'name', snakeContent(`${SCRIPT}аlice.ton`)),
    changeRecord(domain, 'image', snakeContent('javascript:alert(1)')),
    changeRecord(domain, `title${ATTRIBUTE_BREAK}`, textRecord(`${IMAGE_TAG}${RIGHT_TO_LEFT_OVERRIDE}`)),
    // Neither an ADNL address nor a bag.
    changeRecord(domain, 'site', textRecord('javascript:alert(1)')),
    changeRecord(domain, 'storage', beginCell().storeUint(0x7473, 16).endCell()),
    changeRecord(domain, 'description', snakeContent(longText(LONG_SNAKE_BYTES / 2))),
  ])
  await context.settle()

  context.addAccount({ name: jetton.name, kind: 'jetton master', address: jetton.address })
  context.addAccount({ name: collection.name, kind: 'NFT collection', address: collection.address })
  items.forEach((_, index) => {
    context.addAccount({
      name: `Hostile item #${index}`,
      kind: 'NFT item',
      address: itemAddress(collection, index),
    })
  })
  context.addAccount({ name: `${HOMOGLYPH_LABEL}.ton`, kind: 'domain', address: domain })
}
