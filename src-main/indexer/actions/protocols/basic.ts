import type { ActionType } from '../actionType.ts'
import type { ActionKind, Block, MessageNode } from '../block.ts'
import { readComment } from '../bodyReader.ts'
import { dataOf, decimal, opcodeText, withoutNulls } from '../details.ts'
import type { ActionRow } from '../row.ts'
import type { TraceMessage } from '../trace.ts'

/** The actions of single messages, before any rule applies (docs/actions §3, §9). */

const ENCRYPTED = 0x2167da4b

type MessageFacts = { readonly message: TraceMessage }

export const tonTransfer: ActionKind<MessageFacts> = {
  block: 'ton_transfer',
  fields({ message }) {
    const { text, isEncrypted } = readComment(message.body)
    return {
      source: message.source,
      destination: message.destination,
      value: message.value,
      value_extra_currencies: message.extraCurrencies,
      ton_transfer_data: { content: text, encrypted: isEncrypted },
    }
  },
}

const callContract: ActionKind<MessageFacts> = {
  block: 'call_contract',
  fields: ({ message }) => ({ ...callFields(message), value_extra_currencies: message.extraCurrencies }),
}

export const contractDeploy: ActionKind<MessageFacts> = {
  block: 'contract_deploy',
  fields: ({ message }) => callFields(message),
}

const tickTock: ActionKind<{ readonly account: string }> = {
  block: 'tick_tock',
  fields: ({ account }) => ({ source: account }),
}

/** Type of a trace without a recognized action; it has no block (docs/actions §5). */
export const UNKNOWN = 'unknown'

function callFields({ opcode, source, destination, value }: TraceMessage) {
  return { opcode: opcode ?? null, source, destination, value }
}

/** Returns a message's text if it is a TON transfer with a comment. */
export function commentOf(block: Block | undefined): string | undefined {
  if (block?.type !== tonTransfer.block || !block.message) return undefined
  return readComment(block.message.body).text ?? undefined
}

/** Returns the content of a single message, and whether it failed. */
export function basicContent(node: MessageNode) {
  const { message, transaction, aborted } = node
  if (!message) {
    const facts = { account: transaction.account }
    return { content: { kind: tickTock as ActionKind<never>, facts }, failed: aborted }
  }
  const isTransfer =
    message.source !== null &&
    message.destination !== null &&
    (message.opcode === undefined || message.opcode === 0 || message.opcode === ENCRYPTED)
  const kind = (isTransfer ? tonTransfer : callContract) as ActionKind<never>
  const failed = isTransfer ? hasTransferFailed(node, message) : hasCallFailed(node, message)
  return { content: { kind, facts: { message } }, failed }
}

function hasTransferFailed({ aborted, transaction }: MessageNode, { bounce }: TraceMessage): boolean {
  if (!aborted) return false
  return bounce || (transaction.endStatus !== 'uninit' && transaction.skipReason !== 'no_gas')
}

function hasCallFailed({ aborted }: MessageNode, message: TraceMessage): boolean {
  const { value, opcode, extraCurrencies } = message
  const isFree = (value ?? 0n) === 0n && Object.keys(extraCurrencies).length === 0
  return aborted && !(isFree && opcode !== undefined && opcode !== 0)
}

const callDetails = (row: ActionRow) => ({
  opcode: opcodeText(row.opcode),
  source: row.source,
  destination: row.destination,
  value: row.value?.toString(),
})

export const BASIC_TYPES: readonly ActionType[] = [
  {
    name: 'ton_transfer',
    since: 'v1',
    details(row) {
      const data = dataOf(row.ton_transfer_data)
      return {
        source: row.source ?? null,
        destination: row.destination ?? null,
        value: decimal(row.value),
        value_extra_currencies: row.value_extra_currencies ?? {},
        comment: data.content ?? null,
        encrypted: data.encrypted ?? null,
      }
    },
  },
  {
    name: 'call_contract',
    since: 'v1',
    details: (row) => ({
      ...withoutNulls(callDetails(row)),
      extra_currencies: row.value_extra_currencies ?? {},
    }),
  },
  { name: 'contract_deploy', since: 'v1', details: (row) => withoutNulls(callDetails(row)) },
  { name: 'tick_tock', since: 'v1', details: () => ({}) },
  { name: UNKNOWN, since: 'v2' },
]
