import type { LiteServerError } from '../errors.ts'

/** `RATELIMIT` of the reference node's limiter, and the code that proxies of liteservers take from HTTP. */
const CODES: ReadonlySet<number> = new Set([228, 429])
const TEXT = /rate ?-?limit|too many (?:requests|queries)/i
const STATED = /(\d+(?:\.\d+)?) ?(?:requests|queries|q|r)? ?(?:\/|per )s(?:ec|econd)?\b/i

/** Returns whether a server refuses a query because it got too many, which says nothing about what was asked. */
export function isRateRefusal({ code, message }: LiteServerError): boolean {
  return CODES.has(code) || TEXT.test(message)
}

/** Returns the queries a second that a refusal names (`limit is 10 requests per second`); undefined if it names none. */
export function statedRate({ message }: LiteServerError): number | undefined {
  const rate = Number(STATED.exec(message)?.[1])
  return rate > 0 ? rate : undefined
}
