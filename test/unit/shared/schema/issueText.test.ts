import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { settingsRequest, snapshotRequest, stepRequest, timeRequest } from '#shared/schema/devnet.ts'
import { issueText } from '#shared/schema/issueText.ts'

describe('issueText', () => {
  it.each<[z.ZodType, unknown, string]>([
    [stepRequest, { blocks: 0 }, 'blocks must be at least 1'],
    [stepRequest, { blocks: 1001 }, 'blocks must be at most 1000'],
    [stepRequest, { blocks: 1.5 }, 'blocks must be a whole number'],
    [stepRequest, { blocks: 'x' }, 'blocks must be a number'],
    [stepRequest, { block: 1 }, 'the value has no field block'],
    [stepRequest, [], 'the value must be an object'],
    [snapshotRequest, {}, 'name is missing'],
    [
      snapshotRequest,
      { name: '../x' },
      'name: a name has lower-case letters, digits and hyphens, at most 32',
    ],
    [settingsRequest, { shards: 3 }, 'shards must be one of 1, 2, 4, 8, 16'],
    [settingsRequest, { traffic: 1 }, 'traffic must be true or false'],
    [z.enum(['on', 'off']), 'x', 'the value must be one of on, off'],
    [z.union([z.string(), z.number()]), null, 'the value must be a text, or must be a number'],
    [timeRequest, { add: 5 }, 'the value needs the field forward, or needs the field to'],
    [timeRequest, 5, 'the value must be an object'],
    [timeRequest, { forward: 1, to: 2 }, 'the value must have no field to, or must have no field forward'],
    [timeRequest, { forward: 'x' }, 'forward must be a number'],
    [timeRequest, { to: 0 }, 'to must be at least 1'],
    [settingsRequest, { elections: 5 }, 'elections: must be 0, or from 120 to 31536000'],
    [settingsRequest, { elections: 'x' }, 'elections must be 0, or must be a number'],
    [
      z.object({
        at: z.discriminatedUnion('kind', [
          z.object({ kind: z.literal('a') }),
          z.object({ kind: z.literal('b') }),
        ]),
      }),
      { at: { kind: 'c' } },
      'at.kind must be one of a, b',
    ],
    [
      z.union([z.tuple([z.literal('num'), z.string()]), z.tuple([z.literal('cell'), z.number()])]),
      ['slice', 'x'],
      '0 must be one of num, cell',
    ],
    [
      z.union([z.tuple([z.literal('num'), z.string()]), z.tuple([z.literal('cell'), z.number()])]),
      ['num', 5],
      '1 must be a text',
    ],
    [
      z.object({ a: z.union([z.object({ b: z.string() }), z.array(z.string())]) }),
      { a: [5] },
      'a.0 must be a text',
    ],
    [
      z.union([z.union([z.string(), z.boolean()]), z.number()]),
      null,
      'the value must be a text, or must be true or false, or must be a number',
    ],
    [z.object({ a: z.union([z.string(), z.literal(0)]) }), {}, 'a is missing'],
    [
      z.object({ a: z.object({ b: z.union([z.literal('x'), z.array(z.string())]) }) }),
      { a: { b: 1 } },
      'a.b must be x, or must be a list',
    ],
    [
      z.union([z.object({ a: z.union([z.string(), z.number()]) }), z.object({ b: z.string() })]),
      { a: true },
      'a must be a text, or must be a number',
    ],
    [
      z.union([z.string().regex(/^a/, 'is no a'), z.string().regex(/^b/, 'is no b')]),
      'c',
      'is no a, or is no b',
    ],
    [z.record(z.string().regex(/^a/, 'is no name'), z.number()), { b: 1 }, 'b: is no name'],
    [z.string().max(2), 'abc', 'the value must have at most 2 characters'],
    [z.array(z.string()).min(1), [], 'the value must have at least 1 element'],
    [z.string().regex(/^a$/), 'b', 'the value has the wrong form'],
  ])("describes the fault without zod's names (case %#)", (schema, value, text) => {
    const { error } = schema.safeParse(value)
    expect(error && issueText(error)).toBe(text)
  })
})
