import type { z } from 'zod'
import type { JsonValue } from './jsonValue.ts'

/**
 * A kind of parameter: its readers from a query string and from a JSON body (compatibility-v2 §1.2 and §2.1,
 * compatibility-v3 §3), and its form in the documentation. A reader returns `undefined` for a value that it cannot
 * parse.
 */
export type ParameterKind<Value, Input> = {
  readonly fromText: (text: string) => Value | undefined
  readonly fromJson: (value: JsonValue) => Value | undefined
  /** An empty text counts as absent. False for numbers: `seqno=` is a parse error. */
  readonly emptyIsAbsent: boolean
  /** Reads all values of a repeated query parameter; without this reader the first one counts. */
  readonly fromTexts?: (texts: readonly string[]) => Value | undefined
  /** For v3's lists: the reader of an element, and whether a text can contain several, separated by commas. */
  readonly elements?: {
    readonly fromText: (text: string) => unknown
    readonly byComma: boolean
    /** Whether an empty text is an element; by default it is dropped. */
    readonly keepsEmpty?: boolean
  }
  /**
   * The form of a query parameter or body field in the documentation. Its type is the typed client's argument. The
   * readers above accept more.
   */
  readonly schema: z.ZodType<Input>
}

/** The presence of a parameter. `default` is an optional parameter with a default value. */
export type Presence = 'required' | 'optional' | 'default'

/** The texts of a parameter: its description and its error messages. */
export type ParameterTexts = {
  readonly description: string
  /** The error for an absent required parameter; defaults to `unparsable`. */
  readonly missing?: string
  /** The error for a value that cannot be parsed; defaults to `failed to parse NAME`. */
  readonly unparsable?: string
  /** Whether violations of the operation's own rules are reported before that error. */
  readonly isCheckedLast?: boolean
}

/** A parameter of an operation: its kind, its presence and its error messages. */
export type Parameter<Value, Input, P extends Presence = Presence> = ParameterTexts & {
  readonly kind: ParameterKind<Value, Input>
  readonly presence: P
  readonly fallback?: Value
}

/**
 * Returns the same kind with another schema in the documentation, for bounds that the operation's own check
 * enforces.
 */
export function documentedAs<Value, Input>(
  kind: ParameterKind<Value, Input>,
  schema: z.ZodType<Input>,
): ParameterKind<Value, Input> {
  return { ...kind, schema }
}

/** The parameters of one operation by name, in the order in which their faults are reported. */
export type Parameters = { readonly [name: string]: Parameter<unknown, unknown> }

/** Returns a required parameter of a kind. */
export function required<Value, Input>(
  kind: ParameterKind<Value, Input>,
  texts: ParameterTexts,
): Parameter<Value, Input, 'required'> {
  return { kind, presence: 'required', ...texts }
}

/** Returns an optional parameter of a kind, `undefined` if absent. */
export function optional<Value, Input>(
  kind: ParameterKind<Value, Input>,
  texts: ParameterTexts,
): Parameter<Value, Input, 'optional'> {
  return { kind, presence: 'optional', ...texts }
}

/** Returns an optional parameter of a kind that is `fallback` if absent. */
export function withDefault<Value, Input>(
  kind: ParameterKind<Value, Input>,
  fallback: Value,
  texts: ParameterTexts,
): Parameter<Value, Input, 'default'> {
  return { kind, presence: 'default', fallback, ...texts }
}

/** The values that a handler receives: every parameter, `undefined` for an absent optional one. */
export type ValuesOf<P extends Parameters> = {
  readonly [Name in keyof P]: P[Name] extends Parameter<infer Value, unknown, infer Given>
    ? Given extends 'optional'
      ? Value | undefined
      : Value
    : never
}

type NamesOf<P extends Parameters, Given extends Presence> = {
  [Name in keyof P]: P[Name]['presence'] extends Given ? Name : never
}[keyof P]

type InputOf<P> = P extends Parameter<unknown, infer Input> ? Input : never

/** The request that a client sends: the names and forms of the JSON body. */
export type RequestOf<P extends Parameters> = {
  readonly [Name in NamesOf<P, 'required'>]: InputOf<P[Name]>
} & {
  readonly [Name in NamesOf<P, 'optional' | 'default'>]?: InputOf<P[Name]> | undefined
}
