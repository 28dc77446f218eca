import { sharedFailures } from './docsOperation.ts'
import { escapeHtml } from './html.ts'
import type { OpenApiDocument } from './openApiParts.ts'

/** What stands before the operations on a page of the documentation. */

export const INTRODUCTION_PARTS = [
  { id: 'requests', title: 'Requests' },
  { id: 'answers', title: 'Answers' },
  { id: 'keys', title: 'API keys' },
  { id: 'failures', title: 'Failures' },
] as const

type Introduction = {
  readonly base: string
  /** After the document's own description. */
  readonly follows: string
  readonly requests: string
  readonly answers: string
}

function introduction(document: OpenApiDocument, { base, follows, requests, answers }: Introduction): string {
  const texts = { requests, answers, keys: KEYS, failures: failuresText(document) }
  const parts = INTRODUCTION_PARTS.map(
    ({ id, title }) =>
      `<section class="prose" id="${id}" aria-labelledby="${id}-title"><h2 id="${id}-title">${title}</h2>
      ${texts[id]}
    </section>`,
  )
  return `<header class="intro">
    <h1>${escapeHtml(document.info.title)}</h1>
    <p class="lead">${escapeHtml(document.info.description)} ${follows}
    version <code>${escapeHtml(document.info.version)}</code>; what speaks to toncenter speaks to this.
    <a href="${base}/openapi.json">OpenAPI document</a></p>
    <p class="base"><span>Base address</span><code data-role="base">${base}</code><button type="button" class="quiet" data-act="copy-base">Copy</button></p>
    <p class="facts" data-role="facts" role="status"></p>
  </header>
  <div class="columns">
    ${parts.join('\n    ')}
  </div>`
}

const KEYS = `<p>None is needed unless the owner of this gateway switched access control on
      (<a href="/access">API access</a>, or <code>tonscope keys</code>). A key goes in the header <code>X-API-Key</code> or in
      the query as <code>api_key</code>, with every form of request. The field for it here is in the list of contents.</p>`

function failuresText(document: OpenApiDocument): string {
  return `<p>Any request may meet these; those of one operation are told with it.</p>
      ${sharedFailures(document)}`
}

export function v2Introduction(document: OpenApiDocument): string {
  return introduction(document, {
    base: '/api/v2',
    follows: "It follows toncenter's API v2,",
    requests: `<p>Three forms lead to the same answer:</p>
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
      and query at most 8192 bytes.</p>`,
    answers: `<pre tabindex="0" role="region" aria-label="The envelope of answers"><code>{ "ok": true, "result": …,
  "@extra": "1732147200:0:1.287" }

{ "ok": false, "error": "empty address", "code": 422,
  "@extra": "1732147200:_:0.051" }</code></pre>
      <p><code>code</code> repeats the HTTP status. <code>@extra</code> has the time (Unix seconds), the indices of the
      liteservers that were asked (<code>_</code>: none), the milliseconds that it took, and <code>:c</code> where the answer
      came from the cache. Amounts, logical times and shards are texts of digits: they exceed what a double holds.
      Two headers are on every answer: <code>X-API-Version</code>, and <code>X-Request-Id</code>, which the log has too.
      Where no liteserver is alive, what the index has is answered from there, with <code>X-Index-Head</code>: the newest
      masterchain seqno in it. The head never goes back: what an index that ends before the newest proved block would
      answer as of its own newest block is refused.</p>`,
  })
}

export function v3Introduction(document: OpenApiDocument): string {
  return introduction(document, {
    base: '/api/v3',
    follows: "It follows toncenter's API v3,",
    requests: `<p>Parameters stand in the query; unknown ones are passed over. A list is repeated
      (<code>account=A&amp;account=B</code>), has brackets (<code>account[]=A</code>), or, of addresses and hashes, commas. Of any other
      repeated parameter the last counts. <code>+</code> means a space there: base64 must be percent-encoded.</p>
      <p>Addresses are taken raw or friendly, hashes in hexadecimal (with <code>0x</code> or without) or base64 of either alphabet, shards
      and opcodes in hexadecimal or decimal. Both ends of a span of time or logical time are inclusive. A body has at most
      1&nbsp;MiB, path and query at most 61440 bytes.</p>`,
    answers: `<pre tabindex="0" role="region" aria-label="An answer and a failure"><code>{ "transactions": […], "address_book": {…} }

{ "error": "limit is not allowed: 1001 > 1000", "code": 422 }</code></pre>
      <p>There is no envelope around what succeeds; <code>code</code> of a failure repeats the HTTP status. Addresses are raw with
      upper-case digits, amounts and logical times are texts of digits. A field that does not apply is <code>null</code>, or is
      left out where that is said. <code>&lt;</code>, <code>&gt;</code> and <code>&amp;</code> are escaped in texts.</p>
      <p>What is indexed is told in the header <code>X-Index-Coverage</code>: masterchain seqnos, or <code>none</code>. What an account
      did outside of that is fetched when it is asked for, as long as there is a network; where there is none the answer is
      503 and says what is covered, never an empty list. <code>since deployment</code> there means that messages which the
      account bounced before it was deployed are not known; <code>without a state at seqno N</code>, that an account has no row
      because it did not exist at that block; <code>trace_id of N transactions not known</code>, that the first transaction
      of their traces was not found in time.</p>`,
  })
}
