import type { Hono } from 'hono'
import { EXAMPLES_PATH, type NetworkExamples } from '#shared/schema/exampleValues.ts'
import { V2_PREFIX } from '#shared/schema/v2/client.ts'
import { V3_PREFIX } from '#shared/schema/v3/client.ts'
import type { AppContext, AppEnv } from '../appContext.ts'
import { basePathOf } from '../connection/basePath.ts'
import { redirect, sendJson, sendText } from '../response/respond.ts'
import { API_VERSION } from '../v2/v2Routes.ts'
import { V3_API_VERSION } from '../v3/v3Answers.ts'
import { DOCS_PATHS, docsPage } from './docsPage.ts'
import { openApiDocument } from './openApi.ts'
import type { OpenApiDocument } from './openApiParts.ts'
import { openApiV3Document } from './openApiV3.ts'

type Reference = {
  /** Path of the page. */
  readonly path: string
  /** Prefix of the API's paths. */
  readonly prefix: string
  document(examples: NetworkExamples): OpenApiDocument
}

const REFERENCES: readonly Reference[] = [
  {
    path: DOCS_PATHS.v2.path,
    prefix: V2_PREFIX,
    document: (examples) => openApiDocument(API_VERSION, examples),
  },
  {
    path: DOCS_PATHS.v3.path,
    prefix: V3_PREFIX,
    document: (examples) => openApiV3Document(V3_API_VERSION, examples),
  },
]

/** Adds `/docs`, `/docs/v3`, the OpenAPI documents and their examples. Script and style are files of the explorer. */
export function addDocsRoutes(app: Hono<AppEnv>, examples: () => Promise<NetworkExamples>): void {
  app.get(EXAMPLES_PATH, async (c) => sendJson(c, 200, await examples()))
  for (const reference of REFERENCES) addReference(app, reference, examples)
}

/** Returns a document below a base address, empty or a slash and a name. */
function documentBelow(document: OpenApiDocument, base: string): OpenApiDocument {
  return { ...document, servers: document.servers.map((server) => ({ ...server, url: base || server.url })) }
}

/** The document is serialized once for each set of examples and each base address; a network has at most two. */
function addReference(
  app: Hono<AppEnv>,
  { path, prefix, document }: Reference,
  examples: () => Promise<NetworkExamples>,
): void {
  const documentPath = `${prefix}/openapi.json`
  // Bytes, which responses share: a string would be copied for each.
  const serialized = new Map<
    string,
    { readonly of: NetworkExamples; readonly bytes: Uint8Array<ArrayBuffer> }
  >()
  const documentBytes = async (base: string) => {
    const current = await examples()
    const known = serialized.get(base)
    if (known?.of === current) return known.bytes
    const bytes = new TextEncoder().encode(JSON.stringify(documentBelow(document(current), base)))
    serialized.set(base, { of: current, bytes })
    return bytes
  }
  const below = (c: AppContext) => basePathOf(c.env.incoming)
  const send = (c: AppContext, body: string | Uint8Array<ArrayBuffer>, type: string) =>
    sendText(c, 200, body, { 'Content-Type': `${type}; charset=utf-8`, 'Cache-Control': 'no-cache' })

  app.get(path, (c) => send(c, docsPage(path, documentPath, below(c)), 'text/html'))
  app.get(`${path}/`, (c) => redirect(c, 301, below(c) + path))
  app.get(documentPath, async (c) => send(c, await documentBytes(below(c)), 'application/json'))
  app.get(prefix, (c) => redirect(c, 302, below(c) + path))
  app.get(`${prefix}/`, (c) => redirect(c, 302, below(c) + path))
}
