/** A request when its answer is ready to be sent, for /metrics. */
export type FinishedRequest = {
  readonly method: string
  /** An operation's name, `jsonRPC`, or the family of other paths; never text of the client. */
  readonly route: string
  readonly status: number
  readonly seconds: number
  /** Whether the answer came from the response cache. */
  readonly cached: boolean
}

export type RequestMeter = { finished(request: FinishedRequest): void }
