import { type Address, beginCell } from '@ton/core'
import { ApiError } from '#shared/apiError.ts'
import type { DnsEntryDataJson } from '#shared/schema/v2/contracts.ts'
import type { V2Result } from '#shared/schema/v2/operations.ts'
import { crc16 } from '#shared/ton/crc16.ts'
import { methodIdOf } from '#shared/ton/methodId.ts'
import {
  type DnsRecord,
  DomainError,
  decodeDomain,
  encodeDomain,
  NEXT_RESOLVER_CATEGORY,
  readDnsRecord,
  readDnsRecords,
} from '../../contracts/dnsRecord.ts'
import { type AccountState, readAccount, readAccountAt } from './accountState.ts'
import type { V2Context, V2Handler } from './context.ts'
import { accountAddress, base64 } from './scalars.ts'

type Entry = V2Result<'dnsResolve'>['entries'][number]

const ALL_CATEGORIES = 0n

export const dnsResolve: V2Handler<'dnsResolve'> = async (values, context) => {
  const name = values.name.endsWith('.') ? values.name : `${values.name}.`
  const encoded = encodeName(name)
  const account = await readAccount(values, context)
  return { '@type': 'dns.resolved', entries: await resolve(account, name, encoded, values.ttl, context) }
}

function encodeName(name: string): Buffer {
  try {
    return encodeDomain(name)
  } catch (error) {
    throw error instanceof DomainError ? new ApiError(500, error.message, { cause: error }) : error
  }
}

/**
 * Resolves a name at one contract, and at the next resolvers while `ttl` lasts. As with tonlib, an entry's name is the
 * resolved prefix if the answer is partial; if it is complete, it is the rest of the name at that step.
 */
async function resolve(
  account: AccountState,
  name: string,
  encoded: Buffer,
  ttl: number,
  context: V2Context,
): Promise<Entry[]> {
  const { exitCode, stack } = await context.contracts.call(
    account,
    {
      methodId: methodIdOf('dnsresolve'),
      stack: [
        { type: 'slice', cell: beginCell().storeBuffer(encoded).endCell() },
        { type: 'int', value: ALL_CATEGORIES },
      ],
    },
    context,
  )
  if (exitCode !== 0 && exitCode !== 1) throw new ApiError(500, 'get method failed')
  const [bits, records] = stack
  if (bits?.type !== 'int') throw new ApiError(500, 'invalid response')
  if (bits.value === 0n || records?.type !== 'cell') return []
  const length = BigInt(encoded.length * 8)
  if (bits.value > length || bits.value < 0n) throw new ApiError(500, 'invalid response')
  if (bits.value % 8n !== 0n) throw new ApiError(500, 'Prefix size is not divisible by 8')
  if (bits.value === length) {
    return readDnsRecords(records.cell).map(({ category, record }) => entry(name, category, record))
  }
  const record = readDnsRecord(records.cell)
  if (!record) return []
  const bytes = Number(bits.value / 8n)
  const prefix = prefixName(encoded.subarray(0, bytes))
  if (ttl === 0) return [entry(prefix, NEXT_RESOLVER_CATEGORY, record)]
  if (record.type !== 'next-resolver') throw new ApiError(500, 'invalid response')
  const next = await readAccountAt(context.session(), account.answer.block, record.resolver)
  const rest = name.slice(0, name.length - prefix.length)
  return resolve(next, rest, encoded.subarray(bytes), ttl - 1, context)
}

/** Returns the part of a domain that a resolver has resolved; a single zero byte, which has no label, is a dot. */
function prefixName(prefix: Buffer): string {
  return decodeDomain(prefix) || '.'
}

function entry(name: string, category: Buffer, record: DnsRecord): Entry {
  return { '@type': 'dns.entry', name, category: base64(category), entry: entryData(record) }
}

function addressJson(address: Address) {
  return accountAddress({ workchain: address.workChain, hash: address.hash })
}

function entryData(record: DnsRecord): DnsEntryDataJson {
  switch (record.type) {
    case 'text':
      return { '@type': 'dns.entryDataText', text: record.text }
    case 'next-resolver':
      return { '@type': 'dns.entryDataNextResolver', resolver: addressJson(record.resolver) }
    case 'contract':
      return { '@type': 'dns.entryDataSmcAddress', smc_address: addressJson(record.address) }
    case 'adnl':
      return {
        '@type': 'dns.entryDataAdnlAddress',
        adnl_address: { '@type': 'adnlAddress', adnl_address: adnlText(record.address) },
      }
    case 'storage':
      return { '@type': 'dns.entryDataStorageAddress', bag_id: record.bagId.toString('hex') }
  }
}

const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567'
const ADNL_TAG = 0x2d

/** Returns base32 of the tag, the address and a CRC-16, without the first letter, which is always the same. */
function adnlText(address: Buffer): string {
  const bytes = Buffer.concat([Buffer.from([ADNL_TAG]), address, Buffer.alloc(2)])
  bytes.writeUInt16BE(crc16(bytes.subarray(0, 33)), 33)
  let text = ''
  for (let at = 0; at < bytes.length; at += 5) {
    const group = bytes.readUIntBE(at, 5)
    for (let letter = 7; letter >= 0; letter--) text += BASE32[Math.floor(group / 32 ** letter) % 32]
  }
  return text.slice(1)
}
