/** Addresses of the configuration and the elector in every network of the reference software, in raw form. */
export const CONFIG_ADDRESS = `-1:${'5'.repeat(64)}`
export const ELECTOR_ADDRESS = `-1:${'3'.repeat(64)}`
