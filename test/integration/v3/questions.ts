import { exampleV3Request } from '#shared/schema/v3/examples.ts'
import { type AnyV3Operation, type V3Name, v3Operations } from '#shared/schema/v3/operations.ts'
import { exampleValuesOf } from '../operations/ownOperations.ts'
import type { V3Scene } from './v3Scene.ts'

export type V3Question = {
  readonly name: V3Name
  readonly params: Readonly<Record<string, unknown>>
  readonly body?: object
}

const COMMENT = 'te6cckEBAQEACAAADAAAAABoaeh7Muk='
const ELECTOR = `-1:${'3'.repeat(64)}`

/** Returns whether toncenter does not have an operation. */
export function isOwn(name: V3Name): boolean {
  return (v3Operations[name] as AnyV3Operation).isOwn === true
}

/** Returns the example of each operation that toncenter does not have and that sends nothing. */
export async function ownQuestions({ url }: V3Scene): Promise<readonly V3Question[]> {
  const operations: readonly AnyV3Operation[] = Object.values(v3Operations)
  const own = operations.filter((operation) => operation.isOwn && !operation.sends)
  if (own.length === 0) return []
  const values = await exampleValuesOf(url)
  return own.map(({ name, methods = ['GET'] }) => {
    const example = exampleV3Request(name as V3Name, values)
    return methods.includes('GET')
      ? { name: name as V3Name, params: example }
      : { name: name as V3Name, params: {}, body: example }
  })
}

