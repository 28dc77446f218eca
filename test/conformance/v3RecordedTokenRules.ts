import type { Difference, Json, Question } from './v3Recorded.ts'

/** Fields that the recording's README excludes, and answers that differ from the reference on purpose. */
export const RULES: Readonly<Record<string, (difference: Difference, question: Question) => boolean>> = {
  'payloads are not decoded: the decoder of the reference was not built': ({ path, theirs }) =>
    /\.decoded_(custom|forward)_payload$/.test(path) && theirs === null,
  'errors have their code in the body too (compatibility-v3 §2.1)': ({ path, theirs, ours }, { status }) =>
    status !== 200 && path === '.body.code' && theirs === undefined && typeof ours === 'number',
  'a bad limit or sort, or an index without a collection, is 422, not 500 (compatibility-v3 §2.4)': (
    { path, ours },
    { status, body },
  ) =>
    path === '.status' &&
    status === 500 &&
    ours === 422 &&
    /^(limit is not allowed|wrong value for sort parameter|index parameter is not allowed)/.test(body.error),
  'only labels of the user say that a token is a scam or not safe for work': ({ path, theirs, ours }) =>
    /\.token_info\[\]\.is_(nsfw|scam)$/.test(path) && theirs === false && ours === undefined,
  'variants of images are signed with an empty key': ({ path, theirs, ours }) =>
    /\.extra\._image_\w+$/.test(path) ||
    (path.endsWith('.token_info[].extra') &&
      ours === undefined &&
      Object.keys(theirs).every((name) => name.startsWith('_image_'))),
}

/** Recorded questions that we answer otherwise than toncenter's server, by the reason. */
export const DIFFERENCES: Readonly<Record<string, readonly string[]>> = {
  'an empty owner orders by owner there, and an empty jetton matches nothing; compatibility-v3 §3.1 drops both':
    [
      'jetton/wallets?limit=10&owner_address=',
      'jetton/wallets?limit=10&jetton_address=',
      'nft/items?owner_address=',
    ],
}

/** Lists in which the reference has no order for filtered questions, by name: they are compared in this order. */
const BY_ADDRESS: Readonly<Record<string, string>> = {
  'jetton/masters': 'jetton_masters',
  'nft/collections': 'nft_collections',
  'nft/items': 'nft_items',
  'nft/sales': 'nft_sales',
}
/** Lists by time, in which the reference has no order of events of one time. */
const BY_TIME: Readonly<Record<string, string>> = {
  'jetton/transfers': 'jetton_transfers',
  'jetton/burns': 'jetton_burns',
  'nft/transfers': 'nft_transfers',
}

/** An answer with the parts of lists that have no order sorted. */
export function ordered({ name, query }: Question, status: number, body: Json): Json {
  if (status !== 200) return body
  const params = new URLSearchParams(query)
  const unordered = BY_ADDRESS[name]
  if (unordered && [...params.keys()].some((key) => key.endsWith('address'))) {
    const isByOwner = name === 'nft/items' && !params.has('address')
    return isByOwner ? body : { ...body, [unordered]: body[unordered].toSorted(byText('address')) }
  }
  const timed = BY_TIME[name]
  if (!timed) return body
  const time = [...params.keys()].some((key) => key.endsWith('utime')) ? 'transaction_now' : 'transaction_lt'
  const times = body[timed].map((event: Json) => event[time])
  const isDescending = params.get('sort')?.toLowerCase().startsWith('a') !== true
  // Whether times are in order is compared too.
  const events = body[timed].toSorted(
    (a: Json, b: Json) =>
      (isDescending ? -1 : 1) * (Number(a[time]) - Number(b[time])) || byText('transaction_hash')(a, b),
  )
  return { ...body, times, [timed]: events }
}

function byText(field: string): (a: Json, b: Json) => number {
  return (a, b) => (a[field] < b[field] ? -1 : a[field] > b[field] ? 1 : 0)
}
