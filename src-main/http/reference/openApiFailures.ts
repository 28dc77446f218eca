import { STATIC_VALUES } from '#shared/schema/exampleValues.ts'
import { exampleRequest } from '#shared/schema/v2/examples.ts'
import type { AnyOperation, V2Name } from '#shared/schema/v2/operations.ts'
import { readBody } from '#shared/schema/v2/request.ts'
import {
  BODY_ENCODED,
  BODY_TOO_LARGE,
  HEADERS_TOO_LONG,
  MAX_HEADER_BYTES,
  URL_TOO_LONG,
} from '../request/limits.ts'
import { TIMEOUT_TEXT } from '../response/errorTable.ts'
import { STARTING_TEXT } from '../response/startingResponse.ts'

/** A documented failure of an operation (compatibility-v2 §1.6, §8). */
export type DocumentedFailure = {
  readonly status: number
  readonly when: string
  /** Texts of `error`; the likeliest come first. */
  readonly texts: readonly string[]
}

/** `@extra` of a failure without a request to a liteserver. */
export const EXTRA_EXAMPLE = '1732147200:_:0.051'

/** Maximum number of listed texts; an operation has at most a dozen. */
const MAX_TEXTS = 16

/** Failures of access control, for every API. */
export const KEY_FAILURES: readonly DocumentedFailure[] = [
  { status: 401, when: 'Access control is on, and the key is unknown', texts: ['API key does not exist'] },
  {
    status: 403,
    when: 'The key is for another network; or a foreign page or host name asks',
    texts: ['Network not allowed', "host 'evil.example' is not served here"],
  },
  {
    status: 429,
    when: 'More requests than the key, or asking without one, allows',
    texts: ['Ratelimit exceeded'],
  },
]

/** The failure of requests to a network that does not run yet. */
export const STARTING: DocumentedFailure = {
  status: 503,
  when: 'The network is asleep and may not start, or starts for longer than a request waits',
  texts: [STARTING_TEXT, 'network testnet is starting: waiting for its newest block'],
}

/** The failure of a compressed body. */
export const ENCODED: DocumentedFailure = {
  status: 415,
  when: 'The body is compressed',
  texts: [BODY_ENCODED],
}

/** Failures before the path is read: the answer has the form of v2 on every path. */
export const UNREAD: DocumentedFailure = {
  status: 431,
  when: `The request line and the headers are longer than ${MAX_HEADER_BYTES} bytes`,
  texts: [HEADERS_TOO_LONG],
}

/** Failures of every operation of v2. */
export const COMMON_FAILURES: readonly DocumentedFailure[] = [
  ...KEY_FAILURES,
  { status: 413, when: 'The body is larger than 1 MiB', texts: [BODY_TOO_LARGE] },
  { status: 414, when: 'Path and query are longer than 8192 bytes', texts: [URL_TOO_LONG] },
  ENCODED,
  UNREAD,
  STARTING,
]

/** Failures of operations that send a message. */
export const SEND_REFUSED = {
  when: 'The message is not an external one, or the account refuses it',
  texts: [
    'LITE_SERVER_UNKNOWN: cannot apply external message to current state : External message was not accepted: …',
    'LITE_SERVER_UNKNOWN: cannot apply external message to current state : Failed to unpack account state',
    'CommonMsgInfo tag is not ext_in_msg_info',
  ],
}
/** Failures of operations that send a message. */
export const SEND_NO_SPACE: DocumentedFailure = {
  status: 507,
  when: "The devnet's disk is full: the message is not kept",
  texts: ['no space is left to keep the message: …'],
}
const NOT_LOCATED = { status: 404, when: 'No such message was found', texts: ['transaction was not found'] }

/** Failures of single operations beside those of their kind. */
const OWN_FAILURES: { readonly [Name in V2Name]?: readonly DocumentedFailure[] } = {
  tryLocateTx: [NOT_LOCATED],
  tryLocateResultTx: [NOT_LOCATED],
  tryLocateSourceTx: [NOT_LOCATED],
  getTokenData: [
    { status: 409, when: 'The account is no token', texts: ['Smart contract is not Jetton or NFT'] },
  ],
  dnsResolve: [{ status: 500, when: 'The account resolves no names', texts: ['get method failed'] }],
  runGetMethod: [
    { status: 533, when: 'The result is nested too deep', texts: ['Result stack depth >= 100'] },
    { status: 542, when: 'An argument has no known type', texts: ['Unsupported stack entry type: int'] },
  ],
  runGetMethodStd: [
    { status: 533, when: 'The result is nested too deep', texts: ['Result stack depth >= 256'] },
  ],
  sendBoc: [{ status: 500, ...SEND_REFUSED }, SEND_NO_SPACE],
  sendBocReturnHash: [{ status: 500, ...SEND_REFUSED }, SEND_NO_SPACE],
  sendBocReturnHashNoError: [{ status: 400, ...SEND_REFUSED }],
}

