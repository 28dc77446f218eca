import { z } from 'zod'
import { documentedAs, optional, required, withDefault } from '../parameter.ts'
import { ACCOUNT_PARAMETERS, accountStatus, checkSeqno } from './accounts.ts'
import { nonNegative, positive } from './checks.ts'
import {
  accountAddress,
  base64Text,
  bocText,
  decimalText,
  hashText,
  tagged,
  transactionId,
} from './common.ts'
import { address, plainInt32, plainText } from './kinds.ts'
import { ACCOUNT_ENTRIES, defineOperation } from './operation.ts'

/** Data of well-known contracts: compatibility-v2 §3.3, §3.6, §3.7 and §3.6. */

export const getWalletInformation = defineOperation({
  name: 'getWalletInformation',
  category: 'accounts',
  summary: 'Whether an account is a wallet, and its seqno and id',
  cache: 'head',
  cacheEntries: ACCOUNT_ENTRIES,
  parameters: ACCOUNT_PARAMETERS,
  check: checkSeqno,
  result: z
    .strictObject({
      '@type': z.literal('ext.accounts.walletInformation'),
      wallet: z.boolean(),
      balance: decimalText,
      account_state: accountStatus,
      last_transaction_id: transactionId,
      wallet_type: z.string().optional(),
      seqno: z.uint32().optional(),
      wallet_id: z.int32().optional(),
      is_signature_allowed: z.boolean().optional(),
    })
    .meta({ id: 'ext.accounts.walletInformation' }),
})

const tokenAttributes = z.record(z.string(), z.string()).meta({ id: 'tokenContent.attributes' })

/** Token metadata (TEP-64). Attributes come in alphabetical order. */
const tokenContent = z
  .discriminatedUnion('type', [
    z
      .strictObject({ type: z.literal('offchain'), data: z.string().meta({ description: 'URI' }) })
      .meta({ id: 'tokenContent.offchain' }),
    z
      .strictObject({ type: z.literal('onchain'), data: tokenAttributes })
      .meta({ id: 'tokenContent.onchain' }),
  ])
  .meta({ id: 'tokenContent' })
/** Token metadata (TEP-64): a URI, or attributes in alphabetical order. */
export type TokenContentJson = z.infer<typeof tokenContent>

const dnsAddress = tagged('addr_std', {
  workchain_id: z.int32(),
  address: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .meta({ description: '64 hexadecimal digits, lower-case' }),
})
const dnsRecord = z
  .discriminatedUnion('@type', [
    tagged('dns_smc_address', { smc_addr: dnsAddress }),
    tagged('dns_adnl_address', { adnl_addr: z.string() }),
    tagged('dns_storage_address', { bag_id: z.string() }),
    tagged('dns_next_resolver', { resolver: dnsAddress }),
  ])
  .meta({ id: 'dnsRecord' })
/** A DNS record in the content of an NFT item. */
export type DnsRecordJson = z.infer<typeof dnsRecord>

const domainContent = z
  .strictObject({
    domain: z.string(),
    data: z.record(z.string(), dnsRecord).meta({ id: 'domainContent.records' }),
  })
  .meta({ id: 'domainContent' })

const tokenAddress = z.string().meta({ description: 'The address that was asked for, in its own form' })
const friendly = z.string().meta({ description: 'Friendly form, url-safe, bounceable' })

export const getTokenData = defineOperation({
  name: 'getTokenData',
  category: 'accounts',
  summary: 'A jetton, a jetton wallet, an NFT or an NFT collection',
  description: 'A wallet or item counts only if its jetton or collection acknowledges it.',
  cache: 'head',
  cacheEntries: ACCOUNT_ENTRIES,
  parameters: ACCOUNT_PARAMETERS,
  check: checkSeqno,
  result: z
    .discriminatedUnion('@type', [
      tagged('ext.tokens.jettonMasterData', {
        address: tokenAddress,
        contract_type: z.literal('jetton_master'),
        total_supply: decimalText,
        mintable: z.boolean(),
        admin_address: friendly.optional(),
        jetton_content: tokenContent,
        jetton_wallet_code: bocText,
      }),
      tagged('ext.tokens.jettonWalletData', {
        address: tokenAddress,
        contract_type: z.literal('jetton_wallet'),
        balance: decimalText,
        owner: friendly,
        jetton: friendly,
        mintless_is_claimed: z.boolean().optional(),
        jetton_wallet_code: bocText,
      }),
      tagged('ext.tokens.nftCollectionData', {
        address: tokenAddress,
        contract_type: z.literal('nft_collection'),
        next_item_index: decimalText,
        owner_address: friendly.optional(),
        collection_content: tokenContent,
      }),
      tagged('ext.tokens.nftItemData', {
        address: tokenAddress,
        contract_type: z.literal('nft_item'),
        init: z.boolean(),
        index: decimalText,
        collection_address: friendly.optional(),
        owner_address: friendly.optional(),
        content: z.union([tokenContent, domainContent]).meta({ id: 'nftContent' }),
      }),
    ])
    .meta({ id: 'tokenData' }),
})
/** The result of getTokenData: a jetton, jetton wallet, NFT collection or NFT item. */
export type TokenDataJson = z.infer<typeof getTokenData.result>

const dnsEntryData = z
  .discriminatedUnion('@type', [
    tagged('dns.entryDataUnknown', { bytes: base64Text }),
    tagged('dns.entryDataText', { text: z.string() }),
    tagged('dns.entryDataNextResolver', { resolver: accountAddress }),
    tagged('dns.entryDataSmcAddress', { smc_address: accountAddress }),
    tagged('dns.entryDataAdnlAddress', {
      adnl_address: tagged('adnlAddress', { adnl_address: z.string() }),
    }),
    tagged('dns.entryDataStorageAddress', { bag_id: z.string() }),
  ])
  .meta({ id: 'dns.entryData' })
/** The data of a DNS entry (tonlib's `dns.entryData`). */
export type DnsEntryDataJson = z.infer<typeof dnsEntryData>

export const dnsResolve = defineOperation({
  name: 'dnsResolve',
  category: 'accounts',
  summary: 'The records of a domain, starting at a resolver contract',
  cache: 'head',
  parameters: {
    address: required(address, { description: 'The resolver to start from', missing: 'empty address' }),
    name: withDefault(plainText, '', { description: 'The domain; a final dot may be left out' }),
    category: withDefault(plainText, '', { description: 'Accepted and ignored: all records are given' }),
    ttl: withDefault(documentedAs(plainInt32, z.int32().min(0)), 0, {
      description: 'How many further resolvers are followed',
    }),
    seqno: optional(documentedAs(plainInt32, z.int32().min(1)), {
      description: 'Masterchain block whose state is read; default: the newest',
    }),
  },
  check: ({ ttl, seqno }) => nonNegative('ttl', ttl) ?? positive('seqno', seqno),
  result: z
    .strictObject({
      '@type': z.literal('dns.resolved'),
      entries: z.array(
        z
          .strictObject({
            '@type': z.literal('dns.entry'),
            name: z.string(),
            category: hashText,
            entry: dnsEntryData,
          })
          .meta({ id: 'dns.entry' }),
      ),
    })
    .meta({ id: 'dns.resolved' }),
})
