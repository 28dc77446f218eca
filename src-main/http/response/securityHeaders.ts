/** Pages load files of this origin only: no inline script, no eval. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/**
 * The policy of an answer that is not a page. It loads nothing, and the policy of the page that uses it applies to a
 * script or style. The policy of the pages would be a third of a small answer.
 */
export const NOTHING_LOADED = "default-src 'none'; frame-ancestors 'none'"

/** Headers of every answer, so that no route can omit them. */
export const SECURITY_HEADERS = {
  'Content-Security-Policy': CONTENT_SECURITY_POLICY,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
} as const
