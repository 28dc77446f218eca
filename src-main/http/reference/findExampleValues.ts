import { opcodeOf as opcodeOfMessage } from '#shared/contracts/contractDefinition.ts'
import { JETTON } from '#shared/contracts/jetton.ts'
import { ELECTOR, type ExampleValues, STATIC_VALUES } from '#shared/schema/exampleValues.ts'
import type { JsonValue } from '#shared/schema/jsonValue.ts'
import {
  type AnyOperation,
  type V2Name,
  type V2Request,
  type V2Result,
  v2Operations,
} from '#shared/schema/v2/operations.ts'
import { readBody } from '#shared/schema/v2/request.ts'
import { formatFriendlyAddress, formatRawAddress, parseAddress } from '#shared/ton/address.ts'
import { parseBocRoot } from '../../chain/cells/parseBoc.ts'
import type { DevnetControl } from '../../devnet/runtime/runningDevnet.ts'
import type { V2Caller } from '../v2/v2Routes.ts'

/** Searches a network for the addresses, blocks and messages of the documentation's examples. */

const WHOLE_SHARD = '-9223372036854775808'
/** Distances from the head of the blocks that are searched for a message between accounts. */
const STEPS_BACK = [0, 1, 2, 4, 8, 16, 32, 64]
const PER_BLOCK = 16
const HISTORY = 20
const DNS_ROOT_PARAM = 4
const LIBRARY_CELL = 2
const JETTON_INTERNAL_TRANSFER = opcodeOfMessage(JETTON, 'jetton_internal_transfer')

type Chain = <Name extends V2Name>(name: Name, request: V2Request<Name>) => Promise<V2Result<Name>>

/** The facts that were found. */
type Findings = { -readonly [Fact in keyof ExampleValues]?: ExampleValues[Fact] }

export type SearchedNetwork = {
  readonly v2: V2Caller
  readonly devnet?: DevnetControl | undefined
}

/**
 * Finds objects of the running network for every example. Of a public network only a few of its newest blocks are read.
 * Rejects if the network does not answer.
 */
export async function findExampleValues(
  { v2, devnet }: SearchedNetwork,
  signal: AbortSignal,
): Promise<ExampleValues> {
  const chain: Chain = (name, request) => {
    const operation = v2Operations[name] as unknown as AnyOperation
    const values = readBody(operation, request as JsonValue)
    return v2.call(name, values as object, { signal }).result as Promise<V2Result<typeof name>>
  }
  const { last } = await chain('getMasterchainInfo', {})
  const found = devnet ? await scenarioFacts(devnet, chain) : await publicFacts(chain, last.seqno)
  const { message, transaction } = found
  return {
    ...STATIC_VALUES,
    block: { workchain: last.workchain, shard: last.shard, seqno: last.seqno },
    ...found,
    master: { seqno: last.seqno, rootHash: last.root_hash },
    transaction: {
      hash: transaction?.hash ?? STATIC_VALUES.transaction.hash,
      masterSeqno: message ? await masterSeqnoAt(chain, message.createdLt, last.seqno) : last.seqno,
    },
  }
}

/** Returns the masterchain block of that time, or the newest. */
async function masterSeqnoAt(chain: Chain, lt: string, newest: number): Promise<number> {
  const { seqno } = await chain('lookupBlock', { workchain: -1, shard: WHOLE_SHARD, lt })
  return Math.min(seqno + 1, newest)
}

function accountOf(address: string): ExampleValues['account'] {
  const parsed = parseAddress(address)
  if (!parsed) return { friendly: address, raw: address }
  return { friendly: formatFriendlyAddress(parsed), raw: formatRawAddress(parsed) }
}

function cellOf(boc: string) {
  return boc === '' ? undefined : parseBocRoot(Buffer.from(boc, 'base64'))
}

/** Returns the hash of the library to which an account's code refers; undefined for other code. */
function libraryOf(code: string): string | undefined {
  const cell = cellOf(code)
  if (!cell?.isExotic) return undefined
  const slice = cell.beginParse(true)
  return slice.loadUint(8) === LIBRARY_CELL ? slice.loadBuffer(32).toString('base64') : undefined
}

