import type { z } from 'zod'
import { ApiError } from '#shared/apiError.ts'
import { issueText } from '#shared/schema/issueText.ts'
import type { AppContext } from './appContext.ts'
import { readBody } from './limits.ts'
import { parseJson } from './parseJson.ts'

/** The body's fields; an empty body has none. Throws ApiError 422 naming the field that is wrong. */
export async function fieldsOf<T>(c: AppContext, schema: z.ZodType<T>): Promise<T> {
  const text = await readBody(c.req.raw)
  const reading = schema.safeParse(text.trim() === '' ? {} : parseJson(text))
  if (reading.success) return reading.data
  throw new ApiError(422, issueText(reading.error))
}
