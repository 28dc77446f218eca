import type { z } from 'zod'
import type { JsonValue } from './jsonValue.ts'

/**
 * How one kind of value is read from a query string and from a JSON body (compatibility-v2 §1.2 and §2.1, v3-contract
 * §4), and how the documentation shows it. A reader that returns `undefined` means "cannot be parsed".
 */
export type ParameterKind<Value, Input> = {
  readonly fromText: (text: string) => Value | undefined
  readonly fromJson: (value: JsonValue) => Value | undefined
  /** An empty text counts as "not given". Numbers lack this: `seqno=` is a parse error. */
  readonly emptyIsAbsent: boolean
  /** Reads all values of a repeated query parameter; without it the first one counts. */
  readonly fromTexts?: (texts: readonly string[]) => Value | undefined
  /** Of v3's lists: how each element is read, and whether one text may hold several, separated by commas. */
  readonly elements?: {
    readonly fromText: (text: string) => unknown
    readonly byComma: boolean
    /** Whether an empty text is an element; by default it is dropped. */
    readonly keepsEmpty?: boolean
  }
  /**
   * The form in the documentation, of a query parameter and of a field of the request body; its type is what the typed
   * client takes. The readers above accept more.
   */
  readonly schema: z.ZodType<Input>
}

/** `default` is an optional parameter that has a value when it is not given. */
export type Presence = 'required' | 'optional' | 'default'

export type ParameterTexts = {
  readonly description: string
  /** Says that a required parameter is absent; default: as `unparsable`. */
  readonly missing?: string
  /** Says that a value cannot be read; default: `failed to parse NAME`. */
  readonly unparsable?: string
  /** Whether faults of the operation's own rules are reported before that text. */
  readonly isCheckedLast?: boolean
}

/** A parameter of an operation: its kind, whether it may be absent, and the texts of its faults. */
export type Parameter<Value, Input, P extends Presence = Presence> = ParameterTexts & {
  readonly kind: ParameterKind<Value, Input>
  readonly presence: P
  readonly fallback?: Value
}

/** The same kind with another schema in the documentation: bounds that the operation's own check enforces. */
export function documentedAs<Value, Input>(
  kind: ParameterKind<Value, Input>,
  schema: z.ZodType<Input>,
): ParameterKind<Value, Input> {
  return { ...kind, schema }
}

/** The parameters of one operation by name, in the order in which their faults are reported. */
export type Parameters = { readonly [name: string]: Parameter<unknown, unknown> }

export function required<Value, Input>(
  kind: ParameterKind<Value, Input>,
  texts: ParameterTexts,
): Parameter<Value, Input, 'required'> {
  return { kind, presence: 'required', ...texts }
}

export function optional<Value, Input>(
  kind: ParameterKind<Value, Input>,
  texts: ParameterTexts,
): Parameter<Value, Input, 'optional'> {
  return { kind, presence: 'optional', ...texts }
}

export function withDefault<Value, Input>(
  kind: ParameterKind<Value, Input>,
  fallback: Value,
  texts: ParameterTexts,
): Parameter<Value, Input, 'default'> {
  return { kind, presence: 'default', fallback, ...texts }
}

/** What a handler receives: every parameter read, `undefined` where an optional one is absent. */
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

/** What a client sends: the names and forms of the JSON body. */
export type RequestOf<P extends Parameters> = {
  readonly [Name in NamesOf<P, 'required'>]: InputOf<P[Name]>
} & {
  readonly [Name in NamesOf<P, 'optional' | 'default'>]?: InputOf<P[Name]> | undefined
}
