import { type Cell, loadCommonMessageInfoRelaxed, loadMessageRelaxed, type Slice } from '@ton/core'
import { opcodeOf } from '#shared/contracts/contractDefinition.ts'
import { VESTING } from '#shared/contracts/vesting.ts'
import type { ActionType } from '../actionType.ts'
import type { ActionKind } from '../block.ts'
import { addressOf, bocTextPlain, fieldsOf, readAddress } from '../bodyReader.ts'
import { dataOf, decimal } from '../details.ts'
import { call } from '../pattern.ts'
import { built, type Rule } from '../rule.ts'
import type { TraceTransaction } from '../trace.ts'

/** The vesting wallet of ton-blockchain (docs/actions §11). */

const SEND = opcodeOf(VESTING, 'vesting_send_message')
const SENT = opcodeOf(VESTING, 'vesting_send_message_response')
const ADD = opcodeOf(VESTING, 'vesting_add_white_list')
const ADDED = opcodeOf(VESTING, 'vesting_add_white_list_response')

/** Maximum number of accounts in one message. */
const MAX_ACCOUNTS = 1_024

type SentMessage = {
  readonly source: string | null
  readonly vesting: string | null
  readonly queryId: bigint
  readonly boc: string | null
  readonly destination: string
  readonly amount: bigint
}

const sendMessage: ActionKind<SentMessage> = {
  block: 'vesting_send_message',
  fields: ({ source, vesting, queryId, boc, destination, amount }) => ({
    source,
    destination: vesting,
    destination_secondary: destination,
    amount,
    vesting_send_message_data: { query_id: queryId.toString(), message_boc: boc },
  }),
}

/** The wallet's message stays a separate action. */
export const vestingSendRule: Rule = {
  name: 'vesting message',
  pattern: call(SEND, { child: call(SENT) }),
  build({ anchor }) {
    const message = anchor.ownMessage
    const slice = fieldsOf(message)
    const queryId = slice.loadUintBig(64)
    const cell = slice.skip(8).loadRef()
    const info = loadCommonMessageInfoRelaxed(cell.beginParse())
    if (info.type !== 'internal') return undefined
    const destination = addressOf(info.dest.workChain, info.dest.hash)
    const amount = info.value.coins
    const transaction = anchor.nodes[0]?.transaction
    const isSent =
      transaction !== undefined && hasSent(transaction, { destination, amount, body: bodyIn(cell) })
    return built(
      sendMessage,
      {
        source: message.source,
        vesting: message.destination,
        queryId,
        boc: bocTextPlain(cell),
        destination,
        amount,
      },
      { failed: !isSent },
    )
  },
}

/** A message that the wallet was asked to send; without a body if it cannot be parsed. */
type AskedMessage = {
  readonly destination: string
  /** Nanoton. */
  readonly amount: bigint
  readonly body: Cell | undefined
}

/**
 * Returns whether a transaction sent the message. The wallet answers also if the action phase dropped it (send mode 2).
 * The sent value is compared only if the body is not known: the send mode can change it.
 */
function hasSent({ outMessages }: TraceTransaction, { destination, amount, body }: AskedMessage): boolean {
  return outMessages.some(
    (sent) =>
      sent.destination === destination &&
      (body ? sent.body.hash().equals(body.hash()) : sent.value === amount),
  )
}

function bodyIn(message: Cell): Cell | undefined {
  try {
    return loadMessageRelaxed(message.beginParse()).body
  } catch {
    // A state init or body of another layout.
    return undefined
  }
}

type Whitelist = {
  readonly source: string | null
  readonly vesting: string | null
  readonly queryId: bigint
  readonly accounts: readonly string[]
}

const addWhitelist: ActionKind<Whitelist> = {
  block: 'vesting_add_whitelist',
  fields: ({ source, vesting, queryId, accounts }) => ({
    source,
    destination: vesting,
    vesting_add_whitelist_data: { query_id: queryId.toString(), accounts_added: [...accounts] },
  }),
}

export const vestingWhitelistRule: Rule = {
  name: 'vesting whitelist',
  pattern: call(ADD, { child: call(ADDED) }),
  build({ anchor }) {
    const message = anchor.ownMessage
    const slice = fieldsOf(message)
    const queryId = slice.loadUintBig(64)
    return built(addWhitelist, {
      source: message.source,
      vesting: message.destination,
      queryId,
      accounts: readAccounts(slice),
    })
  },
}

/** Reads an account, then one from each reference. Throws for another layout or a list that is too long. */
function readAccounts(start: Slice): string[] {
  const accounts: string[] = []
  for (let slice = start; ; slice = slice.loadRef().beginParse()) {
    const account = readAddress(slice)
    if (account === null || accounts.length === MAX_ACCOUNTS) throw new Error('no list of accounts')
    accounts.push(account)
    if (slice.remainingRefs === 0) return accounts
  }
}

export const VESTING_TYPES: readonly ActionType[] = [
  {
    name: 'vesting_send_message',
    since: 'v2',
    groups: ['vesting'],
    details(row) {
      const { query_id, message_boc } = dataOf(row.vesting_send_message_data)
      return {
        query_id: query_id ?? null,
        message_boc: message_boc ?? null,
        source: row.source ?? null,
        vesting: row.destination ?? null,
        destination: row.destination_secondary ?? null,
        amount: decimal(row.amount),
      }
    },
  },
  {
    name: 'vesting_add_whitelist',
    since: 'v2',
    groups: ['vesting'],
    details(row) {
      const { query_id, accounts_added } = dataOf(row.vesting_add_whitelist_data)
      return {
        query_id: query_id ?? null,
        accounts_added: accounts_added ?? [],
        source: row.source ?? null,
        vesting: row.destination ?? null,
      }
    },
  },
]
