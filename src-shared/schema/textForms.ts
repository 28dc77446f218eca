/** Regular expressions, as text, of the accepted forms of addresses and hashes in requests. */

/** A workchain without leading zeros; ten characters at most. */
const WORKCHAIN_FORM = '(0|-?[1-9][0-9]{0,8}|[12][0-9]{9})'

/** The possible first characters of a friendly address: tag and workchain in base64. */
const FRIENDLY_START = '[EUk0][Q-Za-f]'

/** Workchain and 64 hexadecimal digits, or 48 characters of either base64 alphabet. */
export const ADDRESS_FORM = `${WORKCHAIN_FORM}:[0-9a-fA-F]{64}|${FRIENDLY_START}([A-Za-z0-9+/]{46}|[A-Za-z0-9_-]{46})`

/** 64 hexadecimal digits, or base64 of either alphabet; only base64url can lack its padding. */
export const HASH_FORM = '[0-9a-fA-F]{64}|[A-Za-z0-9+/]{43}=|[A-Za-z0-9_-]{43}=?'
