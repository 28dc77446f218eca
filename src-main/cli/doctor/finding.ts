/** How a check ended: `problem` keeps Tonscope from working, `warning` does not. */
export type Verdict = 'good' | 'warning' | 'problem'

/** The result of one check, in plain words. */
export type Finding = {
  /** What was looked at: `runtime`, `data directory`, `liteserver 1.2.3.4:5678`. */
  readonly check: string
  readonly verdict: Verdict
  readonly text: string
  /** What the user can do about it. */
  readonly next?: string
}

export function good(check: string, text: string): Finding {
  return { check, verdict: 'good', text }
}

export function warning(check: string, text: string, next?: string): Finding {
  return { check, verdict: 'warning', text, ...(next !== undefined && { next }) }
}

export function problem(check: string, text: string, next: string): Finding {
  return { check, verdict: 'problem', text, next }
}
