import type { ImmutableOperation, ImmutableTags } from 'swagger-ui-dist/swagger-ui-es-bundle.js'
import { bodyFields, type DocumentWithBodies } from './bodyFields.ts'

/**
 * Returns the filter of a document's operations, which returns the tags with the operations that contain every word
 * of the phrase in path, summary, description or in the name of a parameter or of a field of the body. Swagger UI
 * itself only compares the names of tags.
 */
export function operationFilter(
  spec: DocumentWithBodies,
): (tags: ImmutableTags, phrase: string) => ImmutableTags {
  const searchTexts = new Map<string, string>()
  const searchText = (operation: ImmutableOperation) => {
    const [path, method] = [operation.get('path'), operation.get('method')]
    const key = `${method} ${path}`
    const text =
      searchTexts.get(key) ?? [...texts(operation), ...bodyFields(spec, path, method)].join(' ').toLowerCase()
    searchTexts.set(key, text)
    return text
  }
  return (tags, phrase) => {
    const words = phrase.toLowerCase().split(/\s+/).filter(Boolean)
    return tags
      .map((tag) =>
        tag.set(
          'operations',
          tag.get('operations').filter((operation) => {
            const text = searchText(operation)
            return words.every((word) => text.includes(word))
          }),
        ),
      )
      .filter((tag) => tag.get('operations').size > 0)
  }
}

function texts(operation: ImmutableOperation): unknown[] {
  const parameters = operation.getIn(['operation', 'parameters']) as
    | { map(name: (parameter: { get(key: string): unknown }) => unknown): Iterable<unknown> }
    | undefined
  const names = parameters?.map((parameter) => parameter.get('name')) ?? []
  const prose = ['summary', 'description'].map((key) => operation.getIn(['operation', key]))
  return [operation.get('path'), ...prose, ...names]
}
