import { v2Operations } from '#shared/schema/v2/operations.ts'
import { v3Operations } from '#shared/schema/v3/operations.ts'

/** The rules of docs/compatibility.md, "Status codes of mistakes", by operation and status. */

type Answer = {
  readonly api: 'v2' | 'v3'
  /** Of the operation. */
  readonly name: string
  readonly status: number
  readonly body: unknown
}

const GET_METHODS = ['runGetMethod', 'runGetMethodStd']
const WALLET = ['walletInformation', 'wallet']
/** Operations of v3 that v2 answers, and their aliases. */
const LEGACY = [...WALLET, 'addressInformation', 'account', 'message', 'estimateFee', 'runGetMethod']
const OF_BLOCKS = ['masterchainInfo', 'masterchainBlockShardState', 'masterchainBlockShards']
const OF_A_BLOCK = ['transactions', 'traces', 'events', 'actions', 'transactionsByMasterchainBlock']

/** Statuses of any operation, and those of some: the names of the operations that can have them. */
const RULES: Readonly<Record<Answer['api'], Readonly<Record<number, 'any' | readonly string[]>>>> = {
  v2: {
    200: 'any',
    400: ['sendBocReturnHashNoError'],
    401: 'any',
    404: ['tryLocateTx', 'tryLocateResultTx', 'tryLocateSourceTx'],
    409: ['getTokenData'],
    413: 'any',
    414: 'any',
    422: 'any',
    431: 'any',
    500: 'any',
    502: 'any',
    503: 'any',
    504: 'any',
    533: GET_METHODS,
    542: 'any',
  },
  v3: {
    200: 'any',
    // An unknown API key, and a required parameter of these that is missing.
    401: 'any',
    404: [...OF_BLOCKS, ...OF_A_BLOCK, 'adjacentTransactions', 'pendingTransactions'],
    409: WALLET,
    413: 'any',
    414: 'any',
    422: 'any',
    431: 'any',
    500: LEGACY,
    501: ['runGetMethod'],
    502: 'any',
    503: 'any',
    504: 'any',
    542: LEGACY,
  },
}

/** Operations that toncenter does not have. No rule names them: the API reference must document their failures. */
function isOwn({ api, name }: Answer): boolean {
  const operations: readonly { readonly name: string; readonly isOwn?: boolean }[] = Object.values(
    api === 'v2' ? v2Operations : v3Operations,
  )
  return operations.some((operation) => operation.name === name && operation.isOwn)
}

/** Returns why the rules do not allow an answer; empty if they do. */
export function faultsOfStatus(answer: Answer): string[] {
  const { api, name, status, body } = answer
  const allowed = RULES[api][status]
  if (allowed !== 'any' && !allowed?.includes(name) && !isOwn(answer))
    return [`${api} ${name}: no rule has ${status}`]
  const { error } = body as { readonly error?: unknown }
  return String(error).includes('unexpected failure') ? [`${api} ${name}: an unexpected failure`] : []
}
