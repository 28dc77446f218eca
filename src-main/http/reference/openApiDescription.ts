import type { NetworkExamples } from '#shared/schema/exampleValues.ts'
import { CONTROLS } from '#shared/schema/v3/controls.ts'

/** Descriptions of both APIs as Markdown: `info.description` of the OpenAPI documents. */

const KEYS = `## API keys

Requests need no key unless the owner of this gateway has switched access control on ([API access](/access), or
\`tonscope keys\`). Send a key in the header \`X-API-Key\` or in the query as \`api_key\`. **Authorize** adds it to the
requests of this page.`

/** Returns a sentence on the source of the examples. */
function examplesText({ network, seqno }: NetworkExamples): string {
  return seqno === null
    ? 'The network does not answer: the examples are general ones.'
    : `The examples are taken from the running network: ${network}, block ${seqno}.`
}

/** Returns the description of `/api/v2`. */
export function v2Description(examples: NetworkExamples): string {
  return `Served by Tonscope on this machine, from verified liteserver answers. It follows toncenter's API v2: a client of
toncenter works with this one. ${examplesText(examples)}

## Requests

- **GET**: parameters in the query. Unknown ones are ignored; of a repeated one the first value counts, except for
  \`libraries\`. \`+\` means a space: percent-encode base64.
- **POST**: a JSON object, \`{}\` if there are no parameters. An unknown field is an error. Integers can be strings of
  digits; bare integers are read exactly, up to 64 bits.
- **JSON-RPC**: POST to \`/api/v2/jsonRPC\` with \`method\` and \`params\`. \`id\` is returned as it was sent.

Addresses are raw or friendly; hashes are hexadecimal, base64 or base64url. A body has at most 1 MiB, path and query at
most 8192 bytes.

## Answers

\`\`\`json
{ "ok": true, "result": {}, "@extra": "1732147200:0:1.287" }

{ "ok": false, "error": "empty address", "code": 422, "@extra": "1732147200:_:0.051" }
\`\`\`

\`code\` repeats the HTTP status. \`@extra\` has the time (Unix seconds), the indices of the liteservers that were asked
(\`_\`: none), the duration in milliseconds, and \`:c\` if the answer was cached. Amounts, logical times and shards are
strings of digits, because they exceed what a double can hold. Every answer has the headers \`X-API-Version\` and
\`X-Request-Id\`; the log contains the latter too. If no liteserver is alive, data of the index is served from there,
with \`X-Index-Head\`: the newest masterchain seqno in the index. The head never goes back: an index that ends before the
newest proved block does not answer as of its own newest block.

${KEYS}`
}

/** Returns the description of `/api/v3`. */
export function v3Description(examples: NetworkExamples): string {
  const controls = Object.entries(CONTROLS).map(([name, { description }]) => `- \`${name}\`: ${description}`)
  return `Served by Tonscope on this machine, from its index of verified blocks. It follows toncenter's API v3: a client of
toncenter works with this one. ${examplesText(examples)}

## Requests

Parameters are in the query; unknown ones are ignored. A list is repeated (\`account=A&account=B\`), has brackets
(\`account[]=A\`) or, for addresses and hashes, commas. Of any other repeated parameter the last value counts. \`+\` means
a space: percent-encode base64.

Addresses are raw or friendly; hashes are hexadecimal (with or without \`0x\`), base64 or base64url; shards and opcodes
are hexadecimal or decimal. Both ends of a range of time or logical time are inclusive. A body has at most 1 MiB, path
and query at most 61440 bytes.

Every operation also takes these switches, in the query or as headers (\`X-Timeout\` …):

${controls.join('\n')}

## Answers

\`\`\`json
{ "transactions": [], "address_book": {} }

{ "error": "limit is not allowed: 1001 > 1000", "code": 422 }
\`\`\`

A successful answer has no envelope; \`code\` of a failure repeats the HTTP status. Addresses are raw with upper-case
digits, amounts and logical times are strings of digits. A field that does not apply is \`null\`, or is absent where the
schema says so. \`<\`, \`>\` and \`&\` are escaped in strings.

The header \`X-Index-Coverage\` names what is indexed: masterchain seqnos, or \`none\`. Older history of an account is
fetched when it is requested, as long as there is a network. Without a network the answer is 503 and says what is
covered; it is never an empty list. In that header, \`since deployment\` means that messages which bounced before the
account was deployed are not indexed; \`without a state at seqno N\` means that an account has no row because it did not
exist at that block; \`trace_id of N transactions not known\` means that the first transaction of their traces was not
found in time.

${KEYS}`
}
