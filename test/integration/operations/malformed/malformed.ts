import fc from 'fast-check'
import { badCall, brokenJson, bytes, noObject } from './documents.ts'
import {
  badBody,
  badEncoding,
  badQuery,
  brokenRule,
  duplicateField,
  missingField,
  unknownField,
} from './fields.ts'
import type { Malformed } from './request.ts'
import { badStack } from './stacks.ts'
import { noRoute, tooLong, wrongMethod } from './targets.ts'

/** By the spoilt part; the weight is the approximate percentage. */
const KINDS: Readonly<
  Record<string, { readonly weight: number; readonly arbitrary: fc.Arbitrary<Malformed> }>
> = {
  'bad query': { weight: 24, arbitrary: badQuery },
  'bad body': { weight: 30, arbitrary: badBody },
  'missing field': { weight: 3, arbitrary: missingField },
  'bad encoding': { weight: 5, arbitrary: badEncoding },
  'duplicate field': { weight: 4, arbitrary: duplicateField },
  'broken rule': { weight: 5, arbitrary: brokenRule },
  'unknown field': { weight: 6, arbitrary: unknownField },
  'bad stack': { weight: 8, arbitrary: badStack },
  'broken JSON': { weight: 6, arbitrary: brokenJson },
  bytes: { weight: 2, arbitrary: bytes },
  'no object': { weight: 2, arbitrary: noObject },
  'bad call': { weight: 3, arbitrary: badCall },
  'no route': { weight: 2, arbitrary: noRoute },
  'wrong method': { weight: 2, arbitrary: wrongMethod },
  'too long': { weight: 1, arbitrary: tooLong },
}

export const malformed: fc.Arbitrary<Malformed> = fc.oneof(...Object.values(KINDS))
