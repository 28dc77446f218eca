/** Options of a TypedError. */
export type TypedErrorOptions = ErrorOptions & {
  /** The user's next step, without a capital or a full stop: `choose another port with --port`. */
  readonly hint?: string | undefined
}

/**
 * The base of the program's errors. `name` is the name of the class, by which an error of another thread gets its class
 * back (errorTransfer).
 */
export class TypedError<Code extends string | number = string> extends Error {
  /** The reason, for callers: messages can change. */
  readonly code: Code
  /** The user's next step, if there is one: messageOf adds it to the message. */
  readonly hint: string | undefined

  constructor(code: Code, message: string, { hint, ...options }: TypedErrorOptions = {}) {
    super(message, options)
    this.name = new.target.name
    this.code = code
    this.hint = hint
  }
}
