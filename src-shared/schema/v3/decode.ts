import { z } from 'zod'
import { documentedAs, withDefault } from '../parameter.ts'
import { texts, textsWithEmpty } from './kinds.ts'
import { decodedBody } from './messages.ts'
import { defineV3Operation } from './operation.ts'

/** Decoding of opcodes and bodies: compatibility-v3 §9. */

const MAX_ITEMS = 1000

export const decode = defineV3Operation({
  name: 'decode',
  methods: ['GET', 'POST'],
  category: 'utils',
  summary: 'Names of opcodes, and what message bodies say',
  parameters: {
    opcodes: withDefault(documentedAs(textsWithEmpty, z.array(z.string()).max(MAX_ITEMS).readonly()), [], {
      description: 'Opcodes: 0x and hexadecimal, or decimal',
    }),
    bodies: withDefault(documentedAs(texts, z.array(z.string()).max(MAX_ITEMS).readonly()), [], {
      description: 'Bodies as bags of cells in base64 or hexadecimal',
    }),
  },
  check: (values) => {
    const long = (['opcodes', 'bodies'] as const).find((name) => values[name].length > MAX_ITEMS)
    return long && `${long} list exceeds maximum length of ${MAX_ITEMS}`
  },
  result: z
    .strictObject({
      opcodes: z.array(z.string()),
      bodies: z.array(decodedBody),
    })
    .meta({ id: 'DecodeResponse' }),
})
