/** The elector's raw address in every network of the reference software. */
export const ELECTOR_ADDRESS = `-1:${'3'.repeat(64)}`

/** Raw addresses of the elector and the configuration, which the masterchain calls in every block. */
export const STANDARD_ACCOUNTS: ReadonlySet<string> = new Set([ELECTOR_ADDRESS, `-1:${'5'.repeat(64)}`])
