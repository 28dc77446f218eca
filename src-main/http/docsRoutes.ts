import type { Hono } from 'hono'
import { V2_PREFIX } from '#shared/schema/v2/client.ts'
import type { AppContext, AppEnv } from './appContext.ts'
import { DOCS_SCRIPT, DOCS_STYLE } from './docsAssets.ts'
import { docsPage } from './docsPage.ts'
import { openApiDocument } from './openApi.ts'
import { redirect, sendText } from './respond.ts'
import { API_VERSION } from './v2Routes.ts'

/** Adds `/docs` with its files and the OpenAPI document, all rendered at the first request. */
export function addDocsRoutes(app: Hono<AppEnv>): void {
  let rendered: { readonly page: string; readonly document: string } | undefined
  const render = () => {
    if (!rendered) {
      const document = openApiDocument(API_VERSION)
      rendered = { page: docsPage(document), document: JSON.stringify(document) }
    }
    return rendered
  }
  const text = (c: AppContext, body: string, type: string) =>
    sendText(c, 200, body, { 'Content-Type': `${type}; charset=utf-8`, 'Cache-Control': 'no-cache' })

  app.get('/docs', (c) => text(c, render().page, 'text/html'))
  app.get('/docs/', (c) => redirect(c, 301, '/docs'))
  app.get('/docs/docs.css', (c) => text(c, DOCS_STYLE, 'text/css'))
  app.get('/docs/docs.js', (c) => text(c, DOCS_SCRIPT, 'text/javascript'))
  app.get(`${V2_PREFIX}/openapi.json`, (c) => text(c, render().document, 'application/json'))
  app.get(V2_PREFIX, (c) => redirect(c, 302, '/docs'))
  app.get(`${V2_PREFIX}/`, (c) => redirect(c, 302, '/docs'))
}
