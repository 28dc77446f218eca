/** The name of the network's coin, until the settings page can change it. */
export const COIN = 'TON'
