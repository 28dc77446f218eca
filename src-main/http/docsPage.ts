import { type DocumentedOperation, operationSection, operationsOf, sharedFailures } from './docsOperation.ts'
import { escapeHtml } from './html.ts'
import type { OpenApiDocument } from './openApi.ts'

/** The reading form of the OpenAPI document: HTML, rendered once; the script makes its forms send. */

export const DOCS_PATH = '/docs'
/** Built from src-renderer/docs; the explorer's folder has them under the same paths. */
export const DOCS_SCRIPT = `${DOCS_PATH}/docs.js`
export const DOCS_STYLE = `${DOCS_PATH}/docs.css`

type Group = { readonly tag: string; readonly members: readonly DocumentedOperation[] }

const INTRODUCTION = [
  { id: 'requests', title: 'Requests' },
  { id: 'answers', title: 'Answers' },
  { id: 'keys', title: 'API keys' },
  { id: 'failures', title: 'Failures' },
] as const

function idOf(tag: string): string {
  return `group-${tag.replaceAll(' ', '-')}`
}

function titleOf(tag: string): string {
  return `${tag.charAt(0).toUpperCase()}${tag.slice(1)}`
}

function navigation(groups: readonly Group[]): string {
  const introduction = INTRODUCTION.map(({ id, title }) => `<li><a href="#${id}">${title}</a></li>`)
  const items = groups.map(
    ({ tag, members }) =>
      `<li data-group><span class="group">${escapeHtml(titleOf(tag))}</span><ul>${members
        .map(
          ({ name, get }) =>
            `<li data-of="${name}"><a href="#${name}">${name}${get ? '' : '<span class="method">POST</span>'}</a></li>`,
        )
        .join('')}</ul></li>`,
  )
  return `<ul><li><span class="group">Introduction</span><ul>${introduction.join('')}</ul></li>${items.join('\n')}</ul>`
}

const MARK =
  '<svg aria-hidden="true" width="24" height="24" viewBox="0 0 32 32" fill="none" stroke="currentColor" stroke-width="2.5">' +
  '<circle cx="16" cy="16" r="9.5"/><path d="M16 2.5v6.5M16 23v6.5M2.5 16H9M23 16h6.5" stroke-linecap="round"/>' +
  '<circle cx="16" cy="16" r="3" fill="currentColor" stroke="none"/></svg>'

function side(groups: readonly Group[]): string {
  return `<header class="side">
  <div class="top">
    <a class="brand" href="/">${MARK}<span>Tonscope<small>API reference</small></span></a>
    <button type="button" class="quiet contents" aria-expanded="false" aria-controls="contents">Contents</button>
  </div>
  <div class="filter" role="search">
    <input id="filter" type="search" placeholder="Filter operations" aria-label="Filter operations" aria-keyshortcuts="/" autocomplete="off" spellcheck="false">
    <kbd aria-hidden="true">/</kbd>
    <p class="visually-hidden" id="found" role="status"></p>
  </div>
  <nav id="contents" aria-label="Operations">${navigation(groups)}</nav>
  <div class="key">
    <label for="api-key">API key <span class="hint">optional</span></label>
    <input id="api-key" type="text" placeholder="none" autocomplete="off" spellcheck="false" autocapitalize="off" aria-describedby="key-note">
    <p id="key-note">Sent with everything you try here; kept until this window is closed.</p>
  </div>
</header>`
}