/** A question of every kind that each operation answers with 200. */
export function v3Questions({
  alice,
  head,
  middle,
  external,
  scene,
  account,
}: V3Scene): readonly V3Question[] {
  const at = { seqno: head - 3 }
  const inMessage = middle.in_msg
  const get: { readonly [Name in V3Name]?: readonly V3Question['params'][] } = {
    masterchainInfo: [{}],
    blocks: [
      {},
      { workchain: -1, shard: '8000000000000000', seqno: head },
      { mc_seqno: head, sort: 'asc' },
      { root_hash: scene.head.root_hash },
      { file_hash: scene.head.file_hash },
      { start_utime: 1, end_utime: scene.utime, limit: 3 },
      { start_lt: 1, end_lt: middle.lt, offset: 2 },
      { seqno: 1_000_000 },
    ],
    masterchainBlockShardState: [at],
    masterchainBlockShards: [at, { ...at, limit: 1 }],
    transactions: [
      { limit: 1000 },
      { account: alice, sort: 'asc' },
      { account: [alice, account('bob')], exclude_account: account('bob') },
      { mc_seqno: head - 3 },
      { workchain: 0, shard: '8000000000000000', seqno: middle.block_ref.seqno },
      { hash: middle.hash },
      { lt: middle.lt },
      { start_utime: middle.now, end_utime: middle.now, limit: 3 },
      { start_lt: middle.lt, end_lt: middle.lt },
    ],
    transactionsByMasterchainBlock: [at, { seqno: middle.mc_block_seqno, sort: 'asc', limit: 1 }],
    transactionsByMessage: [
      { msg_hash: inMessage?.hash },
      { msg_hash: inMessage?.hash, direction: 'in' },
      { body_hash: inMessage?.message_content?.hash },
      { opcode: '0x0f8a7ea5', limit: 3 },
    ],
    adjacentTransactions: [{ hash: middle.hash }, { hash: middle.hash, direction: 'in' }],
    messages: [
      { limit: 1000 },
      { source: 'null' },
      { destination: 'null' },
      { destination: alice, exclude_externals: 'true', sort: 'asc' },
      { msg_hash: external.in_msg?.hash },
      { hash: inMessage?.hash },
      { opcode: '0x0f8a7ea5', direction: 'out', limit: 3 },
      { only_externals: '1', start_utime: 1 },
    ],
    traces: [
      { limit: 1000 },
      { account: alice, sort: 'asc' },
      { trace_id: middle.trace_id },
      { tx_hash: middle.hash },
      { msg_hash: inMessage?.hash, include_actions: 'true', supported_action_types: 'latest' },
      { mc_seqno: head - 3 },
      { start_utime: 1, end_utime: scene.utime },
    ],
    actions: [
      { limit: 1000, include_accounts: 'true' },
      { account: alice, sort: 'asc', supported_action_types: 'v1' },
      { trace_id: middle.trace_id, include_transactions: 'true' },
      { tx_hash: middle.hash },
      { msg_hash: inMessage?.hash },
      { mc_seqno: head - 3, exclude_action_type: 'call_contract' },
      { start_utime: 1, end_utime: scene.utime, action_type: ['ton_transfer', 'jetton_transfer'] },
    ],
    events: [{ tx_hash: middle.hash }],
    pendingActions: [{ account: alice, supported_action_types: 'latest' }],
    pendingTraces: [{ account: alice }],
    accountStates: [
      { address: [alice, scene.frozen, scene.uninit, scene.neverUsed, ...scene.accounts.values()] },
      { address: alice, include_boc: 'false' },
    ],
    walletStates: [{ address: [...scene.accounts.values(), scene.neverUsed] }],
    addressBook: [{ address: [alice, scene.neverUsed, 'no address'] }],
    topAccountsByBalance: [{}, { limit: 1000, offset: 1 }],
    metadata: [{ address: [alice, ...scene.accounts.values(), 'no address'] }],
    'dns/records': [{ domain: 'alice.ton' }, { domain: 'no-such-name.ton' }, { wallet: alice, limit: 1 }],
    'multisig/wallets': [
      { wallet_address: alice },
      { address: account('Workshop purse (2 of 3)'), include_orders: 'false' },
    ],
    'multisig/orders': [{ multisig_address: account('Workshop purse (2 of 3)'), parse_actions: 'true' }],
    vesting: [
      { wallet_address: account('erin'), check_whitelist: 'true' },
      { contract_address: account("Erin's vesting") },
    ],
    'jetton/masters': [{}, { address: alice }, { admin_address: alice, offset: 1 }],
    'jetton/wallets': [
      { limit: 1000 },
      { address: alice },
      { owner_address: alice, sort: 'asc', exclude_zero_balance: 'true' },
      { owner_address: alice, jetton_address: account('bob') },
    ],
    'jetton/transfers': [
      { limit: 1000 },
      { owner_address: alice, direction: 'in', sort: 'asc' },
      { address: alice, start_utime: 1 },
      { jetton_wallet: alice, jetton_master: account('bob'), start_lt: 1 },
    ],
    'jetton/burns': [{}, { address: alice, jetton_wallet: alice }, { jetton_master: alice, end_utime: 1 }],
    'nft/collections': [{}, { collection_address: alice, owner_address: alice }],
    'nft/items': [
      { limit: 1000 },
      { address: alice },
      { owner_address: alice, include_on_sale: 'true' },
      { collection_address: alice, index: ['0', '1'], sort_by_last_transaction_lt: 'true' },
    ],
    'nft/transfers': [{ limit: 1000 }, { owner_address: alice, direction: 'out' }, { item_address: alice }],
    'nft/sales': [{ address: alice }],
    decode: [{}, { opcodes: ['0x0f8a7ea5', '1'], bodies: [COMMENT, 'zz'] }],
    addressInformation: [alice, scene.frozen, scene.uninit, scene.neverUsed].flatMap((address) => [
      { address },
      { address, use_v2: 'true' },
    ]),
    walletInformation: [{ address: alice }, { address: alice, use_v2: '1' }, { address: scene.neverUsed }],
  }
  const post: { readonly [Name in V3Name]?: readonly object[] } = {
    decode: [{}, { opcodes: ['0x0f8a7ea5'], bodies: [COMMENT] }],
    estimateFee: [{ address: alice, body: COMMENT, ignore_chksig: true }],
    runGetMethod: [
      { address: alice, method: 'seqno' },
      { address: ELECTOR, method: 'participant_list', stack: [] },
      {
        address: ELECTOR,
        method: 'compute_returned_stake',
        stack: [{ type: 'num', value: `0x${'5'.repeat(64)}` }],
      },
    ],
  }
  return [
    ...Object.entries(get).flatMap(([name, all]) => all.map((params) => ({ name: name as V3Name, params }))),
    ...Object.entries(post).flatMap(([name, all]) =>
      all.map((body) => ({ name: name as V3Name, params: {}, body })),
    ),
  ]
}
