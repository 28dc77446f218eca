/** A name that can stand in a path, a file name and an address: of a network, of a snapshot, of an API key. */
export const PLAIN_NAME = /^[a-z0-9][a-z0-9-]{0,31}$/
