import { type Address, beginCell, type Cell } from '@ton/core'
import { ApiError } from '#shared/apiError.ts'
import { type MethodFacts, methodOf } from '#shared/contracts/contractDefinition.ts'
import { DNS } from '#shared/contracts/dns.ts'
import { JETTON } from '#shared/contracts/jetton.ts'
import { NFT } from '#shared/contracts/nft.ts'
import type { DnsRecordJson, TokenContentJson, TokenDataJson } from '#shared/schema/v2/contracts.ts'
import { normalizeAddress } from '#shared/ton/address.ts'
import { bytesToHex } from '#shared/ton/base64.ts'
import { methodIdOf } from '#shared/ton/methodId.ts'
import { DNS_CATEGORY_NAMES, type DnsRecord, readDnsRecords } from '../../contracts/dnsRecord.ts'
import { readTokenContent } from '../../contracts/tokenContent.ts'
import { LiteServerError, UnprovedRefusalError } from '../../liteserver/errors.ts'
import type { GetMethodResult } from '../../tvm/getMethod.ts'
import { MethodResults, ResultShapeError } from '../../tvm/methodResults.ts'
import { StackError, type StackValue } from '../../tvm/stackValue.ts'
import { TooManyLibrariesError, TvmInputError } from '../../tvm/tvmErrors.ts'
import { type AccountState, NoWorkchainError, readAccount, readAccountAt } from './accountState.ts'
import type { V2Context, V2Handler } from './context.ts'
import { bocText, friendlyAddress } from './scalars.ts'

const GET_JETTON_DATA = methodOf(JETTON, 'get_jetton_data')
const GET_WALLET_DATA = methodOf(JETTON, 'get_wallet_data')
const GET_WALLET_ADDRESS = methodOf(JETTON, 'get_wallet_address')
const IS_CLAIMED = methodOf(JETTON, 'is_claimed')
const GET_COLLECTION_DATA = methodOf(NFT, 'get_collection_data')
const GET_NFT_DATA = methodOf(NFT, 'get_nft_data')
const GET_NFT_ADDRESS_BY_INDEX = methodOf(NFT, 'get_nft_address_by_index')
const GET_NFT_CONTENT = methodOf(NFT, 'get_nft_content')
const DNSRESOLVE = methodOf(DNS, 'dnsresolve')
const GET_DOMAIN = methodOf(DNS, 'get_domain')

const NOT_A_TOKEN = 409
function notAToken(): ApiError {
  return new ApiError(NOT_A_TOKEN, 'Smart contract is not Jetton or NFT')
}

const DOMAIN_SUFFIX = '.ton'

type TokenFacts = TokenDataJson extends infer T
  ? T extends TokenDataJson
    ? Omit<T, 'address'>
    : never
  : never

const OUT_OF_GAS = -14

/** Returns whether a get-method failed because of its input or left an unreadable result: then it is not a token's. */
function isUnusable(error: unknown): boolean {
  return (
    error instanceof StackError || error instanceof TvmInputError || error instanceof TooManyLibrariesError
  )
}

/** Runs a get-method; one that uses up all gas shows that the others would too. */
async function run(
  account: AccountState,
  method: MethodFacts,
  stack: readonly StackValue[],
  context: V2Context,
): Promise<GetMethodResult> {
  try {
    const call = { methodId: methodIdOf(method.name), stack }
    const result = await context.contracts.call(account, call, context)
    if (result.exitCode === OUT_OF_GAS) throw notAToken()
    return result
  } catch (error) {
    throw isUnusable(error) ? new ResultShapeError() : error
  }
}

/** Runs a get-method that must succeed with exit code 0 and return at least as many values as the standard requires. */
async function results(
  account: AccountState,
  method: MethodFacts,
  stack: readonly StackValue[],
  context: V2Context,
): Promise<MethodResults> {
  const result = await run(account, method, stack, context)
  if (result.exitCode !== 0) throw new ResultShapeError()
  return new MethodResults(result.stack, method.result?.length ?? 0)
}

