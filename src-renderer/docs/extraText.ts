const EXTRA = /"@extra"\s*:\s*"(\d+):([\d,]+|_):([\d.e+-]+)(:c)?"/g

/** What the `@extra` of an answer says, in words; undefined where there is none. */
export function explainExtra(body: string): string | undefined {
  const found = [...body.matchAll(EXTRA)].at(-1)
  if (!found) return undefined
  const [, seconds, workers = '_', milliseconds, cached] = found
  const time = new Date(Number(seconds) * 1000).toISOString().slice(11, 19)
  const many = workers.includes(',')
  const who = cached
    ? 'from the cache'
    : workers === '_'
      ? 'no liteserver was asked'
      : `by liteserver${many ? 's' : ''} ${workers.replaceAll(',', ', ')}`
  return `made at ${time} UTC in ${milliseconds} ms, ${who}`
}
