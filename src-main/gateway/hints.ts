import { messageOf } from '#shared/messageOf.ts'
import type { HintOptions } from '../metadata/hintServer.ts'
import { createHints, type Hints } from '../metadata/hints.ts'
import { MetadataError } from '../metadata/metadataError.ts'
import { GatewayError } from './gatewayError.ts'

/** Opens the hints of a network. Throws GatewayError hints for a wrong setting. */
export function openGatewayHints(options: HintOptions | undefined): Hints {
  try {
    return createHints(options)
  } catch (error) {
    if (error instanceof MetadataError) throw new GatewayError('hints', messageOf(error), { cause: error })
    throw error
  }
}
