import type { SeededRandom } from '../../../fixtures/seededRandom.ts'
import type { HttpAnswer, HttpQuestion } from './httpAnswers.ts'
import type { Subject } from './questions.ts'

const MASTERCHAIN = 'workchain=-1&shard=-9223372036854775808'
const ELECTOR = `-1:${'3'.repeat(64)}`
const LIBRARY = 'ba2918c8947e9b25af9ac1b883357754173e5812f807a3d6e642a14709595395'

const post = (name: string, body: object): HttpQuestion => ({
  path: `/api/${name}`,
  body: JSON.stringify(body),
})
const get = (path: string): HttpQuestion => ({ path: `/api/${path}` })

type ShardsBody = {
  readonly result: {
    readonly shards: readonly {
      readonly workchain: number
      readonly shard: string
      readonly seqno: number
    }[]
  }
}

/**
 * Requests of v2 about one masterchain block: every operation that uses liteservers.
 * @param truth answers truly
 */
export async function v2QuestionsAt(
  seqno: number,
  { accounts, missingAccount }: Subject,
  truth: (question: HttpQuestion) => Promise<HttpAnswer>,
  random: SeededRandom,
): Promise<readonly HttpQuestion[]> {
  const master = `${MASTERCHAIN}&seqno=${seqno}`
  const { body } = await truth(get(`v2/getShards?seqno=${seqno}`))
  const { shards } = (JSON.parse(body) as ShardsBody).result
  const { workchain, shard, seqno: shardSeqno } = random.pick(shards)
  const block = `workchain=${workchain}&shard=${shard}&seqno=${shardSeqno}`
  const account = random.pick([...accounts, missingAccount]).toRawString()
  const at = `address=${random.pick([account, ELECTOR])}&seqno=${seqno}`
  const header = JSON.parse((await truth(get(`v2/getBlockHeader?${master}`))).body) as {
    readonly result: { readonly gen_utime: number; readonly end_lt: string }
  }
  const { gen_utime: utime, end_lt: lt } = header.result
  return [
    get('v2/getMasterchainInfo'),
    get(`v2/getShards?seqno=${seqno}`),
    get(`v2/lookupBlock?${master}`),
    get(`v2/lookupBlock?${MASTERCHAIN}&lt=${lt}`),
    get(`v2/lookupBlock?${MASTERCHAIN}&unixtime=${utime}`),
    get(`v2/lookupBlock?${block}`),
    get(`v2/getBlockHeader?${master}`),
    get(`v2/getBlockHeader?${block}`),
    get(`v2/getBlockTransactions?${block}&count=20`),
    get(`v2/getBlockTransactionsExt?${master}&count=10`),
    get(`v2/getBlockTransactionsExt?${block}&count=10`),
    get(`v2/getMasterchainBlockSignatures?seqno=${seqno}`),
    get(`v2/getShardBlockProof?${block}`),
    get(`v2/getAddressInformation?${at}`),
    get(`v2/getExtendedAddressInformation?${at}`),
    get(`v2/getWalletInformation?${at}`),
    get(`v2/getAddressBalance?${at}`),
    get(`v2/getAddressState?${at}`),
    get(`v2/getShardAccountCell?${at}`),
    get(`v2/getTransactions?address=${random.pick([account, ELECTOR])}&limit=10`),
    get(`v2/getTokenData?${at}`),
    get(`v2/getConfigParam?param=${random.pick([0, 15, 28, 32, 34, 99])}&seqno=${seqno}`),
    get(`v2/getConfigAll?seqno=${seqno}`),
    get(`v2/getLibraries?libraries=${LIBRARY}`),
    get('v2/getOutMsgQueueSize'),
    post('v2/runGetMethod', { address: ELECTOR, method: 'active_election_id', stack: [], seqno }),
    post('v2/runGetMethodStd', { address: account, method: 'seqno', stack: [], seqno }),
    post('v2/jsonRPC', { id: 1, method: 'getAddressInformation', params: { address: account, seqno } }),
    // There is no such block: the true answer is a refusal.
    get(`v2/getShards?seqno=${seqno + 1_000_000}`),
  ]
}

/** Requests of v3 that are read through to the liteservers, about one masterchain block. */
export function v3QuestionsAt(seqno: number): readonly HttpQuestion[] {
  return [
    get(`v3/blocks?workchain=-1&shard=8000000000000000&seqno=${seqno}`),
    get(`v3/masterchainBlockShards?seqno=${seqno}`),
    get(`v3/transactionsByMasterchainBlock?seqno=${seqno}&limit=100`),
    get(`v3/transactions?mc_seqno=${seqno}&limit=100`),
    get(`v3/addressInformation?address=${ELECTOR}`),
    post('v3/runGetMethod', { address: ELECTOR, method: 'active_election_id', stack: [] }),
  ]
}
