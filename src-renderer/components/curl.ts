import type { Answer } from '../api/request.ts'
import { curlCommand } from './curlCommand.ts'

/** The command that asks the same question again. */
export function curlOf({ path, sent }: Pick<Answer<unknown>, 'path' | 'sent'>): string {
  return curlCommand({
    url: new URL(path, location.origin).href,
    body: sent === undefined ? undefined : JSON.stringify(sent),
  })
}
