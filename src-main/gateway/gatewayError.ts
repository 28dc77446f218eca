import { TypedError } from '#shared/typedError.ts'
/** The error of a gateway that cannot start. `message` is one sentence for the user and names the next step. */
export type GatewayFault =
  | 'unknown-network'
  | 'bad-archive'
  | 'bad-config'
  | 'devnet'
  | 'bad-port'
  | 'port-taken'
  | 'port-refused'
  | 'data-dir'
  | 'access'
  | 'host'
  | 'no-answer'
  | 'metadata'
  | 'hints'

export class GatewayError extends TypedError<GatewayFault> {}
