import {
  EXAMPLES_PATH,
  type ExampleValues,
  type NetworkExamples,
  STATIC_VALUES,
} from '#shared/schema/exampleValues.ts'
import type { JsonValue } from '#shared/schema/jsonValue.ts'
import type { Parameter } from '#shared/schema/parameter.ts'
import { exampleRequest } from '#shared/schema/v2/examples.ts'
import type { AnyOperation, V2Name } from '#shared/schema/v2/operations.ts'
import type { Params } from './ask.ts'
import type { Faults, Field } from './faults.ts'

/**
 * Requests and refusals of operations that toncenter does not have. They follow from the operation's definition; those
 * of the other operations are written in tables, without the code under test.
 */

const TEXTS = ['x', '1.5', ' ']
const VALUES: readonly JsonValue[] = [{ x: 1 }, [[]], true, 1.5]

/** Returns the values of a gateway's example requests, which exist on its network. */
export async function exampleValuesOf(url: string): Promise<ExampleValues> {
  const { facts, seqno } = (await (await fetch(`${url}${EXAMPLES_PATH}`)).json()) as NetworkExamples
  if (seqno === null) throw new Error('the network has not answered')
  return facts
}

/** Returns what an operation refuses: faults of each parameter's kind, and missing parameters. */
export function ownFaults({ name, parameters }: AnyOperation): Faults {
  return {
    valid: exampleRequest(name as V2Name, STATIC_VALUES) as Params,
    fields: Object.fromEntries(
      Object.entries(parameters).map(([field, parameter]) => [field, faultsOf(field, parameter)]),
    ),
  }
}

function faultsOf(name: string, parameter: Parameter<unknown, unknown>): Field {
  const { kind, presence, unparsable: bad = `failed to parse ${name}`, missing = bad } = parameter
  const isFault = (value: JsonValue) => kind.fromJson(value) === undefined
  return {
    kind: {
      texts: TEXTS.filter((text) => kind.fromText(text) === undefined && isFault(text)),
      values: VALUES.filter(isFault),
      emptyIsAbsent: kind.emptyIsAbsent,
      isText: (text) => kind.fromText(text) !== undefined,
      isValue: (value) => !isFault(value as JsonValue),
    },
    bad,
    ...(presence === 'required' && { missing }),
  }
}
