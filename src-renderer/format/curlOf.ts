import { base } from '../api/base.ts'
import type { Answer } from '../api/request.ts'
import { curlCommand } from './curlCommand.ts'

/** Returns the curl command that repeats a request. */
export function curlOf({ path, sent }: Pick<Answer<unknown>, 'path' | 'sent'>): string {
  return curlCommand({
    url: base.url(path),
    body: sent === undefined ? undefined : JSON.stringify(sent),
  })
}