/**
 * Reads the contract to which a token claims to belong; a workchain that does not exist has none. A liteserver's
 * refusal proves nothing about the token: it is answered with 502.
 */
async function claimed(account: AccountState, address: Address, context: V2Context): Promise<AccountState> {
  try {
    return await readAccountAt(context.session(), account.answer.block, address)
  } catch (error) {
    if (error instanceof NoWorkchainError) throw new ResultShapeError()
    if (!(error instanceof LiteServerError)) throw error
    throw new UnprovedRefusalError(`account ${address.toRawString()}`, error)
  }
}

function addressSlice(address: Address): StackValue {
  return { type: 'slice', cell: beginCell().storeAddress(address).endCell() }
}

function friendly(address: Address): string {
  return friendlyAddress({ workchain: address.workChain, hash: address.hash })
}

function contentOf(cell: Cell): TokenContentJson {
  const content = readTokenContent(cell)
  if (!content) throw new ResultShapeError()
  return content.type === 'offchain' ? content : { type: 'onchain', data: { ...content.data } }
}

async function jettonMaster(account: AccountState, context: V2Context): Promise<TokenFacts> {
  const values = await results(account, GET_JETTON_DATA, [], context)
  const admin = values.addressIn(2)
  return {
    '@type': 'ext.tokens.jettonMasterData',
    contract_type: 'jetton_master',
    total_supply: values.number(0).toString(),
    mintable: values.number(1) !== 0n,
    ...(admin && { admin_address: friendly(admin) }),
    jetton_content: contentOf(values.cell(3)),
    jetton_wallet_code: bocText(values.cell(4)),
  }
}

async function jettonWallet(account: AccountState, context: V2Context): Promise<TokenFacts> {
  const values = await results(account, GET_WALLET_DATA, [], context)
  const [owner, jetton] = [values.addressIn(1), values.addressIn(2)]
  if (!owner || !jetton) throw new ResultShapeError()
  const [balance, code] = [values.number(0), values.cell(3)]
  const master = await claimed(account, jetton, context)
  const expected = await results(master, GET_WALLET_ADDRESS, [addressSlice(owner)], context)
  if (!expected.addressIn(0)?.equals(account.address)) throw new ResultShapeError()
  const isClaimed = await claimFlag(account, context)
  return {
    '@type': 'ext.tokens.jettonWalletData',
    contract_type: 'jetton_wallet',
    balance: balance.toString(),
    owner: friendly(owner),
    jetton: friendly(jetton),
    ...(isClaimed !== undefined && { mintless_is_claimed: isClaimed }),
    jetton_wallet_code: bocText(code),
  }
}

/** Returns the claim status of a mintless jetton's wallet; undefined for other wallets. */
async function claimFlag(account: AccountState, context: V2Context): Promise<boolean | undefined> {
  const { exitCode, stack } = await run(account, IS_CLAIMED, [], context)
  const [value] = stack
  return exitCode === 0 && stack.length === 1 && value?.type === 'int' ? value.value !== 0n : undefined
}

async function nftCollection(account: AccountState, context: V2Context): Promise<TokenFacts> {
  const values = await results(account, GET_COLLECTION_DATA, [], context)
  const owner = values.addressIn(2)
  return {
    '@type': 'ext.tokens.nftCollectionData',
    contract_type: 'nft_collection',
    next_item_index: values.number(0).toString(),
    ...(owner && { owner_address: friendly(owner) }),
    collection_content: contentOf(values.cell(1)),
  }
}

async function nftItem(account: AccountState, context: V2Context): Promise<TokenFacts> {
  const values = await results(account, GET_NFT_DATA, [], context)
  const index = values.number(1)
  const [collection, owner, ownContent] = [values.addressIn(2), values.addressIn(3), values.cell(4)]
  const content = collection
    ? await collectedContent(account, collection, index, ownContent, context)
    : contentOf(ownContent)
  return {
    '@type': 'ext.tokens.nftItemData',
    contract_type: 'nft_item',
    init: values.number(0) !== 0n,
    index: index.toString(),
    ...(collection && { collection_address: friendly(collection) }),
    ...(owner && { owner_address: friendly(owner) }),
    content,
  }
}

