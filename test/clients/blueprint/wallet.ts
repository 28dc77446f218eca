/** Blueprint's variables for its wallet. The phrase names one without coins; the one of a project is in its `.env`. */
export const BLUEPRINT_WALLET = {
  WALLET_MNEMONIC: Array.from({ length: 24 }, () => 'abandon').join(' '),
  WALLET_VERSION: 'v4r2',
} as const
