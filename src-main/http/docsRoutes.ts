import type { Hono } from 'hono'
import { EXAMPLES_PATH, type ExampleFacts, type NetworkExamples } from '#shared/schema/exampleFacts.ts'
import { V2_PREFIX } from '#shared/schema/v2/client.ts'
import { v2Operations } from '#shared/schema/v2/operations.ts'
import { V3_PREFIX } from '#shared/schema/v3/client.ts'
import { v3Operations } from '#shared/schema/v3/operations.ts'
import type { AppContext, AppEnv } from './appContext.ts'
import { v2Introduction, v3Introduction } from './docsIntroduction.ts'
import { DOCS_PATHS, docsPage } from './docsPage.ts'
import { openApiDocument } from './openApi.ts'
import type { OpenApiDocument } from './openApiParts.ts'
import { openApiV3Document } from './openApiV3.ts'
import { redirect, sendJson, sendText } from './respond.ts'
import { API_VERSION } from './v2Routes.ts'
import { V3_API_VERSION } from './v3Answers.ts'

type Operations = Readonly<Record<string, { readonly aliases?: readonly string[] }>>

type Book = {
  readonly path: string
  /** Of the API that it describes. */
  readonly prefix: string
  readonly operations: Operations
  document(facts?: ExampleFacts): OpenApiDocument
  introduction(document: OpenApiDocument): string
}

const BOOKS: readonly Book[] = [
  {
    path: DOCS_PATHS.v2.path,
    prefix: V2_PREFIX,
    operations: v2Operations,
    document: (facts) => openApiDocument(API_VERSION, facts),
    introduction: v2Introduction,
  },
  {
    path: DOCS_PATHS.v3.path,
    prefix: V3_PREFIX,
    operations: v3Operations,
    document: (facts) => openApiV3Document(V3_API_VERSION, facts),
    introduction: v3Introduction,
  },
]

/** Adds `/docs`, `/docs/v3`, the OpenAPI documents and their examples. Script and style are with the explorer. */
export function addDocsRoutes(app: Hono<AppEnv>, examples: () => Promise<NetworkExamples>): void {
  app.get(EXAMPLES_PATH, async (c) => sendJson(c, 200, await examples()))
  for (const book of BOOKS) addBook(app, book, examples)
}

/** The page is rendered at the first request, a document for each set of examples. */
function addBook(
  app: Hono<AppEnv>,
  { path, prefix, operations, ...book }: Book,
  examples: () => Promise<NetworkExamples>,
): void {
  let page: string | undefined
  // Bytes, which answers share: a text is copied for each that waits to be read.
  let written: { readonly facts: ExampleFacts; readonly bytes: Uint8Array<ArrayBuffer> } | undefined
  const pageText = () => {
    if (page === undefined) {
      const document = book.document()
      const aliasesOf = (name: string) => operations[name]?.aliases ?? []
      page = docsPage({ path, document, aliasesOf, introduction: book.introduction(document) })
    }
    return page
  }
  const documentBytes = async () => {
    const { facts } = await examples()
    if (written?.facts !== facts) {
      written = { facts, bytes: new TextEncoder().encode(JSON.stringify(book.document(facts))) }
    }
    return written.bytes
  }
  const text = (c: AppContext, body: string | Uint8Array<ArrayBuffer>, type: string) =>
    sendText(c, 200, body, { 'Content-Type': `${type}; charset=utf-8`, 'Cache-Control': 'no-cache' })

  app.get(path, (c) => text(c, pageText(), 'text/html'))
  app.get(`${path}/`, (c) => redirect(c, 301, path))
  app.get(`${prefix}/openapi.json`, async (c) => text(c, await documentBytes(), 'application/json'))
  app.get(prefix, (c) => redirect(c, 302, path))
  app.get(`${prefix}/`, (c) => redirect(c, 302, path))
}
