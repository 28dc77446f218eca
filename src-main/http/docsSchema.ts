import { escapeHtml } from './html.ts'
import type { OpenApiDocument } from './openApiParts.ts'
import type { JsonSchema } from './openApiSchema.ts'

/** JSON schemas as nested lists: every field with its type and meaning, what is inside behind a disclosure. */

/** What is read of a schema. */
type Schema = {
  readonly $ref?: string
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: Schema | boolean
  readonly items?: Schema
  readonly enum?: readonly unknown[]
  readonly type?: string
  readonly nullable?: boolean
  readonly format?: string
  readonly description?: string
}

type Walk = {
  readonly components: OpenApiDocument['components']['schemas']
  /** Names of the components around this place: what holds itself is not walked again. */
  readonly above: readonly string[]
}

const MAX_ENUM = 8

function nameOf({ $ref = '' }: Schema): string {
  return $ref.split('/').at(-1) ?? ''
}

function variantsOf({ anyOf, oneOf }: Schema): readonly Schema[] | undefined {
  return anyOf ?? oneOf
}

function enumText(values: readonly unknown[]): string {
  const shown = values.slice(0, MAX_ENUM).map((value) => JSON.stringify(value))
  return [...shown, ...(values.length > MAX_ENUM ? ['…'] : [])].join(' | ')
}

/** The type in words: `integer`, `"active" | "frozen"`, `array of ton.blockIdExt`. */
export function typeText(schema: JsonSchema): string {
  return labelOf(schema as Schema)
}

function labelOf(schema: Schema): string {
  const label = plainLabelOf(schema)
  return schema.nullable && label !== 'null' ? `${label} or null` : label
}

function plainLabelOf(schema: Schema): string {
  if (schema.$ref) return nameOf(schema)
  if (schema.enum) return enumText(schema.enum)
  if (schema.type === 'array') return `array of ${labelOf(schema.items ?? {})}`
  const variants = variantsOf(schema)
  if (variants) {
    const labels = [...new Set(variants.map(labelOf))]
    return labels.length > 3 ? `one of ${labels.length}` : labels.join(' or ')
  }
  const { additionalProperties: values } = schema
  if (typeof values === 'object' && !schema.properties) return `map of ${labelOf(values)}`
  const { type = 'any JSON' } = schema
  return schema.format ? `${type} (${schema.format})` : type
}

function meaningOf(schema: Schema, { components }: Walk): string {
  return schema.description ?? (schema.$ref ? String(components[nameOf(schema)]?.description ?? '') : '')
}

function item(head: string, inner: string): string {
  return inner === ''
    ? `<li><div class="field">${head}</div></li>`
    : `<li><details><summary class="field">${head}</summary>${inner}</details></li>`
}

function fieldItem(name: string, schema: Schema, optional: boolean, walk: Walk): string {
  const meaning = meaningOf(schema, walk)
  const head =
    `<code class="name">${escapeHtml(name)}</code>` +
    `<span class="type">${escapeHtml(labelOf(schema))}</span>` +
    (optional ? '<span class="presence">optional</span>' : '') +
    (meaning ? `<span class="meaning">${escapeHtml(meaning)}</span>` : '')
  return item(head, innerOf(schema, walk))
}

/** The fields inside, or an empty text where nothing is left to tell. */
function innerOf(schema: Schema, walk: Walk): string {
  if (schema.$ref) {
    const name = nameOf(schema)
    const target = walk.components[name]
    if (!target || walk.above.includes(name)) return ''
    return innerOf(target as Schema, { ...walk, above: [...walk.above, name] })
  }
  const variants = variantsOf(schema)
  if (variants) {
    const items = variants.map((variant) => {
      const label = `<span class="variant">${escapeHtml(labelOf(variant))}</span>`
      return item(label, innerOf(variant, walk))
    })
    // The label says all of plain types.
    return items.some((text) => text.includes('<details>'))
      ? `<ul class="variants">${items.join('')}</ul>`
      : ''
  }
  if (schema.items) return innerOf(schema.items, walk)
  if (schema.properties) {
    const { required = [] } = schema
    const fields = Object.entries(schema.properties).map(([name, field]) =>
      fieldItem(name, field, !required.includes(name), walk),
    )
    return `<ul>${fields.join('')}</ul>`
  }
  const { additionalProperties: values } = schema
  return typeof values === 'object' ? innerOf(values, walk) : ''
}

/** What a schema holds, as HTML, or an empty text; its own type is told by whoever asks. */
export function schemaHtml(schema: JsonSchema, document: OpenApiDocument): string {
  const walk: Walk = { components: document.components.schemas, above: [] }
  const meaning = meaningOf(schema as Schema, walk)
  const head = meaning === '' ? '' : `<p class="meaning">${escapeHtml(meaning)}</p>`
  const inner = `${head}${innerOf(schema as Schema, walk)}`
  return inner === '' ? '' : `<div class="schema">${inner}</div>`
}
