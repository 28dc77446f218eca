import type { Cell } from '@ton/core'
import { loadTransactionDescr, type TransactionDescr } from '../../chain/block/transactionDescr.ts'
import { parseBocRoot } from '../../chain/cells/parseBoc.ts'
import { extraCurrencyAmounts } from '../../chain/state/currencies.ts'
import { parseCell } from '../../chain/tlb.ts'
import type { HashedCell, StdAddress } from '../../store/parsedBlock.ts'
import type { MessageRecord, TransactionRecord } from '../../store/queries/records.ts'
import { rawAddress } from '../stdAddress.ts'
import type { ClassifierTrace, TraceMessage, TraceTransaction } from './trace.ts'

/** The fields of a transaction that the classifier reads. */
export type TraceRecord = Pick<
  TransactionRecord,
  | 'hash'
  | 'account'
  | 'lt'
  | 'now'
  | 'mcSeqno'
  | 'origStatus'
  | 'endStatus'
  | 'description'
  | 'inMsg'
  | 'outMsgs'
>

/**
 * Converts stored or emulated transactions to the classifier's trace.
 * @param root first transaction of the trace, one of `transactions`
 * @param isEmulated true if the trace is not in the index yet: it has no id
 */
export function traceOfRecords(
  transactions: readonly TraceRecord[],
  root: TraceRecord,
  isEmulated = false,
): ClassifierTrace {
  const { inMsg } = root
  return {
    traceId: isEmulated ? null : base64(root.hash),
    externalHash: inMsg ? base64(inMsg.hash) : null,
    externalHashNorm: inMsg?.hashNorm ? base64(inMsg.hashNorm) : null,
    transactions: transactions.map(transactionOf),
  }
}

const SKIP_REASONS = {
  'no-state': 'no_state',
  'bad-state': 'bad_state',
  'no-gas': 'no_gas',
  suspended: 'suspended',
} as const

function transactionOf(record: TraceRecord): TraceTransaction {
  const description = parseCell(parseBocRoot(record.description), 'TransactionDescr', loadTransactionDescr)
  const compute = 'computePhase' in description ? description.computePhase : undefined
  return {
    hash: base64(record.hash),
    account: rawAddress(record.account),
    lt: record.lt,
    now: record.now,
    mcSeqno: record.mcSeqno,
    origStatus: record.origStatus,
    endStatus: record.endStatus,
    isTickTock: description.type === 'tick-tock',
    aborted: isAborted(description),
    skipReason: compute?.type === 'skipped' ? SKIP_REASONS[compute.reason] : undefined,
    exitCode: compute?.type === 'vm' ? compute.exitCode : undefined,
    inMessage: record.inMsg && messageOf(record.inMsg),
    outMessages: record.outMsgs.map(messageOf),
  }
}

function isAborted(description: TransactionDescr): boolean {
  return 'aborted' in description && description.aborted
}

function messageOf(record: MessageRecord): TraceMessage {
  const { kind, value, createdLt, createdAt, opcode, body, init } = record
  const bodyCell = lazyCell(body)
  const initCell = init && lazyCell(init)
  return {
    hash: base64(record.hash),
    source: addressOrNull(record.source),
    destination: addressOrNull(record.destination),
    value: value ?? null,
    extraCurrencies: extraCurrencyAmounts(record.extra),
    createdLt: kind === 'external-in' ? null : (createdLt ?? null),
    createdAt: kind === 'external-in' ? null : (createdAt ?? null),
    opcode: opcode === undefined ? undefined : opcode >>> 0,
    bounce: record.bounce,
    get body() {
      return bodyCell()
    },
    get stateInit() {
      return initCell?.()
    },
  }
}

/** Returns a function that parses the cell on first use: most bodies are never read. */
function lazyCell({ boc }: HashedCell): () => Cell {
  let cell: Cell | undefined
  return () => {
    cell ??= parseBocRoot(boc, { trusted: true })
    return cell
  }
}

function addressOrNull(address: StdAddress | undefined): string | null {
  return address ? rawAddress(address) : null
}

function base64(hash: Buffer): string {
  return hash.toString('base64')
}
