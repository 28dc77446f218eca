import { z } from 'zod'
import { messageOf } from '#shared/messageOf.ts'
import { issueText } from '#shared/schema/issueText.ts'

/** Returns one line with the reason why a request could not be parsed. */
export function faultText(error: unknown): string {
  return error instanceof z.ZodError ? issueText(error) : messageOf(error)
}
