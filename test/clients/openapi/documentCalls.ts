import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type DocumentedOperation,
  documentOf,
  operationsOf,
  type ServedDocument,
} from '../../integration/openApi/documentOf.ts'

/** The documents of a running gateway and one call of each of their operations. */

export const APIS = ['v2', 'v3'] as const
export type Api = (typeof APIS)[number]

export type DocumentCall = {
  readonly api: Api
  /** The `operationId`. */
  readonly id: string
  readonly method: 'get' | 'post'
  readonly path: string
  readonly query: Readonly<Record<string, unknown>>
  /** Absent for GET. */
  readonly body?: unknown
}

export type Documents = {
  readonly documents: Readonly<Record<Api, ServedDocument>>
  readonly calls: readonly DocumentCall[]
  /** By id. */
  readonly operations: ReadonlyMap<string, DocumentedOperation>
}

/** Reads both documents, and writes them and their calls (`v2.json`, `v3.json`, `calls.json`) into a folder. */
export async function readDocuments(url: string, folder: string): Promise<Documents> {
  const [v2, v3] = await Promise.all([documentOf(url, '/api/v2'), documentOf(url, '/api/v3')])
  const documents = { v2, v3 }
  const found = APIS.flatMap((api) => operationsOf(documents[api]).map((operation) => ({ api, operation })))
  const calls = inOrder(found.map(({ api, operation }) => callOf(api, operation)))
  for (const api of APIS) await writeFile(join(folder, `${api}.json`), JSON.stringify(documents[api]))
  await writeFile(join(folder, 'calls.json'), JSON.stringify(calls))
  return {
    documents,
    calls,
    operations: new Map(
      found.map(({ api, operation }) => [`${api} ${operation.operation.operationId}`, operation]),
    ),
  }
}

function callOf(api: Api, { method, path, operation }: DocumentedOperation): DocumentCall {
  const given = (operation.parameters ?? []).filter(({ example }) => example !== undefined)
  const body = operation.requestBody?.content?.['application/json'].example
  return {
    api,
    id: operation.operationId,
    method,
    path,
    query: Object.fromEntries(given.map(({ name, example }) => [name, example])),
    ...(body !== undefined && { body }),
  }
}

/** Pending transactions are requested right after the message was sent. */
function inOrder(calls: readonly DocumentCall[]): DocumentCall[] {
  const isLast = ({ id }: DocumentCall) => LAST.indexOf(id)
  return calls.toSorted((a, b) => isLast(a) - isLast(b))
}

const LAST = ['message_post', 'pendingTransactions_get']
