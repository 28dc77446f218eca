import { describe, expect, it } from 'vitest'
import { openApiDocument } from '../../../../src-main/http/reference/openApi.ts'
import { openApiV3Document } from '../../../../src-main/http/reference/openApiV3.ts'
import { bodyFields, type DocumentWithBodies } from '../../../../src-renderer/docs/bodyFields.ts'

const v2 = openApiDocument('2.1.11') as unknown as DocumentWithBodies
const v3 = openApiV3Document('1.2.10') as unknown as DocumentWithBodies

describe('bodyFields', () => {
  it('names the fields of a body that the document refers to', () => {
    expect(bodyFields(v2, '/api/v2/estimateFee', 'post')).toContain('ignore_chksig')
    expect(bodyFields(v3, '/api/v3/decode', 'post')).toEqual(['opcodes', 'bodies'])
  })

  it('names nested fields once, in a schema that contains itself too', () => {
    const document: DocumentWithBodies = {
      paths: {
        '/x': {
          post: { requestBody: { content: { json: { schema: { $ref: '#/components/schemas/A' } } } } },
        },
      },
      components: {
        schemas: {
          A: {
            allOf: [
              { properties: { list: { items: { $ref: '#/components/schemas/A' } } } },
              { $ref: '#/components/schemas/B' },
            ],
          },
          B: { oneOf: [{ properties: { list: {}, inner: { properties: { leaf: {} } } } }] },
        },
      },
    }
    expect(bodyFields(document, '/x', 'post')).toEqual(['list', 'inner', 'leaf'])
  })

  it('names nothing for an operation without a body', () => {
    expect(bodyFields(v2, '/api/v2/getMasterchainInfo', 'get')).toEqual([])
  })
})
