import { hash } from 'node:crypto'
import { type Address, beginCell, type Cell, Dictionary } from '@ton/core'
import { opcodeOf } from '#shared/contracts/contractDefinition.ts'
import { DNS } from '#shared/contracts/dns.ts'
import { DNS_RECORD_TAGS } from '#shared/contracts/dnsRecords.ts'
import { MASTERCHAIN } from '../../chain/blockId.ts'
import { derivedSeed } from '../keys.ts'
import { ton } from './amounts.ts'
import { dnsItemCode } from './code/dnsItem.ts'
import { dnsRootCode } from './code/dnsRoot.ts'
import { dnsSubdomainsCode } from './code/dnsSubdomains.ts'
import { dnsZoneCode } from './code/dnsZone.ts'
import { commentBody } from './comments.ts'
import { parameterOrder } from './configOrder.ts'
import { sendItem } from './nftContract.ts'
import type { ScenarioStep } from './scenarioContext.ts'
import { onchainContent } from './tokenContent.ts'
import { addressOf, initOf, sendFrom, type Users, usersOf } from './users.ts'
import type { Transfer } from './walletContract.ts'

const CHANGE_RECORD = opcodeOf(DNS, 'change_dns_record')
const SET_RECORD = 0x6d7e0002
/** The configuration parameter with the account that resolves domains. */
const DNS_ROOT_PARAMETER = 4

const PRICE = ton(10)

/** Returns root (in the masterchain) and zone, whose data depend on each other. */
export function dnsOf({ treasury }: Pick<Users, 'treasury'>) {
  const zoneData = beginCell()
    .storeAddress(treasury.address)
    .storeCoins(PRICE)
    .storeRef(onchainContent({ name: 'Domains of the devnet', description: 'Names that end with .ton' }))
    .storeRef(dnsItemCode())
    .endCell()
  const zoneInit = initOf(dnsZoneCode(), zoneData)
  const zone = { init: zoneInit, address: addressOf(zoneInit) }
  const rootInit = initOf(dnsRootCode(), beginCell().storeAddress(zone.address).endCell())
  return { zone, root: { init: rootInit, address: addressOf(rootInit, MASTERCHAIN) } }
}

/** Returns the item of a label. */
export function domainAddress(zone: Address, label: string): Address {
  const data = beginCell()
    .storeBuffer(hash('sha256', label, 'buffer'))
    .storeAddress(zone)
    .storeBit(0)
    .endCell()
  return addressOf(initOf(dnsItemCode(), data))
}

/** Returns the resolver of names below alice's domain. */
export function subdomainsOf({ alice }: Pick<Users, 'alice'>) {
  const names = Dictionary.empty(Dictionary.Keys.Buffer(32), Dictionary.Values.Cell())
  const data = beginCell().storeAddress(alice.address).storeDict(names).endCell()
  const init = initOf(dnsSubdomainsCode(), data)
  return { init, address: addressOf(init) }
}

export function siteOf(seed: string): Buffer {
  return derivedSeed(seed, 'ADNL address of a site')
}

export function storageOf(seed: string): Buffer {
  return derivedSeed(seed, 'bag of a site')
}

