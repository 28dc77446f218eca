import type { MessageJson } from '#shared/schema/v3/messages.ts'
import type { TransactionJson } from '#shared/schema/v3/transactions.ts'
import type { SeededRandom } from '../../fixtures/seededRandom.ts'
import { type ChainRig, VACANT } from './coverageRig.ts'
import type { Question } from './indexRig.ts'

/** No message was ever sent to it. */
const UNUSED = `0:${'77'.repeat(32)}`

type Transactions = readonly TransactionJson[]
const seen = new WeakMap<ChainRig, { readonly head: number; readonly transactions: Transactions }>()

async function allTransactions(chain: ChainRig): Promise<Transactions> {
  const { head, whole } = chain
  const before = seen.get(chain)
  if (before?.head === head) return before.transactions
  const all = await whole.ask({ name: 'transactions', params: { limit: 1000 } })
  if (all.kind !== 'answered') throw new Error(all.text)
  const { transactions } = all.body as { transactions: Transactions }
  seen.set(chain, { head, transactions })
  return transactions
}

/** Returns a v3 request about existing or missing objects of a chain. */
export async function anyQuestion(chain: ChainRig, random: SeededRandom): Promise<Question> {
  const { wallets, giver, late, head } = chain
  const transactions = await allTransactions(chain)
  const transaction = random.pick(transactions)
  const other = random.pick(transactions)
  const messages: readonly MessageJson[] = transactions.flatMap(({ in_msg, out_msgs }) => [
    ...(in_msg ? [in_msg] : []),
    ...out_msgs,
  ])
  const message = random.pick(messages)
  const users = [...wallets, giver].map(({ address }) => address.toRawString())
  const lateOrVacant = [late.address.toRawString(), VACANT.toRawString()]
  const account = random.pick([random.pick(users), random.pick(users), ...lateOrVacant, UNUSED])
  const second = random.pick(users)
  // Among them are seqnos that the chain does not have yet.
  const seqno = 1 + random.below(head + 2)
  const sort = random.pick(['asc', 'desc'])
  const page = { limit: random.pick([1, 2, 5, 50]), offset: random.pick([0, 0, 1, 4]), sort }
  const direction = random.pick([{}, { direction: 'in' }, { direction: 'out' }])
  const span = random.pick([
    { start_lt: transaction.lt },
    { end_lt: transaction.lt },
    { start_lt: transaction.lt, end_lt: other.lt },
    { start_utime: transaction.now },
    { end_utime: transaction.now },
    { start_utime: transaction.now, end_utime: other.now },
  ])
  const questions: readonly Question[] = [
    { name: 'masterchainInfo', params: {} },
    { name: 'blocks', params: page },
    { name: 'blocks', params: { ...span, ...page } },
    { name: 'blocks', params: { workchain: -1, seqno } },
    { name: 'blocks', params: { mc_seqno: seqno, sort } },
    { name: 'blocks', params: { ...transaction.block_ref } },
    { name: 'masterchainBlockShards', params: { seqno } },
    { name: 'masterchainBlockShardState', params: { seqno } },
    { name: 'transactionsByMasterchainBlock', params: { seqno, sort } },
    { name: 'transactions', params: page },
    { name: 'transactions', params: { ...span, ...page } },
    { name: 'transactions', params: { mc_seqno: seqno } },
    { name: 'transactions', params: { ...transaction.block_ref } },
    { name: 'transactions', params: { account, ...page } },
    { name: 'transactions', params: { account, ...span, ...page } },
    { name: 'transactions', params: { account: [account, second], ...page } },
    { name: 'transactions', params: { account: transaction.account, lt: transaction.lt } },
    { name: 'transactions', params: { hash: transaction.hash } },
    { name: 'transactions', params: { hash: [transaction.hash, other.hash] } },
    { name: 'transactionsByMessage', params: { msg_hash: message.hash, ...direction } },
    { name: 'transactionsByMessage', params: { body_hash: message.message_content?.hash } },
    { name: 'adjacentTransactions', params: { hash: transaction.hash, ...direction } },
    { name: 'messages', params: page },
    { name: 'messages', params: { ...span, ...page } },
    { name: 'messages', params: { source: account, ...direction, ...page } },
    { name: 'messages', params: { destination: account, ...direction, ...page } },
    { name: 'messages', params: { destination: account, direction: 'in', ...page } },
    { name: 'messages', params: { destination: account, ...direction, ...span, ...page } },
    { name: 'messages', params: { destination: account, only_externals: true, ...page } },
    { name: 'messages', params: { destination: account, source: 'null', ...page } },
    { name: 'messages', params: { msg_hash: message.hash, ...direction } },
    { name: 'messages', params: { opcode: '0x00000000', ...page } },
    { name: 'traces', params: page },
    { name: 'traces', params: { ...span, ...page } },
    { name: 'traces', params: { account, ...page } },
    { name: 'traces', params: { account, ...span, ...page } },
    { name: 'traces', params: { mc_seqno: seqno } },
    { name: 'traces', params: { tx_hash: transaction.hash } },
    { name: 'traces', params: { trace_id: transaction.trace_id } },
    { name: 'traces', params: { msg_hash: message.hash } },
    { name: 'actions', params: page },
    { name: 'actions', params: { ...span, ...page } },
    { name: 'actions', params: { account, ...page } },
    { name: 'actions', params: { account, ...span, ...page } },
    { name: 'actions', params: { mc_seqno: seqno, include_accounts: true } },
    { name: 'actions', params: { tx_hash: transaction.hash, action_type: 'ton_transfer' } },
    { name: 'actions', params: { trace_id: transaction.trace_id, include_accounts: true } },
    { name: 'actions', params: { msg_hash: message.hash, supported_action_types: 'v1' } },
    { name: 'events', params: { tx_hash: transaction.hash } },
    { name: 'events', params: { account, ...page } },
    { name: 'accountStates', params: { address: [account, second] } },
    { name: 'accountStates', params: { address: account, include_boc: false } },
    { name: 'walletStates', params: { address: [account, second] } },
    { name: 'addressBook', params: { address: [account, second] } },
    { name: 'addressInformation', params: { address: account } },
    { name: 'walletInformation', params: { address: account } },
    { name: 'topAccountsByBalance', params: { limit: 5 } },
  ]
  return random.pick(questions)
}
