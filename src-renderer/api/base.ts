import { baseAddress, readBase } from './baseAddress.ts'

/**
 * The base address of the page's network. Each network has one: that of the default network is the origin, that of
 * another one `/NAME` below it. The gateway writes it into the page. All paths in the explorer's code are relative to
 * it; it is added where a request is sent, a link leaves the router, or a URL is shown.
 */
export const base = baseAddress(readBase(document), location.origin)
