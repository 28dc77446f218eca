import { createHash } from 'node:crypto'
import { beginCell } from '@ton/core'
import type { BouncePhase } from '#shared/ton/block/transactionPhases.ts'
import { storeTransactionDescr, type TransactionDescr } from '../../src-main/chain/block/transactionDescr.ts'
import type { ComputePhase } from '../../src-main/chain/block/transactionPhases.ts'
import { parseBocRoot } from '../../src-main/chain/cells/parseBoc.ts'
import { PROOF_BOC, serializeBoc } from '../../src-main/chain/cells/serializeBoc.ts'
import { HashmapE } from '../../src-main/chain/hashmap/hashmap.ts'
import { keyOfUint } from '../../src-main/chain/hashmap/key.ts'
import { EXTRA_CURRENCIES } from '../../src-main/chain/state/currencies.ts'
import type {
  AccountStatusName,
  ParsedAccountState,
  ParsedBlock,
  ParsedCell,
  ParsedHeader,
  ParsedMcBlock,
  ParsedMessage,
  ParsedTransaction,
  StdAddress,
} from '../../src-main/store/parsedBlock.ts'

/** Recorded v3 transactions (of whole answers, or of the shorter form of ../shared/traces) as facts of blocks. */

// biome-ignore lint/suspicious/noExplicitAny: recordings of several years and forms
export type Recorded = any

const ZERO_HASH = Buffer.alloc(32)

function hashOf(text: string | null | undefined): Buffer {
  return text ? Buffer.from(text, 'base64') : ZERO_HASH
}

function addressOf(text: string): StdAddress {
  const [workchain, hex] = text.split(':')
  return Buffer.concat([Buffer.from([Number(workchain) & 0xff]), Buffer.from(hex!, 'hex')])
}

const big = (text: string | null | undefined) =>
  text === null || text === undefined ? undefined : BigInt(text)

function extraOf(map: Record<string, string> | null | undefined): Buffer | undefined {
  const entries = Object.entries(map ?? {}).map(([id, amount]) => ({
    key: keyOfUint(Number(id), 32),
    value: BigInt(amount),
  }))
  const sorted = entries.sort((a, b) => a.key.compare(b.key))
  const { root } = HashmapE.from(EXTRA_CURRENCIES, sorted)
  return root ? serializeBoc(root, PROOF_BOC) : undefined
}

function cellOf(content: Recorded): ParsedCell {
  const root = parseBocRoot(Buffer.from(content.body, 'base64'))
  return { hash: root.hash(), boc: serializeBoc(root, PROOF_BOC), parts: Buffer.alloc(0) }
}

function messageOf(message: Recorded): ParsedMessage {
  const kind =
    message.source === null ? 'external-in' : message.destination === null ? 'external-out' : 'internal'
  const flags = message.extra_flags ?? undefined
  return {
    kind,
    hash: hashOf(message.hash),
    hashNorm: message.hash_norm ? hashOf(message.hash_norm) : undefined,
    source: message.source === null ? undefined : addressOf(message.source),
    destination: message.destination === null ? undefined : addressOf(message.destination),
    value: big(message.value),
    extra: extraOf(message.value_extra_currencies),
    fwdFee: big(message.fwd_fee),
    ihrFee: flags === undefined ? big(message.ihr_fee) : undefined,
    extraFlags: big(flags),
    ihrDisabled: message.ihr_disabled === true,
    bounce: message.bounce === true,
    bounced: message.bounced === true,
    createdLt: big(message.created_lt),
    createdAt: message.created_at === null ? undefined : Number(message.created_at),
    importFee: big(message.import_fee),
    opcode: message.opcode === null ? undefined : Number(message.opcode) | 0,
    body: cellOf(message.message_content),
    init: message.init_state ? cellOf(message.init_state) : undefined,
  }
}

const REASONS = {
  no_state: 'no-state',
  bad_state: 'bad-state',
  no_gas: 'no-gas',
  suspended: 'suspended',
} as const

