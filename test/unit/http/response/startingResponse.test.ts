import { describe, expect, it } from 'vitest'
import { openApiDocument } from '../../../../src-main/http/reference/openApi.ts'
import { openApiV3Document } from '../../../../src-main/http/reference/openApiV3.ts'
import { STARTING_TEXT, startingResponse } from '../../../../src-main/http/response/startingResponse.ts'
import { faultsOf } from '../../../conformance/jsonSchema.ts'

describe('startingAnswer', () => {
  it.each([
    ['/api/v2/getMasterchainInfo', openApiDocument('2.1.11'), 'Error'],
    ['/api/v3/blocks?limit=1', openApiV3Document('1.2.10'), 'RequestError'],
  ])('answers %s in the documented form of its API', async (path, document, component) => {
    const response = startingResponse(new Request(`http://localhost${path}`))
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1'])
    const body = (await response.json()) as { error: string }
    expect(body.error).toBe(STARTING_TEXT)
    expect(faultsOf(document, { $ref: `#/components/schemas/${component}` }, body)).toEqual([])
    expect(document.components.responses).toHaveProperty('Failure503')
  })
})
