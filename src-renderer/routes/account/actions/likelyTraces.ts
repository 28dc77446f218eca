import { EXCESS, JETTON_NOTIFY } from '#shared/contracts/receiptOpcodes.ts'
import { CellReader } from '#shared/ton/cells/cellReader.ts'
import { accountKey } from '../../../decode/accountKey.ts'
import { type MessageBody, readBoc, type TransactionView } from '../../../decode/transactionView.ts'

/** Maximum time between a message and its answer, seconds. */
const MAX_REPLY_SECONDS = 120

/** A transaction that others can answer, and what identifies answers to them. */
type Sending = {
  /** Hash of the first transaction of its trace. */
  readonly root: string
  readonly utime: number
  readonly receivers: ReadonlySet<string>
  readonly queries: ReadonlySet<bigint>
}

/** Returns the query id that most calls have after the opcode; undefined for other bodies and for the common id 0. */
function queryOf(body: MessageBody): bigint | undefined {
  if (body.kind !== 'call') return undefined
  const cell = readBoc(body.boc)
  if (!cell || cell.bits < 96) return undefined
  const reader = new CellReader(cell)
  reader.loadUint(32)
  return reader.loadUintBig(64) || undefined
}

function isExcess(body: MessageBody): boolean {
  return body.kind === 'call' && body.opcode === EXCESS
}

function sendingOf({ utime, outMessages }: TransactionView, root: string): Sending {
  const receivers = outMessages.flatMap(({ destination }) => destination ?? [])
  return {
    root,
    utime,
    receivers: new Set(receivers.map(accountKey)),
    queries: new Set(outMessages.flatMap(({ body }) => queryOf(body) ?? [])),
  }
}

/** Returns which of an account's sendings (oldest first) a transaction probably answers. */
function answeredBy(
  { inMessage, utime }: TransactionView,
  sendings: readonly Sending[],
): Sending | undefined {
  if (inMessage?.source === undefined) return undefined
  const { body, source } = inMessage
  // A person's transfer is no answer, although it often follows one.
  if (body.kind !== 'call' && body.kind !== 'bounced') return undefined
  const near = sendings.filter((sending) => utime - sending.utime <= MAX_REPLY_SECONDS)
  const query = queryOf(body)
  const asked = near.findLast(({ queries }) => query !== undefined && queries.has(query))
  if (asked) return asked
  if (isExcess(body)) return near.at(-1)
  // The account's own token wallet reports transfers of others too.
  if (body.kind === 'call' && body.opcode === JETTON_NOTIFY) return undefined
  const sender = accountKey(source)
  return near.findLast(({ receivers }) => receivers.has(sender))
}

/**
 * Guesses which of an account's transactions (newest first) belong to one trace, so that a list is grouped before the
 * traces are known: answers by query id, by sender, and excesses.
 * @returns the hash of the first transaction of the trace by the hash of each
 */
export function likelyTraces(views: readonly TransactionView[]): ReadonlyMap<string, string> {
  const roots = new Map<string, string>()
  const sendings: Sending[] = []
  for (const view of views.toReversed()) {
    const root = answeredBy(view, sendings)?.root ?? view.hash
    roots.set(view.hash, root)
    // Excesses of another account's trace come side by side.
    if (view.outMessages.length > 0 || (view.inMessage && isExcess(view.inMessage.body))) {
      sendings.push(sendingOf(view, root))
    }
  }
  return roots
}