function computeOf(phase: Recorded): ComputePhase {
  if (phase.skipped) {
    return { type: 'skipped', reason: REASONS[(phase.reason ?? 'no_state') as keyof typeof REASONS] }
  }
  return {
    type: 'vm',
    success: phase.success ?? true,
    msgStateUsed: phase.msg_state_used ?? false,
    accountActivated: phase.account_activated ?? false,
    gasFees: BigInt(phase.gas_fees ?? 0),
    gasUsed: BigInt(phase.gas_used ?? 0),
    gasLimit: BigInt(phase.gas_limit ?? 0),
    gasCredit: big(phase.gas_credit),
    mode: phase.mode,
    exitCode: phase.exit_code,
    exitArg: phase.exit_arg,
    vmSteps: phase.vm_steps ?? 0,
    vmInitStateHash: hashOf(phase.vm_init_state_hash),
    vmFinalStateHash: hashOf(phase.vm_final_state_hash),
  }
}

const sizeOf = (size: Recorded) => ({ cells: BigInt(size?.cells ?? 0), bits: BigInt(size?.bits ?? 0) })

function bounceOf(phase: Recorded): BouncePhase {
  if (phase.type === 'negfunds') return { type: 'negative-funds' }
  const msgSize = sizeOf(phase.msg_size)
  if (phase.type === 'nofunds') {
    return { type: 'no-funds', msgSize, reqFwdFees: BigInt(phase.req_fwd_fees ?? 0) }
  }
  return { type: 'ok', msgSize, msgFees: BigInt(phase.msg_fees ?? 0), fwdFees: BigInt(phase.fwd_fees ?? 0) }
}

function descriptionOf(description: Recorded): Buffer {
  const { storage_ph, credit_ph, compute_ph, action, bounce } = description
  if (description.type !== 'ord') throw new Error(`no ${description.type} was ever recorded`)
  const descr: TransactionDescr = {
    type: 'generic',
    creditFirst: description.credit_first ?? false,
    storagePhase: storage_ph && {
      storageFeesCollected: BigInt(storage_ph.storage_fees_collected ?? 0),
      storageFeesDue: big(storage_ph.storage_fees_due),
      statusChange: storage_ph.status_change,
    },
    creditPhase: credit_ph?.credit && {
      dueFeesCollected: big(credit_ph.due_fees_collected),
      credit: { coins: BigInt(credit_ph.credit) },
    },
    computePhase: computeOf(compute_ph),
    actionPhase: action && {
      success: action.success,
      valid: action.valid,
      noFunds: action.no_funds,
      statusChange: action.status_change,
      totalFwdFees: big(action.total_fwd_fees),
      totalActionFees: big(action.total_action_fees),
      resultCode: action.result_code,
      resultArg: action.result_arg,
      totActions: action.tot_actions,
      specActions: action.spec_actions,
      skippedActions: action.skipped_actions,
      msgsCreated: action.msgs_created,
      actionListHash: hashOf(action.action_list_hash),
      totMsgSize: sizeOf(action.tot_msg_size),
    },
    aborted: description.aborted ?? false,
    bouncePhase: bounce && bounceOf(bounce),
    destroyed: description.destroyed ?? false,
  }
  return serializeBoc(beginCell().store(storeTransactionDescr(descr)).endCell(), PROOF_BOC)
}

function transactionOf(transaction: Recorded): ParsedTransaction {
  return {
    account: addressOf(transaction.account),
    hash: hashOf(transaction.hash),
    lt: BigInt(transaction.lt),
    prevHash: hashOf(transaction.prev_trans_hash),
    prevLt: BigInt(transaction.prev_trans_lt),
    now: transaction.now,
    origStatus: transaction.orig_status,
    endStatus: transaction.end_status,
    totalFees: BigInt(transaction.total_fees),
    totalFeesExtra: extraOf(transaction.total_fees_extra_currencies),
    stateBefore: hashOf(transaction.account_state_before?.hash ?? transaction.account_state_hash_before),
    stateAfter: hashOf(transaction.account_state_after?.hash ?? transaction.account_state_hash_after),
    description: descriptionOf(transaction.description),
    inMsg: transaction.in_msg ? messageOf(transaction.in_msg) : undefined,
    outMsgs: transaction.out_msgs.map(messageOf),
  }
}