/** Finds accounts of an embedded network's scenario by name and kind. */
async function scenarioFacts(devnet: DevnetControl, chain: Chain): Promise<Findings> {
  const { scenario } = await devnet.status()
  const addressOf = (wanted: (account: { name: string; kind: string }) => boolean) =>
    scenario.find(wanted)?.address
  const alice = addressOf(({ name }) => name === 'alice')
  const token = addressOf(({ kind }) => kind === 'jetton master')
  const resolver = addressOf(({ kind }) => kind === 'DNS root')
  const multisig = addressOf(({ kind }) => kind === 'multisig v2')
  const vesting = addressOf(({ kind }) => kind === 'vesting wallet')
  const ofLibrary = addressOf(({ kind }) => kind === 'contract of library code')
  const library = ofLibrary && libraryOf((await chain('getAddressInformation', { address: ofLibrary })).code)
  const sent = await devnet.exampleMessages()
  return {
    ...(alice && (await historyFacts(chain, alice))),
    ...(token && { token: accountOf(token).friendly }),
    ...(resolver && { domain: { resolver: accountOf(resolver).friendly, name: 'alice.ton' } }),
    ...(multisig && { multisig }),
    ...(vesting && { vesting }),
    ...(library && { library }),
    ...(sent && { external: sent.messages, receiver: sent.receiver }),
  }
}

/** Returns an account's newest message from another account, and the block in which it was received. */
async function historyFacts(chain: Chain, address: string): Promise<Findings> {
  const account = accountOf(address)
  const history = await chain('getTransactions', { address, limit: HISTORY })
  const transaction = history.find(({ in_msg }) => in_msg !== undefined && in_msg.source !== '')
  if (!transaction?.in_msg) return { account }
  const { source, destination, created_lt: createdLt, hash } = transaction.in_msg
  const { lt, hash: transactionHash } = transaction.transaction_id
  const { workchain, shard, seqno } = await chain('lookupBlock', {
    workchain: parseAddress(address)?.workchain ?? 0,
    shard: WHOLE_SHARD,
    lt,
  })
  return {
    account,
    message: { source, destination, createdLt, hash },
    transaction: { hash: transactionHash, masterSeqno: 0 },
    block: { workchain, shard, seqno },
  }
}

async function publicFacts(chain: Chain, head: number): Promise<Findings> {
  return { ...(await blockFacts(chain, head)), ...(await dnsRootFacts(chain)) }
}

type BlockTransaction = V2Result<'getBlockTransactionsExt'>['transactions'][number]

/** Returns the first four bytes of a message's body; undefined for a shorter body and for comments. */
function opcodeOf({ in_msg }: BlockTransaction): number | undefined {
  if (in_msg?.msg_data['@type'] !== 'msg.dataRaw') return undefined
  const body = cellOf(in_msg.msg_data.body)
  return body && body.bits.length >= 32 ? body.beginParse().loadUint(32) : undefined
}

function findingsOf(block: ExampleValues['block'], transactions: readonly BlockTransaction[]): Findings {
  const between = transactions.find(({ in_msg }) => in_msg && in_msg.source.account_address !== '')
  const [first] = transactions
  // The receiver of an external message is most likely a wallet.
  const example = transactions.find(({ in_msg }) => in_msg?.source.account_address === '') ?? between ?? first
  const jettonWallet = transactions.find((item) => opcodeOf(item) === JETTON_INTERNAL_TRANSFER)
  return {
    ...(first && { block }),
    ...(example && { account: accountOf(example.address.account_address) }),
    ...(between?.in_msg && {
      message: {
        source: between.in_msg.source.account_address,
        destination: between.in_msg.destination.account_address,
        createdLt: between.in_msg.created_lt,
        hash: between.in_msg.hash,
      },
      transaction: { hash: between.transaction_id.hash, masterSeqno: 0 },
    }),
    ...(jettonWallet && { token: jettonWallet.address.account_address }),
  }
}

/** Searches from the newest shard blocks back to one with a message between accounts. */
async function blockFacts(chain: Chain, head: number): Promise<Findings> {
  let found: Findings = {}
  for (const back of STEPS_BACK.filter((steps) => steps < head)) {
    const { shards } = await chain('getShards', { seqno: head - back })
    for (const { workchain, shard, seqno } of shards) {
      const block = { workchain, shard, seqno }
      const { transactions } = await chain('getBlockTransactionsExt', { ...block, count: PER_BLOCK })
      found = { ...findingsOf(block, transactions), ...found }
      if (found.message) return found
    }
  }
  return { ...(await historyFacts(chain, (found.account ?? ELECTOR).raw)), ...found }
}

/** Returns the account that the configuration names as the root of all domains. */
async function dnsRootFacts(chain: Chain): Promise<Findings> {
  const { config } = await chain('getConfigParam', { param: DNS_ROOT_PARAM })
  const cell = cellOf(config.bytes)
  if (!cell || cell.bits.length < 256) return {}
  const hash = cell.beginParse().loadBuffer(32)
  const resolver = formatFriendlyAddress({ workchain: -1, testOnly: false, bounceable: true, hash })
  return { domain: { resolver, name: 'ton' } }
}
