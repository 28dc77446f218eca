import { z } from 'zod'
import { messageOf } from '#shared/messageOf.ts'

/** Returns one line with the reason why a request could not be parsed. */
export function faultText(error: unknown): string {
  if (error instanceof z.ZodError) {
    const [issue] = error.issues
    const place = issue?.path.join('.')
    return `${place ? `${place}: ` : ''}${issue?.message ?? 'malformed'}`
  }
  return messageOf(error)
}
