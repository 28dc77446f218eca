import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { settingsRequest, snapshotRequest, stepRequest } from '#shared/schema/devnet.ts'
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
    [z.union([z.string(), z.number()]), null, 'the value has none of the possible forms'],
    [z.string().max(2), 'abc', 'the value must have at most 2 characters'],
    [z.array(z.string()).min(1), [], 'the value must have at least 1 element'],
    [z.string().regex(/^a$/), 'b', 'the value has the wrong form'],
  ])("describes the fault without zod's names (case %#)", (schema, value, text) => {
    const { error } = schema.safeParse(value)
    expect(error && issueText(error)).toBe(text)
  })
})
