/** Maximum length of request headers in log lines and error texts. */
export const MAX_SHOWN_HEADER = 120

/** Returns the value of a request header for a log line or an error text: at most MAX_SHOWN_HEADER characters. */
export function truncateHeader(value: string): string {
  return value.length > MAX_SHOWN_HEADER ? `${value.slice(0, MAX_SHOWN_HEADER - 1)}…` : value
}