/** Failures of operations that query liteservers. */
export const NETWORK_FAILURES: readonly DocumentedFailure[] = [
  {
    status: 503,
    when: `No liteserver is available, and the index does not have this. Or ${STARTING.when}`,
    texts: [
      'no liteserver is available, and masterchain block 123 is not in the index: covered are masterchain blocks 1-50',
      ...STARTING.texts,
    ],
  },
  {
    status: 500,
    when: 'The liteserver refuses: the block does not exist yet, or is no longer stored',
    texts: ['LITE_SERVER_NOTREADY: seqno not in db', 'LITE_SERVER_UNKNOWN: block is not in db'],
  },
  {
    status: 502,
    when: 'A liteserver refuses without a proof, gives a false answer or breaks the connection, and there is no other',
    texts: [
      'LITE_SERVER_PROOF: liteserver 1.2.3.4:5678: account proof does not hold: wrong hash',
      'LITE_SERVER_NETWORK: liteserver 1.2.3.4:5678: connection closed',
      'the liteserver has no answer about account 0:0000000000000000000000000000000000000000000000000000000000000000: block is not in db',
    ],
  },
  { status: 504, when: 'No liteserver answered in time', texts: [TIMEOUT_TEXT] },
  {
    status: 542,
    when: 'No liteserver is available',
    texts: ['no workers available: none of 3 is available'],
  },
]

/** Values that can violate an operation's rules beyond the form of each parameter. */
const PROBES = ['-1', '0', '1', '1000000']

/**
 * Returns the texts of the operation's own checks. Calls them with its example with one value changed, or one changed
 * and another left out.
 */
function checkTexts(operation: AnyOperation): string[] {
  const { check, parameters, name } = operation
  if (!check) return []
  const example = exampleRequest(name as V2Name, STATIC_VALUES)
  const values: Record<string, unknown> = readBody(
    { ...operation, check: () => undefined },
    JSON.parse(JSON.stringify(example)),
  )
  const names = Object.keys(parameters)
  const bases = [values, ...names.map((left) => ({ ...values, [left]: undefined }))]
  const texts = Object.entries(parameters).flatMap(([changed, { kind }]) =>
    [undefined, ...PROBES.map((probe) => kind.fromText(probe))].flatMap((value) =>
      bases.map((base) => check({ ...base, [changed]: value } as never, 'body')),
    ),
  )
  return texts.filter((text) => text !== undefined)
}

/** Returns every text with which the operation refuses a request, without an exhaustive search of combinations. */
export function refusalTexts(operation: AnyOperation): string[] {
  const entries = Object.entries(operation.parameters)
  const missing = entries
    .filter(([, { presence }]) => presence === 'required')
    .map(([name, { missing, unparsable }]) => missing ?? unparsable ?? `failed to parse ${name}`)
  const unparsable = entries
    .filter(([, { kind }]) => kind.fromJson({ not: 'readable' }) === undefined)
    .map(([name, { unparsable }]) => unparsable ?? `failed to parse ${name}`)
  const texts = [...missing, ...unparsable, ...checkTexts(operation), "Unknown property 'foo'"]
  return [...new Set(texts)].slice(0, MAX_TEXTS)
}

/** Returns whether an operation queries no liteserver. */
function isLocal({ category }: AnyOperation): boolean {
  return category === 'utils'
}

/** Returns all failures of an operation but COMMON_FAILURES, one entry for each status. */
export function failuresOf(operation: AnyOperation): DocumentedFailure[] {
  const own = OWN_FAILURES[operation.name as V2Name] ?? []
  const all = [
    ...own,
    {
      status: 405,
      when: operation.postOnly ? 'Anything but POST' : 'Anything but GET and POST',
      texts: [`unsupported http method: ${operation.postOnly ? 'GET' : 'PUT'}`],
    },
    { status: 422, when: 'The request is not right', texts: refusalTexts(operation) },
    ...(isLocal(operation) ? [] : NETWORK_FAILURES),
  ]
  return mergedByStatus(all)
}

export function mergedByStatus(failures: readonly DocumentedFailure[]): DocumentedFailure[] {
  const merged = new Map<number, DocumentedFailure>()
  for (const failure of failures) {
    const known = merged.get(failure.status)
    merged.set(
      failure.status,
      known
        ? {
            status: failure.status,
            when: `${known.when}; or ${failure.when.charAt(0).toLowerCase()}${failure.when.slice(1)}`,
            texts: [...known.texts, ...failure.texts],
          }
        : failure,
    )
  }
  return [...merged.values()].toSorted((a, b) => a.status - b.status)
}
