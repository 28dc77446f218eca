import { Cell } from '@ton/core'
import type { Difference, Json, Question } from './v3Recorded.ts'

/** Both sides of an answer, as they are compared. */
export type Answers = { readonly theirs: Json; readonly ours: Json }

/** A rule for differences that cannot be compared, or where compatibility-v3 departs from the reference. */
export type Rule = (difference: Difference, question: Question, answers: Answers) => boolean

const LIMIT_OR_SORT = /^(limit is not allowed|wrong value for sort parameter)/

export const RULES: Readonly<Record<string, Rule>> = {
  'bodies are not decoded: the decoder of the reference was not built': ({ path, theirs }) =>
    /\.(message_content|init_state)\.decoded$/.test(path) && theirs === null,
  'errors have their code in the body too (compatibility-v3 §2.1)': ({ path, theirs, ours }, { status }) =>
    status !== 200 && path === '.body.code' && theirs === undefined && typeof ours === 'number',
  'a bad limit or sort is 422, not 500 (compatibility-v3 §2.4)': ({ path, ours }, { status, body }) =>
    path === '.status' && status === 500 && LIMIT_OR_SORT.test(body.error) && ours === 422,
  'the reference always says that traces are not classified, though they are': ({ path, theirs, ours }) =>
    path === '.body.traces[].trace_info.classification_state' && theirs === 'unclassified' && ours === 'ok',
  'accounts that only the data of an action names are in the address book too, as compatibility-v3 §11.2 says':
    ({ path, theirs }, { name, query }) =>
      /^\.body\.(address_book|metadata)\.\*$/.test(path) &&
      theirs === undefined &&
      (name === 'actions' || query.includes('include_actions=true')),
  'the reference rounds indexes of NFTs': ({ path, theirs, ours }) =>
    path.endsWith('.details.nft_item_index') && theirs !== ours && Number(theirs) === Number(ours),
  'the reference puts the custom payload behind a forward payload in place': ({ path, theirs, ours }) =>
    (path.endsWith('.details.comment') && typeof ours === 'string' && theirs?.startsWith(ours)) ||
    (path.endsWith('.details.forward_payload') && theirs && ours && isWithReference(theirs, ours)),
  'transactions name the message that began their trace; the reference does so of pending ones only': ({
    path,
    theirs,
  }) => /\.trace_external_hash(_norm)?$/.test(path) && theirs === undefined,
  'only labels of the user say that a token is a scam or not safe for work': ({ path, theirs, ours }) =>
    /\.token_info\[\]\.is_(nsfw|scam)$/.test(path) && theirs === false && ours === undefined,
  'variants of images are signed with an empty key': ({ path, theirs, ours }) =>
    /\.extra\._image_\w+$/.test(path) ||
    (path.endsWith('.token_info[].extra') &&
      ours === undefined &&
      Object.keys(theirs).every((name) => name.startsWith('_image_'))),
  'masterchainBlockShardState has transactions too, as documented (compatibility-v3 §5.3)': (
    { path, theirs },
    { name },
  ) =>
    name === 'masterchainBlockShardState' &&
    /^\.body\.(transactions|address_book)$/.test(path) &&
    theirs === undefined,
  'gas of special accounts of the masterchain: the reference exchanges fees and units': (
    { path },
    _question,
    answers,
  ) => /\.compute_ph\.gas_(fees|used)$/.test(path) && isGasExchanged(answers),
}

/** Whether a bag of cells is another one with a reference more. */
function isWithReference(theirs: string, ours: string): boolean {
  const [longer, shorter] = [theirs, ours].map((boc) => Cell.fromBase64(boc)) as [Cell, Cell]
  return longer.bits.equals(shorter.bits) && longer.refs.length === shorter.refs.length + 1
}

/** Whether the two answers have equal sets of fees and units, transaction by transaction. */
function isGasExchanged({ theirs, ours }: Answers): boolean {
  const pairs = (answer: Json) =>
    transactionsOf(answer).map(({ hash, description }) => {
      const { gas_fees, gas_used } = description.compute_ph
      return `${hash} ${[gas_fees, gas_used].toSorted().join(' ')}`
    })
  return pairs(theirs).toSorted().join() === pairs(ours).toSorted().join()
}

/** Transactions of an answer, of traces too. */
function transactionsOf({ transactions = [], traces = [] }: Json): Json[] {
  return [...transactions, ...traces.flatMap((trace: Json) => Object.values(trace.transactions ?? {}))]
}

type Order = (a: Json, b: Json) => number

const byText =
  (textOf: (value: Json) => string): Order =>
  (a, b) =>
    textOf(a) < textOf(b) ? -1 : textOf(a) > textOf(b) ? 1 : 0

/** Lists in which the reference has no order of its own: each with the order in which both sides are compared. */
const UNORDERED: Readonly<Record<string, (body: Json) => Json>> = {
  accountStates: (body) =>
    sorted(
      body,
      'accounts',
      byText(({ address }) => address),
    ),
  walletStates: (body) =>
    sorted(
      body,
      'wallets',
      byText(({ address }) => address),
    ),
  actions: (body) => ({ ...body, actions: body.actions.map(withSortedSets) }),
  traces: (body) => ({
    ...body,
    traces: body.traces.map((trace: Json) => ({
      ...trace,
      // In which order those of equal times are is not defined.
      ...(trace.actions && { actions: trace.actions.map(withSortedSets).toSorted(byTimes) }),
    })),
  }),
  // Which messages are on the page is defined.
  messages: (body) =>
    sorted(
      body,
      'messages',
      byText(({ hash }) => hash),
    ),
  'multisig/orders': (body) => ({
    ...body,
    orders: body.orders.map((order: Json) => ({
      ...order,
      actions: order.actions?.map(sortedMembers) ?? null,
    })),
  }),
  topAccountsByBalance: (body) =>
    body.toSorted(
      (a: Json, b: Json) =>
        Number(BigInt(b.balance) - BigInt(a.balance)) || byText(({ account }) => account)(a, b),
    ),
}

function sortedMembers({ parsed_body, ...action }: Json): Json {
  const { new_signers } = parsed_body ?? {}
  return {
    ...action,
    parsed_body: new_signers ? { ...parsed_body, new_signers: new_signers.toSorted() } : parsed_body,
  }
}

const byTimes: Order = (a, b) =>
  Number(BigInt(a.start_lt) - BigInt(b.start_lt)) ||
  Number(BigInt(a.end_lt) - BigInt(b.end_lt)) ||
  byText(({ action_id }) => action_id)(a, b)

/** The transactions and accounts of an action are sets. */
function withSortedSets(action: Json): Json {
  return {
    ...action,
    transactions: action.transactions.toSorted(),
    ...(action.accounts && { accounts: action.accounts.toSorted() }),
    ...(action.transactions_full && {
      transactions_full: action.transactions_full.toSorted(byText(({ hash }) => hash)),
    }),
  }
}

function sorted(body: Json, list: string, order: Order): Json {
  return { ...body, [list]: body[list].toSorted(order) }
}

/** An answer with the lists that have no order sorted. */
export function ordered({ name }: Question, status: number, body: Json): Json {
  return status === 200 ? (UNORDERED[name]?.(body) ?? body) : body
}
