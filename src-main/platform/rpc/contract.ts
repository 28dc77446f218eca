/** Functions of one thread that another thread calls by name, with one value. */
export type Methods = { readonly [name: string]: (params: never, context: never) => unknown }

/** The types of a worker thread's interface, for the thread and for the thread that starts it. */
export type ThreadContract = {
  /** The value that is passed to the thread at its start. */
  readonly options: unknown
  /** The value that the thread reports when it is ready. */
  readonly ready: unknown
  /** The thread's functions. */
  readonly methods: Methods
  /** The thread's notifications: their values by name. */
  readonly events: { readonly [name: string]: unknown }
  /** Functions of the starting thread that the thread calls. */
  readonly host: Methods
}

/** The events or host functions of a thread that has none. */
export type None = Record<never, never>

/** Functions of a method for its current call. */
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
