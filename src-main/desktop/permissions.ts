import type { Session } from 'electron'
import { isSameOrigin } from './navigation.ts'

/** Copying addresses is all that the explorer asks of the system. Electron grants everything by default. */
const ALLOWED = new Set(['clipboard-sanitized-write'])

/** Sets both permission handlers and refuses device access. */
export function restrictPermissions(session: Session, origin: string): void {
  session.setPermissionRequestHandler((_contents, permission, answer, details) =>
    answer(ALLOWED.has(permission) && isSameOrigin(details.requestingUrl, origin)),
  )
  session.setPermissionCheckHandler(
    (_contents, permission, requestingOrigin) =>
      ALLOWED.has(permission) && isSameOrigin(requestingOrigin, origin),
  )
  session.setDevicePermissionHandler(() => false)
}
