/** The name of the network's coin. */
export const COIN = 'TON'
