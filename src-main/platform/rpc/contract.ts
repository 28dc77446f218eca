/** Functions of one thread that another thread calls by name, with one value. */
export type Methods = { readonly [name: string]: (params: never, context: never) => unknown }

/** What a thread and the thread that starts it agree on: both sides are typed by it. */
export type ThreadContract = {
  /** The value that the thread is started with. */
  readonly options: unknown
  /** The value that it reports when it is ready. */
  readonly ready: unknown
  /** Its functions. */
  readonly methods: Methods
  /** Its notifications: their values by name. */
  readonly events: { readonly [name: string]: unknown }
  /** Functions of the thread that started it, which it calls. */
  readonly host: Methods
}

/** The events or host functions of a thread that has none. */
export type None = Record<never, never>

/** Functions for the call that a method answers. */
export type CallContext<Progress = never> = {
  /** Aborted if the caller stops waiting. */
  readonly signal: AbortSignal
  /** Sends the caller an intermediate value. */
  progress(value: Progress): void
}

export type ParamsOf<Method extends Methods[string]> =
  Parameters<Method> extends readonly [infer Params, ...unknown[]] ? Params : undefined
export type ResultOf<Method extends Methods[string]> = Awaited<ReturnType<Method>>
export type ProgressOf<Method extends Methods[string]> =
  Parameters<Method> extends readonly [unknown, CallContext<infer Progress>] ? Progress : never

/** Receivers of notifications by name. */
export type Listeners<Events extends ThreadContract['events']> = {
  readonly [Name in keyof Events]: (value: Events[Name]) => void
}
