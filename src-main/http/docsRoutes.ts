import type { Hono } from 'hono'
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
import { redirect, sendText } from './respond.ts'
import { API_VERSION } from './v2Routes.ts'
import { V3_API_VERSION } from './v3Answers.ts'

type Operations = Readonly<Record<string, { readonly aliases?: readonly string[] }>>

type Book = {
  readonly path: string
  /** Of the API that it describes. */
  readonly prefix: string
  readonly operations: Operations
  document(): OpenApiDocument
  introduction(document: OpenApiDocument): string
}

const BOOKS: readonly Book[] = [
  {
    path: DOCS_PATHS.v2.path,
    prefix: V2_PREFIX,
    operations: v2Operations,
    document: () => openApiDocument(API_VERSION),
    introduction: v2Introduction,
  },
  {
    path: DOCS_PATHS.v3.path,
    prefix: V3_PREFIX,
    operations: v3Operations,
    document: () => openApiV3Document(V3_API_VERSION),
    introduction: v3Introduction,
  },
]

/** Adds `/docs`, `/docs/v3` and the OpenAPI documents. Script and style lie with the explorer. */
export function addDocsRoutes(app: Hono<AppEnv>): void {
  for (const book of BOOKS) addBook(app, book)
}

/** Rendered at the first request. */
function addBook(app: Hono<AppEnv>, { path, prefix, operations, ...book }: Book): void {
  let rendered: { readonly page: string; readonly document: string } | undefined
  const render = () => {
    if (!rendered) {
      const document = book.document()
      const aliasesOf = (name: string) => operations[name]?.aliases ?? []
      const page = docsPage({ path, document, aliasesOf, introduction: book.introduction(document) })
      rendered = { page, document: JSON.stringify(document) }
    }
    return rendered
  }
  const text = (c: AppContext, body: string, type: string) =>
    sendText(c, 200, body, { 'Content-Type': `${type}; charset=utf-8`, 'Cache-Control': 'no-cache' })

  app.get(path, (c) => text(c, render().page, 'text/html'))
  app.get(`${path}/`, (c) => redirect(c, 301, path))
  app.get(`${prefix}/openapi.json`, (c) => text(c, render().document, 'application/json'))
  app.get(prefix, (c) => redirect(c, 302, path))
  app.get(`${prefix}/`, (c) => redirect(c, 302, path))
}
