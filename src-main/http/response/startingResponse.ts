import { errorBody } from './errorBody.ts'
import { JSON_TYPE } from './respond.ts'

export const STARTING_TEXT = 'Tonscope is starting; ask again in a second'
const UNAVAILABLE = 503

/** Returns the answer to any request until the network has answered for the first time. */
export function startingResponse(request: Request): Response {
  const { pathname } = new URL(request.url)
  return new Response(errorBody(pathname, UNAVAILABLE, STARTING_TEXT), {
    status: UNAVAILABLE,
    headers: { 'Content-Type': JSON_TYPE, 'Retry-After': '1' },
  })
}
