import { DNS_CATEGORIES } from '#shared/contracts/dnsRecords.ts'
import {
  type ActionLine,
  account,
  actionLine,
  amount,
  clauseOf,
  code,
  type LinePart,
  moved,
  text,
} from './actionLine.ts'
import { addressIn, type Details, numberIn, recordIn, textIn } from './details.ts'

/** Names of categories (TEP-81) by the keys of their records. */
const CATEGORIES: ReadonlyMap<string, string> = new Map(
  Object.entries(DNS_CATEGORIES).map(([name, key]) => [
    key,
    name === 'dns_next_resolver' ? 'resolver' : name,
  ]),
)

function record(key: string | undefined): LinePart[] {
  if (key === undefined) return [text('a record')]
  const name = CATEGORIES.get(key.toLowerCase())
  return name === undefined ? [text('record'), code(key)] : [text(`the ${name} record`)]
}

function recordValue(details: Details): LinePart[] {
  const value = recordIn(details, 'value') ?? {}
  const address = addressIn(value, 'dns_smc_address') ?? addressIn(value, 'dns_next_resolver_address')
  if (address !== undefined) return [text('to'), account(address)]
  const words = ['dns_adnl_address', 'dns_storage_address', 'dns_text'].map((name) => textIn(value, name))
  const found = words.find((word) => word !== undefined)
  return found === undefined ? [] : [text('to'), code(found)]
}

export function changeDns(details: Details): ActionLine {
  const rest = [
    ...record(textIn(details, 'key')),
    text('of'),
    account(addressIn(details, 'asset')),
    ...recordValue(details),
  ]
  return actionLine('domain', clauseOf(addressIn(details, 'source'), 'changed', rest))
}

export function deleteDns(details: Details): ActionLine {
  const rest = [...record(textIn(details, 'hash')), text('of'), account(addressIn(details, 'asset'))]
  return actionLine('domain', clauseOf(addressIn(details, 'source'), 'removed', rest))
}

export function renewDns(details: Details): ActionLine {
  const rest = [text('domain'), account(addressIn(details, 'asset'))]
  return actionLine('domain', clauseOf(addressIn(details, 'source'), 'renewed', rest))
}

export function dnsRelease(details: Details): ActionLine {
  const source = addressIn(details, 'source')
  const rest = [text('domain'), account(addressIn(details, 'nft_item'), addressIn(details, 'nft_collection'))]
  return actionLine('domain', clauseOf(source, 'released', rest), {
    moves: moved(source, addressIn(details, 'nft_item'), null, numberIn(details, 'value')),
  })
}

export function dnsPurchase(details: Details): ActionLine {
  const owner = addressIn(details, 'new_owner')
  const price = numberIn(details, 'price')
  const cost = price === undefined ? [] : [text('for'), amount(null, price)]
  const rest = [
    text('domain'),
    account(addressIn(details, 'nft_item'), addressIn(details, 'nft_collection')),
    ...cost,
  ]
  return actionLine('domain', clauseOf(owner, 'bought', rest))
}