/** Deploys a root in the configuration, a zone, domains with records, and names below one of them. */
export const dns: ScenarioStep = async (context) => {
  const users = usersOf(context)
  const { treasury, victor, alice, bob, carol, grace } = users
  const { zone, root } = dnsOf(users)
  const subdomains = subdomainsOf(users)
  context.addAccount({ name: 'DNS root', kind: 'DNS root', address: root.address })
  context.addAccount({ name: '.ton', kind: 'DNS zone', address: zone.address })

  await sendFrom(context, victor, [{ to: root.address, amount: ton(5), init: root.init }])
  await sendFrom(context, treasury, [{ to: zone.address, amount: ton(1), init: zone.init }])
  await context.send(
    await parameterOrder(context, DNS_ROOT_PARAMETER, beginCell().storeBuffer(root.address.hash).endCell()),
  )
  await context.settle()

  const buy = (label: string) => buyDomain(zone.address, label)
  await sendFrom(context, alice, [
    buy('alice'),
    { to: subdomains.address, amount: ton(0.5), init: subdomains.init },
    setSubdomain(subdomains.address, 'tips', alice.address),
    setSubdomain(subdomains.address, 'carol', carol.address),
  ])
  await sendFrom(context, bob, [buy('bobs-garage'), buy('grace'), buy('Not A Name')])
  await context.settle()

  const domain = domainAddress(zone.address, 'alice')
  const garage = domainAddress(zone.address, 'bobs-garage')
  const present = domainAddress(zone.address, 'grace')
  await sendFrom(context, alice, [
    changeRecord(domain, 'wallet', walletRecord(alice.address)),
    changeRecord(domain, 'site', siteRecord(siteOf(context.seed))),
    changeRecord(domain, 'storage', storageRecord(storageOf(context.seed))),
    changeRecord(domain, 'dns_next_resolver', resolverRecord(subdomains.address)),
  ])
  await sendFrom(context, bob, [
    changeRecord(garage, 'wallet', walletRecord(carol.address)),
    changeRecord(garage, 'wallet', walletRecord(bob.address)),
    changeRecord(garage, 'storage', storageRecord(storageOf(context.seed))),
    changeRecord(garage, 'storage', undefined),
    sendItem(present, {
      from: bob.address,
      to: grace.address,
      payload: commentBody('You should have one too'),
    }),
  ])
  // carol's bid is too late: the coins are returned.
  await sendFrom(context, carol, [buy('alice')])
  await context.settle()

  context.addAccount({ name: 'alice.ton', kind: 'domain', address: domain })
  context.addAccount({ name: 'bobs-garage.ton', kind: 'domain', address: garage })
  context.addAccount({ name: 'grace.ton', kind: 'domain', address: present })
  context.addAccount({ name: 'names below alice.ton', kind: 'DNS resolver', address: subdomains.address })
}

/** Builds the message that buys a domain of a zone. */
export function buyDomain(zone: Address, label: string): Transfer {
  return { to: zone, amount: PRICE, bounce: true, body: commentBody(label) }
}

/** Builds the message that sets a record of a domain, or deletes it if none is given. */
export function changeRecord(domain: Address, category: string, record: Cell | undefined): Transfer {
  const body = beginCell()
    .storeUint(CHANGE_RECORD, 32)
    .storeUint(0, 64)
    .storeBuffer(hash('sha256', category, 'buffer'))
  if (record) body.storeRef(record)
  return { to: domain, amount: ton(0.05), bounce: true, body: body.endCell() }
}

function setSubdomain(resolver: Address, label: string, wallet: Address): Transfer {
  const body = beginCell()
    .storeUint(SET_RECORD, 32)
    .storeUint(0, 64)
    .storeRef(beginCell().storeBuffer(Buffer.from(label)).endCell())
    .storeBuffer(hash('sha256', 'wallet', 'buffer'))
    .storeMaybeRef(walletRecord(wallet))
    .endCell()
  return { to: resolver, amount: ton(0.05), bounce: true, body }
}

// dns_smc_address#9fd3 smc_addr:MsgAddressInt flags:(## 8)
export function walletRecord(address: Address): Cell {
  return beginCell().storeUint(DNS_RECORD_TAGS.smcAddress, 16).storeAddress(address).storeUint(0, 8).endCell()
}

// dns_text#1eda _:Text, of a single chunk
export function textRecord(text: string): Cell {
  const bytes = Buffer.from(text, 'utf8')
  return beginCell()
    .storeUint(DNS_RECORD_TAGS.text, 16)
    .storeUint(1, 8)
    .storeUint(bytes.length, 8)
    .storeBuffer(bytes)
    .endCell()
}

// dns_adnl_address#ad01 adnl_addr:bits256 flags:(## 8)
function siteRecord(adnl: Buffer): Cell {
  return beginCell()
    .storeUint(DNS_RECORD_TAGS.adnlAddress, 16)
    .storeBuffer(adnl, 32)
    .storeUint(0, 8)
    .endCell()
}

// dns_storage_address#7473 bag_id:bits256
function storageRecord(bag: Buffer): Cell {
  return beginCell().storeUint(DNS_RECORD_TAGS.storageAddress, 16).storeBuffer(bag, 32).endCell()
}

// dns_next_resolver#ba93 resolver:MsgAddressInt
function resolverRecord(resolver: Address): Cell {
  return beginCell().storeUint(DNS_RECORD_TAGS.nextResolver, 16).storeAddress(resolver).endCell()
}
