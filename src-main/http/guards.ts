import type { Logger } from 'pino'
import { type AccessControl, accessCheck } from './access/accessControl.ts'
import { issuePass } from './access/accessPass.ts'
import { cors } from './access/cors.ts'
import { type HostRule, hostCheck } from './access/hostCheck.ts'
import { originCheck } from './access/originCheck.ts'
import type { Middleware } from './appContext.ts'
import { sizeLimits } from './request/limits.ts'

/** Who can send requests to a network: the same rules while it runs and while it is asleep. */
export type GuardOptions = {
  /** Called for every request, because the port is known only after listening. */
  readonly hosts: () => HostRule
  /** Origins besides those of this machine whose pages can read answers. */
  readonly origins?: readonly string[]
  /** Undefined: there is no access control. */
  readonly access?: AccessControl
  readonly log: Logger
}

/** Returns the middlewares that refuse a request before its route sees it. Their order is part of the design. */
export function guardsOf({ hosts, origins = [], access, log }: GuardOptions): readonly Middleware[] {
  return [
    hostCheck(hosts),
    sizeLimits,
    cors(origins, log),
    originCheck(origins),
    ...(access ? [issuePass(access.pass), accessCheck(access)] : []),
  ]
}
