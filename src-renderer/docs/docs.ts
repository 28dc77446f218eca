import SwaggerUIBundle, { type SwaggerPlugin } from 'swagger-ui-dist/swagger-ui-es-bundle.js'
import 'swagger-ui-dist/swagger-ui.css'
import { base } from '../api/base.ts'
import { followNavigation } from '../desktop/followNavigation.ts'
import { sendTheme } from '../desktop/sendTheme.ts'
import { readTheme } from '../settings/localSettings.ts'
import { accessibleParts } from './accessibleParts.ts'
import { readApiKey, writeApiKey } from './apiKey.ts'
import './docs.css'
import type { DocumentWithBodies } from './bodyFields.ts'
import { operationFilter } from './filterOperations.ts'
import { type LinkedDocument, operationLink } from './operationLink.ts'

/** The script of /docs: Swagger UI on the page that src-main/http/reference/docsPage.ts writes. */

type OpenApiDocument = LinkedDocument & DocumentWithBodies

const KEY_SCHEME = 'APIKeyHeader'
const DEADLINE_MS = 15_000
/** HTTP status of a starting gateway. */
const STARTING = 503
const RETRY_MS = 1_000
const MAX_ATTEMPTS = 120

/** Keeps the API key in this window's session storage. Swagger UI's own store outlives the window. */
const keepApiKey: SwaggerPlugin = () => ({
  statePlugins: {
    auth: {
      wrapActions: {
        authorize: (original) => (payload) => {
          const { [KEY_SCHEME]: scheme } = payload as Record<string, { value?: unknown } | undefined>
          if (typeof scheme?.value === 'string') writeApiKey(scheme.value)
          return original(payload)
        },
        logout: (original) => (payload) => {
          if ((payload as readonly string[]).includes(KEY_SCHEME)) writeApiKey('')
          return original(payload)
        },
      },
    },
  },
})

/** Applies the theme. Swagger UI has its dark colours under this class. */
function setTheme(): void {
  const choice = readTheme()
  const root = document.documentElement
  const dark = matchMedia('(prefers-color-scheme: dark)')
  const apply = () =>
    root.classList.toggle('dark-mode', choice === 'dark' || (choice === 'system' && dark.matches))
  if (choice !== 'system') root.dataset.theme = choice
  dark.addEventListener('change', apply)
  apply()
  sendTheme(choice)
}

/** Loads an OpenAPI document and retries while the gateway starts. Throws Error if it cannot be loaded. */
async function loadDocument(url: string, place: HTMLElement): Promise<OpenApiDocument> {
  for (let attempt = 1; ; attempt++) {
    const response = await fetch(url, { signal: AbortSignal.timeout(DEADLINE_MS) })
    if (response.ok) return (await response.json()) as OpenApiDocument
    if (response.status !== STARTING || attempt === MAX_ATTEMPTS) throw new Error(`HTTP ${response.status}`)
    place.textContent = 'Tonscope is starting. The reference appears as soon as the network answers.'
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
  }
}

async function showReference(): Promise<void> {
  const place = document.querySelector<HTMLElement>('#reference')
  const { document: url } = place?.dataset ?? {}
  if (!place || url === undefined) throw new Error('the page has no place for the reference')
  let spec: OpenApiDocument
  try {
    spec = await loadDocument(url, place)
  } catch (error) {
    place.textContent = `The OpenAPI document ${url} could not be loaded: ${(error as Error).message}. Reload the page to try again.`
    return
  }
  const link = operationLink(location.hash, spec)
  if (link !== undefined) history.replaceState(null, '', link)
  place.replaceChildren()
  const ui = SwaggerUIBundle({
    domNode: place,
    // The only server is this page's network. With a list, Swagger UI shows a menu of one entry.
    spec: { ...spec, servers: base.path === '' ? undefined : [{ url: base.path }] },
    deepLinking: true,
    defaultModelsExpandDepth: 0,
    displayRequestDuration: true,
    // The only theme with enough contrast.
    syntaxHighlight: { theme: 'arta' },
    docExpansion: 'list',
    filter: true,
    tryItOutEnabled: true,
    validatorUrl: null,
    plugins: [() => ({ fn: { opsFilter: operationFilter(spec) } }), keepApiKey, accessibleParts],
    // Without the explorer's cookie, so that API keys and rate limits apply as for other clients.
    requestInterceptor: (request) => ({ ...request, credentials: 'omit' }),
    onComplete: () => {
      const key = readApiKey()
      if (key !== '') ui.preauthorizeApiKey(KEY_SCHEME, key)
      document.documentElement.dataset.script = 'ready'
    },
  })
}

setTheme()
// The reference is a document of its own, so the explorer's pages are loaded and not routed.
followNavigation((path) => window.location.assign(base.at(path)))
void showReference()
