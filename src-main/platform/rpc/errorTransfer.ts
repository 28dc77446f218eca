/** The parts of an error: a structured clone loses its class and its fields. */
export type TransferredError = {
  readonly name: string
  readonly message: string
  readonly stack: string | undefined
  /** Own fields with primitive values, such as `code`. */
  readonly fields: { readonly [name: string]: unknown }
  readonly cause: TransferredError | undefined
}

/** Error classes by the `name` of their errors. */
export type ErrorClasses = { readonly [name: string]: { readonly prototype: Error } }

/** Maximum depth to which causes are transferred. */
const MAX_CAUSES = 4

/** Returns the parts of any thrown value. */
export function encodeError(thrown: unknown, depth = 0): TransferredError {
  if (!(thrown instanceof Error)) {
    return { name: 'Error', message: String(thrown), stack: undefined, fields: {}, cause: undefined }
  }
  const { name, message, stack, cause } = thrown
  return {
    name,
    message,
    stack,
    fields: Object.fromEntries(Object.entries(thrown).filter(([, value]) => isPrimitive(value))),
    cause: cause instanceof Error && depth < MAX_CAUSES ? encodeError(cause, depth + 1) : undefined,
  }
}

/** Returns an error of its class in `classes`, or an Error, with the same name, fields and stack. */
export function decodeError(
  { name, message, stack, fields, cause }: TransferredError,
  classes: ErrorClasses,
): Error {
  const error = new Error(message, cause && { cause: decodeError(cause, classes) })
  const found = Object.hasOwn(classes, name) ? classes[name] : undefined
  if (found) Object.setPrototypeOf(error, found.prototype)
  Object.assign(error, fields)
  error.name = name
  if (stack !== undefined) error.stack = stack
  return error
}

function isPrimitive(value: unknown): boolean {
  return (
    value === null || (typeof value !== 'object' && typeof value !== 'function' && typeof value !== 'symbol')
  )
}
