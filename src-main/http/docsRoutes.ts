import type { Hono } from 'hono'
import { V2_PREFIX } from '#shared/schema/v2/client.ts'
import { type AnyOperation, v2Operations } from '#shared/schema/v2/operations.ts'
import type { AppContext, AppEnv } from './appContext.ts'
import { DOCS_PATH, docsPage } from './docsPage.ts'
import { openApiDocument } from './openApi.ts'
import { redirect, sendText } from './respond.ts'
import { API_VERSION } from './v2Routes.ts'

function aliasesOf(name: string): readonly string[] {
  const operations: Readonly<Record<string, AnyOperation>> = v2Operations
  return operations[name]?.aliases ?? []
}

/** Adds `/docs` and the OpenAPI document, rendered at the first request. Script and style lie with the explorer. */
export function addDocsRoutes(app: Hono<AppEnv>): void {
  let rendered: { readonly page: string; readonly document: string } | undefined
  const render = () => {
    if (!rendered) {
      const document = openApiDocument(API_VERSION)
      rendered = { page: docsPage(document, aliasesOf), document: JSON.stringify(document) }
    }
    return rendered
  }
  const text = (c: AppContext, body: string, type: string) =>
    sendText(c, 200, body, { 'Content-Type': `${type}; charset=utf-8`, 'Cache-Control': 'no-cache' })

  app.get(DOCS_PATH, (c) => text(c, render().page, 'text/html'))
  app.get(`${DOCS_PATH}/`, (c) => redirect(c, 301, DOCS_PATH))
  app.get(`${V2_PREFIX}/openapi.json`, (c) => text(c, render().document, 'application/json'))
  app.get(V2_PREFIX, (c) => redirect(c, 302, DOCS_PATH))
  app.get(`${V2_PREFIX}/`, (c) => redirect(c, 302, DOCS_PATH))
}
