import { describe, expect, it } from 'vitest'
import { openApiDocument } from '../../../../src-main/http/reference/openApi.ts'
import { openApiV3Document } from '../../../../src-main/http/reference/openApiV3.ts'
import { type LinkedDocument, operationLink } from '../../../../src-renderer/docs/operationLink.ts'

const v2 = openApiDocument('2.1.11') as unknown as LinkedDocument
const v3 = openApiV3Document('1.2.10') as unknown as LinkedDocument

describe('operationLink', () => {
  it.each([
    ['#getShards', v2, '#/blocks/getShards_get'],
    ['#runGetMethod', v2, '#/run%20method/runGetMethod_post'],
    ['#jetton/masters', v3, '#/jettons/jetton_masters_get'],
  ])('leads from %s to the operation', (hash, document, link) => {
    expect(operationLink(hash, document)).toBe(link)
  })

  it.each(['', '#', '#%', '#keys', '#/blocks/getShards_get', '#Shards'])('ignores the hash %j', (hash) => {
    expect(operationLink(hash, v2)).toBeUndefined()
  })
})
