import type { z } from 'zod'
import { ApiError } from '#shared/apiError.ts'
import { issueText } from '#shared/schema/issueText.ts'
import type { AppContext } from '../appContext.ts'
import { isJsonContent } from './jsonContent.ts'
import { readBody } from './limits.ts'
import { parseJson } from './parseJson.ts'

/**
 * Reads the fields of a JSON body; an empty body has none. Throws ApiError 415 for another content type, which a page
 * of another origin can send without a preflight, and 422 that names the wrong field.
 */
export async function readBodyFields<T>(c: AppContext, schema: z.ZodType<T>): Promise<T> {
  const text = await readBody(c.req.raw)
  if (!isJsonContent(c)) throw new ApiError(415, 'the content type must be application/json')
  const reading = schema.safeParse(text.trim() === '' ? {} : parseJson(text))
  if (reading.success) return reading.data
  throw new ApiError(422, issueText(reading.error))
}
