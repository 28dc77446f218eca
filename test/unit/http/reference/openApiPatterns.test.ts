import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  formatFriendlyAddress,
  formatRawAddress,
  parseAddress,
  type TonAddress,
} from '#shared/ton/address.ts'
import { openApiDocument } from '../../../../src-main/http/reference/openApi.ts'
import { openApiV3Document } from '../../../../src-main/http/reference/openApiV3.ts'

/** Compares the documents' patterns of addresses, logical times and messages with the operations. */

type Parameter = { readonly name: string; readonly schema: { readonly pattern?: string } }
type Get = { readonly get: { readonly parameters: readonly Parameter[] } }

const documents = [openApiDocument('2.1.11'), openApiV3Document('1.2.10')] as const
const [v2, v3] = documents

function patternOf(path: string, name: string): RegExp {
  const document = path.startsWith('/api/v2') ? v2 : v3
  const { get } = document.paths[path] as unknown as Get
  return new RegExp(get.parameters.find((parameter) => parameter.name === name)?.schema.pattern ?? '(?!)')
}

const hash = fc.uint8Array({ minLength: 32, maxLength: 32 })
const accounts: fc.Arbitrary<TonAddress> = fc.record({ workchain: fc.integer({ min: -128, max: 127 }), hash })

describe.each(['/api/v2/getAddressInformation', '/api/v3/addressInformation'])(
  'the address of %s',
  (path) => {
    const pattern = patternOf(path, 'address')

    it('matches every friendly form', () => {
      fc.assert(
        fc.property(accounts, fc.boolean(), fc.boolean(), (address, bounceable, testOnly) => {
          for (const alphabet of ['url', 'standard'] as const) {
            expect(formatFriendlyAddress(address, { bounceable, testOnly, alphabet })).toMatch(pattern)
          }
        }),
      )
    })

    it('matches raw forms with the accepted workchains, and only those', () => {
      const workchains = fc.oneof(
        fc.integer({ min: -999_999_999, max: 2_147_483_647 }).map(String),
        fc.constantFrom('00', '-0', '01', '+1', '', '-', '3000000000', '-1000000000', '0x1', '1.0', ' 0'),
      )
      fc.assert(
        fc.property(workchains, hash, (workchain, bytes) => {
          const [, digits] = formatRawAddress({ workchain: 0, hash: bytes }).split(':')
          const text = `${workchain}:${digits}`
          expect([text, pattern.test(text)]).toEqual([text, parseAddress(text) !== undefined])
        }),
      )
    })

    it('does not match a friendly form with another tag', () => {
      fc.assert(
        fc.property(fc.constantFrom(...'ABCDFGHabcdef123456789'), accounts, (first, address) => {
          const text = `${first}${formatFriendlyAddress(address).slice(1)}`
          expect([pattern.test(text), parseAddress(text)]).toEqual([false, undefined])
        }),
      )
    })
  },
)

describe('a request that operations refuse', () => {
  it('has no pattern that allows a negative logical time of a message', () => {
    for (const name of ['tryLocateTx', 'tryLocateResultTx', 'tryLocateSourceTx']) {
      expect('-1').not.toMatch(patternOf(`/api/v2/${name}`, 'created_lt'))
    }
  })

  it.each([
    ['SendBocRequest', 'boc', { minLength: 1 }],
    ['SendBocReturnHashRequest', 'boc', { minLength: 1 }],
    ['RunGetMethodRequest', 'seqno', { minimum: 0 }],
    ['RunGetMethodStdRequest', 'seqno', { minimum: 0 }],
  ])('is out of bounds in %s', (component, field, bound) => {
    const { properties } = v2.components.schemas[component] as { properties: Record<string, object> }
    expect(properties[field]).toMatchObject(bound)
  })

  it('is required: a receiver and a message whose fee is estimated', () => {
    for (const { components } of documents) {
      expect(components.schemas.EstimateFeeRequest).toMatchObject({ required: ['address', 'body'] })
    }
  })
})
