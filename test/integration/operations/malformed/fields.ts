import fc from 'fast-check'
import { type Form, queryOf, toJson } from '../ask.ts'
import { FAULTS, type Faults, type Field } from '../faults.ts'
import type { Kind } from '../kinds.ts'
import { anyName, bodyForm, type Malformed, NAMES, QUERY_NAMES, REFUSED, request } from './request.ts'
import { anyText, anyValue } from './values.ts'

/** Requests with one field spoilt, missing or unknown. */

/** Returns the expected refusal of a field with this value, or undefined if it is valid. */
function fieldError({ kind, bad, missing }: Field, value: unknown, isQuery: boolean): string | undefined {
  const isAbsent = value === undefined || (value === null && !isQuery) || (value === '' && kind.emptyIsAbsent)
  if (isAbsent) return missing
  return (isQuery ? kind.isText(value as string) : kind.isValue(value)) ? undefined : bad
}

function fieldsOf(names: readonly string[], isQuery: boolean) {
  const canBeBad = ({ isText }: Kind) => !isQuery || !isText('\0')
  return fc.constantFrom(
    ...names.flatMap((name) => {
      const faults = FAULTS[name] as Faults
      const fields = Object.entries(faults.fields).filter(([, { kind }]) => canBeBad(kind))
      return fields.map(([field, facts]) => ({ name, valid: faults.valid, field, facts }))
    }),
  )
}

const queryFields = fieldsOf(QUERY_NAMES, true)
const bodyFields = fieldsOf(NAMES, false)

function badField(forms: fc.Arbitrary<Form>, values: fc.Arbitrary<unknown>): fc.Arbitrary<Malformed> {
  return forms
    .chain((form) => fc.tuple(form === 'GET' ? queryFields : bodyFields, fc.constant(form), values))
    .map(([{ name, valid, field, facts }, form, value]) => {
      const params = { ...valid, [field]: value }
      return { form, name, params, error: fieldError(facts, value, form === 'GET') }
    })
    .filter(({ error }) => error !== undefined)
    .map(({ form, name, params, error }) => ({
      ...request(form, name, form === 'GET' ? queryOf(params) : toJson(params)),
      status: REFUSED,
      error: error as string,
    }))
}

const queryForm = fc.constant<Form>('GET')
export const badQuery = badField(queryForm, anyText)
export const badBody = badField(bodyForm, anyValue)
/** Required fields left out. */
export const missingField = badField(fc.oneof(bodyForm, queryForm), fc.constantFrom('', undefined))

/** Percent encodings that mean nothing, and bytes that are no UTF-8: neither is any value. */
export const badEncoding = fc
  .tuple(
    queryFields,
    fc.constantFrom(
      '%',
      '%ZZ',
      '%0',
      '%FF',
      '%C0%AF',
      '%ED%A0%80',
      '%F5%80%80%80',
      '%00',
      '%u0031',
      '%E2%82',
    ),
    fc.stringMatching(/^[0-9A-Za-z%+=;:.-]{0,20}$/),
  )
  // The following text can complete a cut encoding: `%` and `345` is 45.
  .filter(([, bad, around]) => !/^%0?$/.test(bad) || !/^%[0-9a-f]{2}/i.test(bad + around))
  .map(([{ name, valid, field, facts }, bad, around]) => ({
    ...request('GET', name, `${queryOf({ ...valid, [field]: undefined })}&${field}=${bad}${around}`),
    status: REFUSED,
    error: facts.bad,
  }))

/** A second, bad one after a good one of the same name: in JSON the last counts. */
export const duplicateField = fc
  .tuple(bodyFields, bodyForm, anyValue)
  .map(([{ name, valid, field, facts }, form, value]) => {
    const json = toJson({ ...valid, [field]: undefined }).slice(1, -1)
    const second = toJson({ [field]: value ?? null }).slice(1, -1)
    const content = `{"${field}":"5",${json}${json && ','}${second}}`
    return { form, name, content, error: fieldError(facts, value ?? null, false) }
  })
  .filter(({ error }) => error !== undefined)
  .map(({ form, name, content, error }) => ({
    ...request(form, name, content),
    status: REFUSED,
    error: error as string,
  }))

export const brokenRule = fc
  .constantFrom(
    ...NAMES.flatMap((name) => {
      const { valid, rules = [], body = [] } = FAULTS[name] as Faults
      return [...rules, ...body].map(([changes, error]) => ({
        name,
        params: { ...valid, ...changes },
        error,
      }))
    }),
  )
  .chain(({ name, params, error }) =>
    bodyForm.map((form) => ({ ...request(form, name, toJson(params)), status: REFUSED, error })),
  )

export const unknownField = fc
  .tuple(anyName, bodyForm, anyText, anyValue)
  .filter(([name, , field]) => !Object.hasOwn((FAULTS[name] as Faults).fields, field))
  .map(([name, form, field, value]) => {
    const { valid } = FAULTS[name] as Faults
    const json = toJson(valid).slice(1, -1)
    const content = `{${json}${json && ','}${JSON.stringify(field)}:${toJson(value ?? null)}}`
    return {
      ...request(form, name, content),
      status: REFUSED,
      error: `Unknown property '${JSON.parse(JSON.stringify(field))}'`,
    }
  })
