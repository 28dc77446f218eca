import type { MetadataFields } from '../../../src-main/metadata/metadataJson.ts'
import type { MetadataContentFields } from '../../../src-main/store/metadataContent.ts'

/** Returns stored fields as mergeContent takes them. */
export function parseStoredFields({ extra, ...top }: MetadataContentFields): MetadataFields {
  return { ...(top as Omit<MetadataFields, 'extra'>), extra: JSON.parse(extra) as MetadataFields['extra'] }
}
