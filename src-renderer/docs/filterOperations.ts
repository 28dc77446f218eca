import type { ImmutableOperation, ImmutableTags } from 'swagger-ui-dist/swagger-ui-es-bundle.js'

/**
 * Returns the tags with the operations that contain every word of the phrase in path, summary, description or in a
 * parameter's name. Swagger UI itself only compares the names of tags.
 */
export function filterOperations(tags: ImmutableTags, phrase: string): ImmutableTags {
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

function searchText(operation: ImmutableOperation): string {
  const parameters = operation.getIn(['operation', 'parameters']) as
    | { map(name: (parameter: { get(key: string): unknown }) => unknown): Iterable<unknown> }
    | undefined
  const names = parameters?.map((parameter) => parameter.get('name')) ?? []
  const texts = ['summary', 'description'].map((key) => operation.getIn(['operation', key]))
  return [operation.get('path'), ...texts, ...names].join(' ').toLowerCase()
}
