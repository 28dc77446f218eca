type Operation = { readonly operationId?: string; readonly tags?: readonly string[] }

/** The part of an OpenAPI document from which links are made. */
export type LinkedDocument = { readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>> }

/**
 * Returns Swagger UI's hash (`#/tag/operationId`) for a hash with the name of an operation (`#getShards`), or
 * undefined for any other hash. Links into the reference then need no tags and no methods.
 */
export function operationLink(hash: string, { paths }: LinkedDocument): string | undefined {
  const name = hash.slice(1)
  if (name === '' || name.startsWith('/')) return undefined
  const [, methods = {}] = Object.entries(paths).find(([path]) => path.endsWith(`/${name}`)) ?? []
  const { operationId, tags } = Object.values(methods)[0] ?? {}
  if (operationId === undefined || tags?.[0] === undefined) return undefined
  return `#/${encodeURIComponent(tags[0])}/${operationId}`
}
