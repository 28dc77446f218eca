import type { DEVNET_PREFIX, DevnetStatus } from '#shared/schema/devnet.ts'
import type { STATUS_PATH, Status } from '#shared/schema/status.ts'
import { v2Path } from '#shared/schema/v2/client.ts'
import { type ExampleFacts, STATIC_FACTS } from '#shared/schema/v2/examples.ts'
import type { V2Name, V2Request, V2Result } from '#shared/schema/v2/operations.ts'
import { formatFriendlyAddress, formatRawAddress, parseAddress } from '#shared/ton/address.ts'
import { base64ToBytes, bytesToBase64 } from '#shared/ton/base64.ts'
import { readBagOfCells } from '../decode/cell.ts'

/** Asks a path of the gateway; its JSON. Throws where it is refused. */
export type AskPath = (path: string) => Promise<unknown>

export type NetworkFacts = {
  readonly facts: ExampleFacts
  /** devnet, sample, mainnet … */
  readonly network: string
  readonly seqno: number
}

/** Checked against the schemas by the compiler; importing the values would bring all of zod along. */
const STATUS: typeof STATUS_PATH = '/api/tonscope/status'
const DEVNET: typeof DEVNET_PREFIX = '/api/tonscope/devnet'

const WHOLE_SHARD = '-9223372036854775808'
/** How far behind the head blocks are looked at for a message between accounts: a network may rest for a while. */
const STEPS_BACK = [0, 1, 2, 4, 8, 16, 32, 64]
const PER_BLOCK = 16
const HISTORY = 20
const DNS_ROOT_PARAM = 4
const LIBRARY_CELL = 2
const JETTON_INTERNAL_TRANSFER = 0x178d4519

type Chain = <Name extends V2Name>(name: Name, request: V2Request<Name>) => Promise<V2Result<Name>>

/** What was found of the example facts; the rest stays as the document has it. */
type Findings = { -readonly [Fact in keyof ExampleFacts]?: ExampleFacts[Fact] }

function accountOf(address: string): ExampleFacts['account'] {
  const parsed = parseAddress(address)
  if (!parsed) return { friendly: address, raw: address }
  return { friendly: formatFriendlyAddress(parsed), raw: formatRawAddress(parsed) }
}

/** The hash of the library that stands for an account's code; undefined for code of its own. */
function libraryOf(code: string): string | undefined {
  const bytes = base64ToBytes(code, 'standard')
  if (!bytes || bytes.length === 0) return undefined
  const { exotic, data } = readBagOfCells(bytes)
  return exotic === LIBRARY_CELL ? bytesToBase64(data.subarray(1, 33), 'standard') : undefined
}

/** From an embedded network's scenario: who lives there is known. */
async function askScenario(ask: AskPath, chain: Chain): Promise<Findings> {
  const { result } = (await ask(DEVNET)) as { result: DevnetStatus }
  const addressOf = (wanted: (account: { name: string; kind: string }) => boolean) =>
    result.scenario.find(wanted)?.address
  const alice = addressOf(({ name }) => name === 'alice')
  const token = addressOf(({ kind }) => kind === 'jetton master')
  const resolver = addressOf(({ kind }) => kind === 'DNS root')
  const ofLibrary = addressOf(({ kind }) => kind === 'contract of library code')
  const library = ofLibrary && libraryOf((await chain('getAddressInformation', { address: ofLibrary })).code)
  return {
    ...(alice && (await askHistory(chain, alice))),
    ...(token && { token: accountOf(token).friendly }),
    ...(resolver && { domain: { resolver: accountOf(resolver).friendly, name: 'alice.ton' } }),
    ...(library && { library }),
  }
}

/** An account's newest message from another account, and the block in which it came. */
async function askHistory(chain: Chain, address: string): Promise<Findings> {
  const account = accountOf(address)
  const history = await chain('getTransactions', { address, limit: HISTORY })
  const transaction = history.find(({ in_msg }) => in_msg !== undefined && in_msg.source !== '')
  if (!transaction?.in_msg) return { account }
  const { source, destination, created_lt: createdLt } = transaction.in_msg
  const { lt } = transaction.transaction_id
  const { workchain, shard, seqno } = await chain('lookupBlock', {
    workchain: parseAddress(address)?.workchain ?? 0,
    shard: WHOLE_SHARD,
    lt,
  })
  return { account, message: { source, destination, createdLt }, block: { workchain, shard, seqno } }
}

type BlockTransaction = V2Result<'getBlockTransactionsExt'>['transactions'][number]

/** The first four bytes of a message's body, where it has cells. */
function opcodeOf({ in_msg }: BlockTransaction): number | undefined {
  if (in_msg?.msg_data['@type'] !== 'msg.dataRaw') return undefined
  const bytes = base64ToBytes(in_msg.msg_data.body, 'standard')
  if (!bytes || bytes.length === 0) return undefined
  const { bits, data } = readBagOfCells(bytes)
  return bits < 32 ? undefined : new DataView(data.buffer, data.byteOffset).getUint32(0)
}

function findingsOf(block: ExampleFacts['block'], transactions: readonly BlockTransaction[]): Findings {
  const between = transactions.find(({ in_msg }) => in_msg && in_msg.source.account_address !== '')
  const [first] = transactions
  const asked = transactions.find(({ in_msg }) => in_msg?.source.account_address === '') ?? between ?? first
  const jettonWallet = transactions.find((item) => opcodeOf(item) === JETTON_INTERNAL_TRANSFER)
  return {
    ...(first && { block }),
    ...(asked && { account: accountOf(asked.address.account_address) }),
    ...(between?.in_msg && {
      message: {
        source: between.in_msg.source.account_address,
        destination: between.in_msg.destination.account_address,
        createdLt: between.in_msg.created_lt,
      },
    }),
    ...(jettonWallet && { token: jettonWallet.address.account_address }),
  }
}

/** From the newest shard blocks, back to one in which an account wrote to another. */
async function askBlocks(chain: Chain, head: number): Promise<Findings> {
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
  return found.account ? { ...(await askHistory(chain, found.account.raw)), ...found } : found
}

/** The account that the configuration names as the root of all domains. */
async function askDnsRoot(chain: Chain): Promise<Findings> {
  const { config } = await chain('getConfigParam', { param: DNS_ROOT_PARAM })
  const bytes = base64ToBytes(config.bytes, 'standard')
  if (!bytes || bytes.length === 0) return {}
  const { bits, data } = readBagOfCells(bytes)
  if (bits < 256) return {}
  const hash = data.subarray(0, 32)
  return { domain: { resolver: formatFriendlyAddress({ ...MASTERCHAIN, hash }), name: 'ton' } }
}

const MASTERCHAIN = { workchain: -1, testOnly: false, bounceable: true } as const

/** What example requests are made of, from the running network. Throws where it does not answer. */
export async function askNetworkFacts(ask: AskPath): Promise<NetworkFacts> {
  const chain: Chain = async (name, request) =>
    ((await ask(v2Path(name, request))) as { result: V2Result<typeof name> }).result
  const { network } = (await ask(STATUS)) as Status
  const { last } = await chain('getMasterchainInfo', {})
  const isDevnet = network.kind === 'devnet'
  const found = isDevnet
    ? await askScenario(ask, chain)
    : { ...(await askBlocks(chain, last.seqno)), ...(await askDnsRoot(chain)) }
  const master = { seqno: last.seqno, rootHash: last.root_hash }
  const block = { workchain: last.workchain, shard: last.shard, seqno: last.seqno }
  return { facts: { ...STATIC_FACTS, block, ...found, master }, network: network.name, seqno: last.seqno }
}
