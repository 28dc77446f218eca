import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type AnyV3Operation, v3Operations } from '#shared/schema/v3/operations.ts'
import { openApiV3Document } from '../../src-main/http/reference/openApiV3.ts'
import { answerFields, bodyNames, type Document, type Operation, queryNames } from './openApiFields.ts'
import { hasShared, NEEDS_SHARED, SHARED } from './sharedData.ts'

/** Served by the reference without being documented. */
const UNDOCUMENTED = ['account', 'wallet', 'events', 'nft/sales']
/** What the reference does not have, as `get NAME`. */
const OWN = Object.values<AnyV3Operation>(v3Operations).flatMap(
  ({ name, aliases = [], methods = ['GET'], isOwn }) =>
    isOwn
      ? [name, ...aliases].flatMap((each) => methods.map((method) => `${method.toLowerCase()} ${each}`))
      : [],
)
/** Accepted by the reference without being documented (compatibility-v3 §5 to §9). */
const UNDOCUMENTED_PARAMETERS: Readonly<Record<string, readonly string[]>> = {
  accountStates: ['code_hash'],
  'jetton/burns': ['owner_address'],
  'jetton/transfers': ['address'],
  'nft/transfers': ['address'],
  masterchainBlockShards: ['sort'],
  messages: ['hash'],
  pendingTraces: ['supported_action_types'],
  transactionsByMessage: ['source', 'destination'],
}
/** Sent by the reference without being documented (compatibility-v3 §17). */
const UNDOCUMENTED_FIELDS = /\.(finality|is_nsfw|is_scam|raw_action)$/
/** Beside the documented trace_external_hash, as the reference's actions have it. */
const OWN_FIELD = /(?<!\.actions\[\])\.trace_external_hash_norm$/
/** Documented and never sent: the tree consists of hashes (compatibility-v3 §10.1). */
const NEVER_SENT = /^\.traces\[\]\.trace\.(in_msg|transaction)(\.|$)/

/** Answers that the document has another record for than the server sends (compatibility-v3 §17). */
const DOCUMENTED_WRONG: ReadonlySet<string> = new Set(['masterchainBlockShards', 'runGetMethod'])
/** Fields in addition to the documented ones (compatibility-v3 §5.3). */
const MORE_FIELDS: Readonly<Record<string, RegExp>> = { masterchainBlockShardState: /^\.blocks(\[|$)/ }

describe.skipIf(!hasShared)(`v3's OpenAPI beside the reference's (${NEEDS_SHARED})`, () => {
  const ours = openApiV3Document('1.2.10') as unknown as Document
  const reference: Document = hasShared
    ? JSON.parse(readFileSync(join(SHARED, 'reference', 'v3-openapi.json'), 'utf8'))
    : { paths: {}, components: {} }

  const listed = ({ paths }: Document) =>
    Object.entries(paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method} ${path.replace('/api/v3/', '')}`),
    )
  const served = listed(reference)

  it('has all paths with their methods', () => {
    const extra = UNDOCUMENTED.map((path) => `get ${path}`)
    expect(listed(ours).toSorted()).toEqual([...served, ...extra, ...OWN].toSorted())
  })

  it.each(served)('%s has the same parameters and fields', (line) => {
    const [method, name = ''] = line.split(' ') as ['get' | 'post', string]
    const [own, its] = [ours, reference].map(({ paths }) => paths[`/api/v3/${name}`]?.[method]) as [
      Operation,
      Operation,
    ]
    const names = method === 'get' ? queryNames : bodyNames
    const extra = UNDOCUMENTED_PARAMETERS[name] ?? []
    expect(names(ours, own)).toEqual([...names(reference, its), ...extra].toSorted())
    if (DOCUMENTED_WRONG.has(name)) return
    const shown = [...answerFields(ours, own)].filter(
      (field) =>
        !UNDOCUMENTED_FIELDS.test(field) && !OWN_FIELD.test(field) && !MORE_FIELDS[name]?.test(field),
    )
    const documented = [...answerFields(reference, its)].filter((field) => !NEVER_SENT.test(field))
    expect(shown.toSorted()).toEqual(documented.toSorted())
  })
})