/** Returns the content of an item that its collection has acknowledged. */
async function collectedContent(
  account: AccountState,
  address: Address,
  index: bigint,
  ownContent: Cell,
  context: V2Context,
) {
  const collection = await claimed(account, address, context)
  const number: StackValue = { type: 'int', value: index }
  const expected = await results(collection, GET_NFT_ADDRESS_BY_INDEX, [number], context)
  if (!expected.addressIn(0)?.equals(account.address)) throw new ResultShapeError()
  const stack: readonly StackValue[] = [number, { type: 'cell', cell: ownContent }]
  const values = await results(collection, GET_NFT_CONTENT, stack, context)
  const content = contentOf(values.cell(0))
  return (await domainContent(account, context)) ?? content
}

/** Returns the records of an item that is a domain. */
async function domainContent(account: AccountState, context: V2Context) {
  const self: StackValue = { type: 'slice', cell: beginCell().storeUint(0, 8).endCell() }
  const everything: StackValue = { type: 'int', value: 0n }
  const { exitCode, stack } = await run(account, DNSRESOLVE, [self, everything], context)
  const records = stack[1]
  if (exitCode !== 0 || stack.length !== 2 || records?.type !== 'cell') return undefined
  const data = readDnsRecords(records.cell).flatMap(({ category, record }) => {
    const json = recordJson(record)
    const hex = category.toString('hex')
    return json ? [[DNS_CATEGORY_NAMES.get(hex) ?? hex.toUpperCase(), json] as const] : []
  })
  return { domain: await domainName(account, context), data: Object.fromEntries(data) }
}

async function domainName(account: AccountState, context: V2Context): Promise<string> {
  const { exitCode, stack } = await run(account, GET_DOMAIN, [], context)
  const [value] = stack
  if (exitCode !== 0 || (value?.type !== 'cell' && value?.type !== 'slice')) return ''
  const { cell } = value
  const bytes = cell.isExotic
    ? ''
    : cell
        .beginParse()
        .loadBuffer(cell.bits.length >> 3)
        .toString('utf8')
  return `${bytes}${DOMAIN_SUFFIX}`
}

function dnsAddress(address: Address) {
  return {
    '@type': 'addr_std',
    workchain_id: address.workChain,
    address: bytesToHex(address.hash),
  } as const
}

function recordJson(record: DnsRecord): DnsRecordJson | undefined {
  switch (record.type) {
    case 'contract':
      return { '@type': 'dns_smc_address', smc_addr: dnsAddress(record.address) }
    case 'adnl':
      return { '@type': 'dns_adnl_address', adnl_addr: bytesToHex(record.address) }
    case 'storage':
      return { '@type': 'dns_storage_address', bag_id: bytesToHex(record.bagId) }
    case 'next-resolver':
      return { '@type': 'dns_next_resolver', resolver: dnsAddress(record.resolver) }
    case 'text':
      return undefined
  }
}

/** In toncenter's order: the first match counts. */
const KINDS = [jettonMaster, jettonWallet, nftCollection, nftItem]

async function describeToken(account: AccountState, context: V2Context): Promise<TokenFacts | undefined> {
  if (!account.code) return undefined
  for (const describe of KINDS) {
    try {
      return await describe(account, context)
    } catch (error) {
      if (!(error instanceof ResultShapeError)) throw error
    }
  }
  return undefined
}

export const getTokenData: V2Handler<'getTokenData'> = async (values, context) => {
  const account = await readAccount(values, context)
  const facts = await describeToken(account, context)
  if (!facts) throw notAToken()
  const { '@type': type, ...rest } = facts
  return { '@type': type, address: normalizeAddress(values.address), ...rest } as TokenDataJson
}
