import { z } from 'zod'
import { optional, required, withDefault } from '../parameter.ts'
import { ACCOUNT_PARAMETERS, accountStatus, checkSeqno } from './accounts.ts'
import { nonNegative, positive } from './checks.ts'
import { accountAddress, bocText, decimalText, hashText, transactionId } from './common.ts'
import { address, plainInt32, plainText } from './kinds.ts'
import { ACCOUNT_ENTRIES, defineOperation } from './operation.ts'

/** What well-known contracts say of themselves: v2-contract §5.3, §5.7, §5.8 and §12. */

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
      seqno: z.int().optional(),
      wallet_id: z.int().optional().meta({ description: 'Signed 32-bit' }),
      is_signature_allowed: z.boolean().optional(),
    })
    .meta({ id: 'ext.accounts.walletInformation' }),
})

/** Token metadata (TEP-64). Attributes come in alphabetical order. */
const tokenContent = z
  .discriminatedUnion('type', [
    z.strictObject({ type: z.literal('offchain'), data: z.string() }),
    z.strictObject({ type: z.literal('onchain'), data: z.record(z.string(), z.string()) }),
  ])
  .meta({ id: 'tokenContent' })
export type TokenContentJson = z.infer<typeof tokenContent>

const dnsAddress = z.strictObject({
  '@type': z.literal('addr_std'),
  workchain_id: z.int(),
  address: z.string().meta({ description: '64 hexadecimal digits, lower-case' }),
})
const dnsRecord = z
  .discriminatedUnion('@type', [
    z.strictObject({ '@type': z.literal('dns_smc_address'), smc_addr: dnsAddress }),
    z.strictObject({ '@type': z.literal('dns_adnl_address'), adnl_addr: z.string() }),
    z.strictObject({ '@type': z.literal('dns_storage_address'), bag_id: z.string() }),
    z.strictObject({ '@type': z.literal('dns_next_resolver'), resolver: dnsAddress }),
  ])
  .meta({ id: 'dnsRecord' })
export type DnsRecordJson = z.infer<typeof dnsRecord>

const domainContent = z
  .strictObject({ domain: z.string(), data: z.record(z.string(), dnsRecord) })
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
  result: z.discriminatedUnion('@type', [
    z
      .strictObject({
        '@type': z.literal('ext.tokens.jettonMasterData'),
        address: tokenAddress,
        contract_type: z.literal('jetton_master'),
        total_supply: decimalText,
        mintable: z.boolean(),
        admin_address: friendly.optional(),
        jetton_content: tokenContent,
        jetton_wallet_code: bocText,
      })
      .meta({ id: 'ext.tokens.jettonMasterData' }),
    z
      .strictObject({
        '@type': z.literal('ext.tokens.jettonWalletData'),
        address: tokenAddress,
        contract_type: z.literal('jetton_wallet'),
        balance: decimalText,
        owner: friendly,
        jetton: friendly,
        mintless_is_claimed: z.boolean().optional(),
        jetton_wallet_code: bocText,
      })
      .meta({ id: 'ext.tokens.jettonWalletData' }),
    z
      .strictObject({
        '@type': z.literal('ext.tokens.nftCollectionData'),
        address: tokenAddress,
        contract_type: z.literal('nft_collection'),
        next_item_index: decimalText,
        owner_address: friendly.optional(),
        collection_content: tokenContent,
      })
      .meta({ id: 'ext.tokens.nftCollectionData' }),
    z
      .strictObject({
        '@type': z.literal('ext.tokens.nftItemData'),
        address: tokenAddress,
        contract_type: z.literal('nft_item'),
        init: z.boolean(),
        index: decimalText,
        collection_address: friendly.optional(),
        owner_address: friendly.optional(),
        content: z.union([tokenContent, domainContent]),
      })
      .meta({ id: 'ext.tokens.nftItemData' }),
  ]),
})
export type TokenDataJson = z.infer<typeof getTokenData.result>

const dnsEntryData = z.discriminatedUnion('@type', [
  z.strictObject({ '@type': z.literal('dns.entryDataUnknown'), bytes: z.string() }),
  z.strictObject({ '@type': z.literal('dns.entryDataText'), text: z.string() }),
  z.strictObject({ '@type': z.literal('dns.entryDataNextResolver'), resolver: accountAddress }),
  z.strictObject({ '@type': z.literal('dns.entryDataSmcAddress'), smc_address: accountAddress }),
  z.strictObject({
    '@type': z.literal('dns.entryDataAdnlAddress'),
    adnl_address: z.strictObject({ '@type': z.literal('adnlAddress'), adnl_address: z.string() }),
  }),
  z.strictObject({ '@type': z.literal('dns.entryDataStorageAddress'), bag_id: z.string() }),
])
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
    ttl: withDefault(plainInt32, 0, { description: 'How many further resolvers are followed' }),
    seqno: optional(plainInt32, {
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