/** The state after a transaction, where the recording has it: never of accounts that are gone. */
function stateOf(transaction: Recorded): ParsedAccountState | undefined {
  const state = transaction.account_state_after
  if (!state || state.balance === null || state.account_status === 'nonexist') return undefined
  const maybe = (text: string | null) => (text === null ? undefined : hashOf(text))
  return {
    account: addressOf(transaction.account),
    hash: hashOf(state.hash),
    balance: BigInt(state.balance),
    extra: extraOf(state.extra_currencies),
    status: state.account_status as Exclude<AccountStatusName, 'nonexist'>,
    frozenHash: maybe(state.frozen_hash),
    dataHash: maybe(state.data_hash),
    codeHash: maybe(state.code_hash),
    lastTransHash: hashOf(transaction.hash),
    lastTransLt: BigInt(transaction.lt),
    // Accounts' cells were not recorded.
    shown: serializeBoc(beginCell().endCell(), PROOF_BOC),
  }
}

const HEADER: ParsedHeader = {
  globalId: -239,
  version: 0,
  flags: 1,
  afterMerge: false,
  beforeSplit: false,
  afterSplit: false,
  wantMerge: false,
  wantSplit: false,
  keyBlock: false,
  vertSeqnoIncr: false,
  vertSeqno: 1,
  genUtime: 0,
  startLt: 0n,
  endLt: 0n,
  validatorListHashShort: 0,
  genCatchainSeqno: 0,
  minRefMcSeqno: 0,
  prevKeyBlockSeqno: 0,
  masterRefSeqno: 0,
  randSeed: ZERO_HASH,
  createdBy: ZERO_HASH,
  prevBlocks: [],
}

/** The blocks that a trace's transactions were in, with nothing else in them, by masterchain block. */
export function factsOf(transactions: readonly Recorded[]): ParsedMcBlock[] {
  const sorted = transactions.toSorted((a, b) => (BigInt(a.lt) < BigInt(b.lt) ? -1 : 1))
  const byMasterchain = Map.groupBy(sorted, (transaction) => transaction.mc_block_seqno as number)
  return [...byMasterchain]
    .sort(([a], [b]) => a - b)
    .map(([seqno, own]) => {
      const byBlock = Map.groupBy(own, placeText)
      const mcBlock = blockOf(
        { workchain: -1, shard: '8000000000000000', seqno },
        byBlock.get(`-1:8000000000000000:${seqno}`) ?? [],
      )
      const others = [...byBlock].filter(([place]) => !place.startsWith('-1:'))
      return {
        blocks: [mcBlock, ...others.map(([, members]) => blockOf(refOf(members[0]), members))],
        shardTops: [{ workchain: -1, shard: 1n << 63n, seqno }],
      }
    })
}

/** The shorter recordings have the seqno alone: the shard is taken to be one of sixteen. */
function refOf({ account, block_ref }: Recorded): Recorded {
  const [workchain, hex] = account.split(':')
  const { seqno, shard = `${hex[0]}800000000000000` } = block_ref
  return { workchain: Number(workchain), shard: workchain === '-1' ? '8000000000000000' : shard, seqno }
}

function placeText(transaction: Recorded): string {
  const { workchain, shard, seqno } = refOf(transaction)
  return `${workchain}:${shard}:${seqno}`
}

function blockOf({ workchain, shard, seqno }: Recorded, transactions: readonly Recorded[]): ParsedBlock {
  const hash = createHash('sha256').update(`${workchain}:${shard}:${seqno}`).digest()
  const states = new Map(transactions.map((transaction) => [transaction.account, stateOf(transaction)]))
  return {
    id: { workchain, shard: BigInt(`0x${shard}`), seqno, rootHash: hash, fileHash: hash },
    header: HEADER,
    transactions: transactions.map(transactionOf),
    states: [...states.values()].flatMap((state) => state ?? []),
    archived: undefined,
  }
}
