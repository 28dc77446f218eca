import { createHash } from 'node:crypto'
import { TypedError } from '#shared/typedError.ts'
import { Block, type MessageNode } from './block.ts'
import { contractDeploy, UNKNOWN } from './protocols/basic.ts'
import type { ActionFields, ActionRow } from './row.ts'
import type { ClassifierTrace, TraceTransaction } from './trace.ts'

/** Blocks whose members are not actions of their own (docs/actions §6). */
const FLAT: ReadonlySet<string> = new Set([
  'call_contract',
  'contract_deploy',
  'jetton_burn',
  'tick_tock',
  'jetton_transfer',
  'nft_transfer',
  'nft_mint',
  'jetton_mint',
  'ton_transfer',
  'stake_deposit',
  'stake_withdrawal',
  'stake_withdrawal_request',
  'dex_deposit_liquidity',
  'jetton_swap',
  'change_dns',
  'delete_dns',
  'renew_dns',
  'subscribe',
  'dex_withdraw_liquidity',
  'unsubscribe',
  'election_deposit',
  'election_recover',
  'auction_bid',
  'nominator_pool_deposit',
  'nominator_pool_withdraw_request',
  'dedust_deposit_liquidity',
  'dedust_deposit_liquidity_partial',
  'tonstakers_deposit',
  'tonstakers_withdraw_request',
  'tonstakers_withdraw',
  'ethena_withdrawal_request',
  'ethena_deposit',
  'tonco_deposit_liquidity',
  'tonco_withdraw_liquidity',
  'coffee_deposit_liquidity',
])

/** The error of a trace in which an action id occurs twice. */
class DuplicateActionError extends TypedError {
  constructor(id: string) {
    super('duplicate-action', `action ${id} occurs twice in the trace`)
  }
}

/** The fields that all actions of a trace share. */
export type TraceEnds = Pick<
  ActionRow,
  | 'trace_id'
  | 'trace_end_lt'
  | 'trace_end_utime'
  | 'trace_mc_seqno_end'
  | 'trace_external_hash'
  | 'trace_external_hash_norm'
>

/** Returns the fields that all actions of a trace share. */
export function traceEnds(trace: ClassifierTrace): TraceEnds {
  const { transactions } = trace
  return {
    trace_id: trace.traceId,
    trace_end_lt: maxOf(transactions.map(({ lt }) => lt)),
    trace_end_utime: Math.max(...transactions.map(({ now }) => now)),
    trace_mc_seqno_end: Math.max(...transactions.map(({ mcSeqno }) => mcSeqno)),
    trace_external_hash: trace.externalHash,
    trace_external_hash_norm: trace.externalHashNorm,
  }
}

/** Returns the rows of blocks, of their members, and of the contracts that their transactions deployed. */
export function rowsOf(blocks: readonly Block[], ends: TraceEnds): ActionRow[] {
  const rows: ActionRow[] = []
  const ids = new Set<string>()
  const add = (block: Block, parent: ActionRow | undefined, ancestors: readonly string[]): void => {
    const row = rowOf(block, ends, parent?.action_id ?? null, ancestors)
    if (row.action_id === parent?.action_id || !row.isShown) return
    const { isShown, ...shown } = row
    if (ids.has(row.action_id)) throw new DuplicateActionError(row.action_id)
    ids.add(row.action_id)
    rows.push(shown)
    if (FLAT.has(block.type)) return
    for (const member of block.members) add(member, shown, [...new Set([...ancestors, block.type])])
  }
  for (const block of blocks) add(block, undefined, [])
  return rows
}

/** Returns whether an action gets a row: call_contract of an external message does not. */
function isShown(type: string, { source, destination }: ActionFields): boolean {
  return type !== 'call_contract' || (typeof source === 'string' && typeof destination === 'string')
}

function rowOf(
  block: Block,
  ends: TraceEnds,
  parentId: string | null,
  ancestors: readonly string[],
): ActionRow & { readonly isShown: boolean } {
  const { nodes, first, content } = block
  const fields = block.fields()
  const initiating = first.parent?.transaction
  const transactions = new Set(nodes.map(({ transaction }) => transaction))
  const accounts = [
    ...[...transactions].map(({ account }) => account),
    fields.source,
    fields.source_secondary,
    initiating?.account,
    ...(first.isGhost ? [] : [fields.destination, fields.destination_secondary]),
    ...block.accounts(),
  ]
  if (initiating) transactions.add(initiating)
  return {
    ...fields,
    ...ends,
    ...spanOf(nodes),
    action_id: actionId(first.hash, block.type),
    type: content.kind.type ?? block.type,
    parent_action_id: parentId,
    ancestor_type: ancestors,
    tx_hashes: [...transactions].map(({ hash }) => hash),
    accounts: [...new Set(accounts.filter((account) => typeof account === 'string'))],
    success: !block.failed,
    isShown: isShown(block.type, fields),
  }
}

function spanOf(nodes: readonly MessageNode[]) {
  const transactions = nodes.map(({ transaction }) => transaction)
  return {
    start_lt: nodes.reduce((least, { lt }) => (lt < least ? lt : least), nodes[0]?.lt ?? 0n),
    start_utime: Math.min(...nodes.map(({ utime }) => utime)),
    end_lt: maxOf(transactions.map(({ lt }) => lt)),
    end_utime: Math.max(...transactions.map(({ now }) => now)),
    mc_seqno_end: Math.max(...transactions.map(({ mcSeqno }) => mcSeqno)),
  }
}

/**
 * Returns a block for each contract that the transactions of the nodes deployed, in addition to the blocks of their
 * messages (docs/actions §9).
 */
export function deployBlocks(nodes: readonly MessageNode[]): Block[] {
  return nodes.map(
    (node) =>
      new Block(
        { kind: contractDeploy as Block['content']['kind'], facts: { message: node.message } },
        [node],
        node.aborted,
      ),
  )
}

/** Returns the row of a trace without a recognized action (docs/actions §5). */
export function unknownRow(trace: ClassifierTrace, ends: TraceEnds): ActionRow {
  const { transactions, traceId, externalHash } = trace
  const lts = transactions.map(({ lt }) => lt)
  const id = traceId ?? externalHash ?? actionId(transactions[0]?.hash ?? '', UNKNOWN)
  return {
    ...ends,
    action_id: id,
    type: UNKNOWN,
    parent_action_id: null,
    ancestor_type: [],
    start_lt: lts.reduce((least, lt) => (lt < least ? lt : least), lts[0] ?? 0n),
    end_lt: ends.trace_end_lt,
    start_utime: Math.min(...transactions.map(({ now }) => now)),
    end_utime: ends.trace_end_utime,
    mc_seqno_end: ends.trace_mc_seqno_end,
    tx_hashes: transactions.map(({ hash }) => hash),
    accounts: [...new Set(transactions.map(({ account }) => account))],
    success: transactions.every((transaction: TraceTransaction) => !transaction.aborted),
  }
}

/**
 * Returns the id of an action: a hash of the base64 text of its first message's hash and the block's type
 * (docs/actions §5).
 */
function actionId(messageHash: string, blockType: string): string {
  return createHash('sha256').update(`${messageHash}${blockType}`, 'utf8').digest('base64')
}

function maxOf(values: readonly bigint[]): bigint {
  return values.reduce((most, value) => (value > most ? value : most), 0n)
}
