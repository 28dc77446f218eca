/** Regular expressions, as text, of the forms in which requests may write addresses and hashes. */

/** Workchain and 64 hexadecimal digits, or 48 characters of either base64 alphabet. */
export const ADDRESS_FORM = '-?[0-9]{1,10}:[0-9a-fA-F]{64}|[A-Za-z0-9+/]{48}|[A-Za-z0-9_-]{48}'

/** 64 hexadecimal digits, or base64 of either alphabet; only base64url can lack its padding. */
export const HASH_FORM = '[0-9a-fA-F]{64}|[A-Za-z0-9+/]{43}=|[A-Za-z0-9_-]{43}=?'
