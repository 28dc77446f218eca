import { ApiError } from '#shared/apiError.ts'
import type { V2Handler } from './context.ts'
import { base64, tvmCell } from './scalars.ts'

const MAX_LIBRARIES = 16

export const getConfigParam: V2Handler<'getConfigParam'> = async (values, context) => {
  const session = context.session()
  const block = await session.masterchainBlock(values.seqno)
  const param = values.config_id ?? values.param ?? 0
  return { '@type': 'configInfo', config: tvmCell(await session.configParam(block, param)) }
}

export const getConfigAll: V2Handler<'getConfigAll'> = async ({ seqno }, context) => {
  const session = context.session()
  const block = await session.masterchainBlock(seqno)
  return { '@type': 'configInfo', config: tvmCell(await session.configAll(block)) }
}

/** Sorted, without repetitions. */
function distinct(hashes: readonly Uint8Array[]): Buffer[] {
  const sorted = hashes.map((hash) => Buffer.from(hash)).toSorted(Buffer.compare)
  return sorted.filter((hash, i) => i === 0 || !hash.equals(sorted[i - 1] as Buffer))
}

export const getLibraries: V2Handler<'getLibraries'> = async ({ libraries }, context) => {
  if (libraries.length > MAX_LIBRARIES) {
    const fault = `too many libraries requested, ${MAX_LIBRARIES} maximum`
    throw new ApiError(500, `INVALID_FIELD: Field library_list has invalid value : ${fault}`)
  }
  const hashes = distinct(libraries)
  const found = hashes.length > 0 ? await context.session().libraries(hashes) : []
  return {
    '@type': 'smc.libraryResult',
    result: found
      .toSorted((a, b) => Buffer.compare(a.hash, b.hash))
      .map(({ hash, data }) => ({
        '@type': 'smc.libraryEntry',
        hash: base64(hash),
        data: base64(data),
      })),
  }
}
