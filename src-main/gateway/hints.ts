import { messageOf } from '#shared/messageOf.ts'
import { type HintOptions, type Hints, openHints } from '../metadata/hints.ts'
import { MetadataError } from '../metadata/metadataError.ts'
import { GatewayError } from './gatewayError.ts'

/** Opens the client of the hint server. Throws GatewayError hints for a wrong setting. */
export function openGatewayHints(options: HintOptions): Hints {
  try {
    return openHints(options)
  } catch (error) {
    if (error instanceof MetadataError) throw new GatewayError('hints', messageOf(error), { cause: error })
    throw error
  }
}
