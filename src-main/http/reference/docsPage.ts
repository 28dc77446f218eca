import { baseTag } from '../connection/basePath.ts'

/** The page of the API reference. Swagger UI, built from src-renderer/docs, renders the OpenAPI document on it. */

const DOCS_PATH = '/docs'
export const DOCS_PATHS = {
  v2: { path: DOCS_PATH, title: 'API v2' },
  v3: { path: `${DOCS_PATH}/v3`, title: 'API v3' },
} as const
/** Files of the explorer's folder, under the same paths. */
const DOCS_SCRIPT = `${DOCS_PATH}/docs.js`
const DOCS_STYLE = `${DOCS_PATH}/docs.css`

const LOGO =
  '<svg aria-hidden="true" width="24" height="24" viewBox="0 0 32 32" fill="none" stroke="currentColor" stroke-width="2.5">' +
  '<circle cx="16" cy="16" r="9.5"/><path d="M16 2.5v6.5M16 23v6.5M2.5 16H9M23 16h6.5" stroke-linecap="round"/>' +
  '<circle cx="16" cy="16" r="3" fill="currentColor" stroke="none"/></svg>'

/** Returns the links to the pages of all APIs, that of `path` marked as the current one. */
function pageLinks(path: string, base: string): string {
  return Object.values(DOCS_PATHS)
    .map(
      ({ path: to, title }) =>
        `<a href="${base}${to}"${to === path ? ' aria-current="page"' : ''}>${title}</a>`,
    )
    .join('')
}

/**
 * Returns the page of one API as HTML. Script and style are files, as the content security policy requires.
 * @param path of the page
 * @param documentPath path of the OpenAPI document
 * @param base base address of the network, which the paths do not have: empty, or a slash and a name
 */
export function docsPage(path: string, documentPath: string, base = ''): string {
  const documentUrl = base + documentPath
  return `<!doctype html>
<html lang="en">
<head>${base && baseTag(base)}
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>API reference · Tonscope</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${DOCS_STYLE}">
<script type="module" src="${DOCS_SCRIPT}"></script>
</head>
<body>
<header class="top">
  <a class="brand" href="${base}/">${LOGO}<span>Tonscope</span></a>
  <nav aria-label="APIs">${pageLinks(path, base)}</nav>
  <a class="document" href="${documentUrl}">OpenAPI document</a>
</header>
<div id="reference" data-document="${documentUrl}">
<noscript>This page needs JavaScript. The OpenAPI document is at <a href="${documentUrl}">${documentUrl}</a>.</noscript>
</div>
</body>
</html>
`
}
