/** One request when its answer is ready to leave: what /metrics counts. */
export type FinishedRequest = {
  readonly method: string
  /** An operation's name, `jsonRPC`, or the family of other paths; never what the client wrote freely. */
  readonly route: string
  readonly status: number
  readonly seconds: number
  /** The answer came from the response cache. */
  readonly cached: boolean
}

export type RequestMeter = { finished(request: FinishedRequest): void }