function introduction(document: OpenApiDocument): string {
  return `<header class="intro">
    <h1>${escapeHtml(document.info.title)}</h1>
    <p class="lead">${escapeHtml(document.info.description)} It follows toncenter's API v2,
    version <code>${escapeHtml(document.info.version)}</code>; what speaks to toncenter speaks to this.
    <a href="/api/v2/openapi.json">OpenAPI document</a></p>
    <p class="base"><span>Base address</span><code data-role="base">/api/v2</code><button type="button" class="quiet" data-act="copy-base">Copy</button></p>
    <p class="facts" data-role="facts" role="status"></p>
  </header>
  <div class="columns">
    <section class="prose" id="requests" aria-labelledby="requests-title"><h2 id="requests-title">Requests</h2>
      <p>Three forms lead to the same answer:</p>
      <dl class="forms">
        <div><dt><span class="method">GET</span></dt><dd>Parameters in the query. Unknown ones are passed over; of a repeated
        one the first counts, but for <code>libraries</code>. <code>+</code> means a space there: base64 must be
        percent-encoded.</dd></div>
        <div><dt><span class="method">POST</span></dt><dd>A JSON object, <code>{}</code> where there are no parameters. An
        unknown field is refused. Integers may be texts of digits; bare ones are read exactly, 64 bits and all.</dd></div>
        <div><dt><span class="method">JSON-RPC</span></dt><dd>POST to <a href="#jsonRPC"><code>/api/v2/jsonRPC</code></a> with
        <code>method</code> and <code>params</code>. <code>id</code> comes back as it was sent.</dd></div>
      </dl>
      <p>Addresses are taken raw or friendly, hashes in hexadecimal, base64 or base64url. A body has at most 1&nbsp;MiB, path
      and query at most 8192 bytes.</p>
    </section>
    <section class="prose" id="answers" aria-labelledby="answers-title"><h2 id="answers-title">Answers</h2>
      <pre tabindex="0" role="region" aria-label="The envelope of answers"><code>{ "ok": true, "result": …,
  "@extra": "1732147200:0:1.287" }

{ "ok": false, "error": "empty address", "code": 422,
  "@extra": "1732147200:_:0.051" }</code></pre>
      <p><code>code</code> repeats the HTTP status. <code>@extra</code> has the time (Unix seconds), the indices of the
      liteservers that were asked (<code>_</code>: none), the milliseconds that it took, and <code>:c</code> where the answer
      came from the cache. Amounts, logical times and shards are texts of digits: they exceed what a double holds.
      Two headers are on every answer: <code>X-API-Version</code>, and <code>X-Request-Id</code>, which the log has too.</p>
    </section>
    <section class="prose" id="keys" aria-labelledby="keys-title"><h2 id="keys-title">API keys</h2>
      <p>None is needed unless the owner of this gateway switched access control on
      (<a href="/access">API access</a>, or <code>tonscope keys</code>). A key goes in the header <code>X-API-Key</code> or in
      the query as <code>api_key</code>, with every form of request. The field for it here is in the list of contents.</p>
    </section>
    <section class="prose" id="failures" aria-labelledby="failures-title"><h2 id="failures-title">Failures</h2>
      <p>Any request may meet these; those of one operation are told with it.</p>
      ${sharedFailures(document)}
    </section>
  </div>`
}

/**
 * The page at /docs. Scripts and styles are files of their own, as the content policy asks.
 * @param aliasesOf other names of an operation; their paths are not told twice
 */
export function docsPage(document: OpenApiDocument, aliasesOf: (name: string) => readonly string[]): string {
  const operations = operationsOf(document, aliasesOf)
  const groups = document.tags.map(({ name: tag }) => ({
    tag,
    members: operations.filter((operation) => operation.tag === tag),
  }))
  const sections = groups.map(
    ({ tag, members }) =>
      `<section class="group" aria-labelledby="${idOf(tag)}"><h2 id="${idOf(tag)}">${escapeHtml(titleOf(tag))}</h2>${members
        .map((operation) => operationSection(operation, document))
        .join('\n')}</section>`,
  )
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>API · Tonscope</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${DOCS_STYLE}">
<script type="module" src="${DOCS_SCRIPT}"></script>
</head>
<body>
<a class="skip" href="#content">Skip to the reference</a>
${side(groups)}
<main id="content" tabindex="-1">
${introduction(document)}
${sections.join('\n')}
<p class="nothing" hidden>No operation has that in its name, parameters or description.</p>
</main>
</body>
</html>
`
}
